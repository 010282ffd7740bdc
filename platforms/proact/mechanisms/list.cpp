// SPDX-License-Identifier: Apache-2.0
// The built-in mechanisms, in the order in which tables show them. To add one, write its files and
// a line here.
#include <algorithm>

#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/mechanisms/child_kernels.h"
#include "platforms/proact/mechanisms/hardware.h"
#include "platforms/proact/mechanisms/peer_access.h"
#include "platforms/proact/mechanisms/polling.h"
#include "platforms/proact/mechanisms/unified.h"

namespace gf::platforms::proact {

namespace {

using Form = RegionForm;

template <class Kind>
MechanismEntry entry_of(const char* name, const char* summary, Form region = Form::kAlike,
                        std::vector<std::string> options = {}) {
  return {name, summary, region, std::move(options), [] { return std::make_unique<Kind>(); }};
}

}  // namespace

core::Registry<MechanismEntry>& mechanism_registry() {
  static core::Registry<MechanismEntry> registry(
      "mechanism",
      {
          entry_of<BulkCopy>("memcpy", "cudaMemcpy between kernels", Form::kAlike, {"nodes"}),
          entry_of<InlineStores>("inline", "stores to all copies by the kernel itself",
                                 Form::kStored),
          entry_of<PeerLoads>("p2p_loads", "loads from the writer's copy", Form::kOwn),
          entry_of<Polling>("polling", "warps that poll for ready chunks and copy them",
                            Form::kAlike, {"map", "elide"}),
          entry_of<ChildKernels>("cdp", "a kernel launched for each chunk", Form::kAlike,
                                 {"map", "elide"}),
          entry_of<Hardware>("hw", "counters and transfer agents in hardware", Form::kAlike,
                             {"map", "shown_chunks", "release", "nodes"}),
          entry_of<UnifiedMemory>("um", "unified memory with page migration", Form::kManaged),
          entry_of<InfiniteBandwidth>("infinite", "copies in zero time, as the upper bound",
                                      Form::kAlike, {"nodes"}),
      });
  return registry;
}

bool MechanismEntry::takes(const std::string& option) const {
  return std::find(options.begin(), options.end(), option) != options.end();
}

const MechanismEntry& mechanism_entry(const std::string& name) {
  return mechanism_registry().get(name, "", "mechanism");
}

}  // namespace gf::platforms::proact
