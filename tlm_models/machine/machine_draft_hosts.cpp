// SPDX-License-Identifier: Apache-2.0
// Host memories: the key `memory` of hosts and root complexes.
#include <fmt/format.h>

#include "tlm_models/machine/machine_draft.h"

namespace gf::model {
namespace {

// Assumed: the link between a root complex and its memory does not limit the memory, and is short.
constexpr double kLinkPerMemory = 2;

}  // namespace

void MachineDraft::read_memory(unsigned index) {
  const auto found = declared_[index].find("memory");
  if (found == declared_[index].end()) return;
  const FileEntry said = found->second;  // a copy: a root complex adds a device
  const DeviceKind kind = plan_.devices[index].kind;
  if (kind != DeviceKind::kHost && kind != DeviceKind::kRootComplex)
    said.place.fail(fmt::format("memory of {} {}", to_text(kind), plan_.devices[index].name),
                    "host memory only of root complexes and hosts; a GPU's is in its preset");
  const auto spec = link_spec(said.value);
  if (!spec || spec->family != LinkFamily::kBare || !spec->rate || !spec->latency)
    said.place.fail(fmt::format("memory of {} = '{}'", plan_.devices[index].name, said.value),
                    "RATE LATENCY, such as 76.8 GB/s 90 ns");
  const PlannedMemory memory{*spec->rate, *spec->latency, said.place};
  if (kind == DeviceKind::kHost)
    plan_.devices[index].memory = memory;
  else
    add_host(index, memory);
}

void MachineDraft::add_host(unsigned root, const PlannedMemory& memory) {
  unsigned number = 0;
  while (index_.count(fmt::format("host{}", number)) != 0) ++number;
  const std::string name = fmt::format("host{}", number);
  const LinkSpec link{LinkFamily::kBare, 0, 0, memory.rate * kLinkPerMemory,
                      sc_core::sc_time(1, sc_core::SC_NS)};
  add_child(root, name, link, memory.place);
  PlannedDevice& host = plan_.devices[index_.at(name)];
  host.kind = DeviceKind::kHost;
  host.memory = memory;
}

}  // namespace gf::model
