// SPDX-License-Identifier: Apache-2.0
// Every mechanism, in the order in which tables show them. Adding one: its file, a line here.
#include <fmt/format.h>

#include "core/error.h"
#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/mechanisms/child_kernels.h"
#include "platforms/proact/mechanisms/hardware.h"
#include "platforms/proact/mechanisms/peer_access.h"
#include "platforms/proact/mechanisms/polling.h"
#include "platforms/proact/mechanisms/unified.h"

namespace gf::platforms::proact {

const std::vector<MechanismEntry>& mechanisms() {
  static const std::vector<MechanismEntry> all = {
      {"memcpy", "cudaMemcpy between kernels", [] { return std::make_unique<BulkCopy>(); }},
      {"inline", "stores to all copies from the kernel",
       [] { return std::make_unique<InlineStores>(); }},
      {"p2p_loads", "loads from the copy that was written",
       [] { return std::make_unique<PeerLoads>(); }},
      {"polling", "warps that poll for chunks and copy them",
       [] { return std::make_unique<Polling>(); }},
      {"cdp", "a kernel launched for each chunk", [] { return std::make_unique<ChildKernels>(); }},
      {"hw", "counters and transfer agents in hardware",
       [] { return std::make_unique<Hardware>(); }},
      {"um", "unified memory: pages that move", [] { return std::make_unique<UnifiedMemory>(); }},
      {"infinite", "copies that take no time: the limit",
       [] { return std::make_unique<InfiniteBandwidth>(); }},
  };
  return all;
}

std::unique_ptr<Mechanism> make_mechanism(const std::string& name) {
  for (const MechanismEntry& entry : mechanisms())
    if (entry.name == name) return entry.make();
  core::fail_config("", "mechanism", name, fmt::format("{}", fmt::join(mechanism_names(), ", ")),
                    "choose one of them");
}

std::vector<std::string> mechanism_names() {
  std::vector<std::string> names;
  for (const MechanismEntry& entry : mechanisms()) names.push_back(entry.name);
  return names;
}

}  // namespace gf::platforms::proact
