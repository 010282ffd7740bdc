// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/host_memories.h"

#include <fmt/format.h>

#include "tlm_models/machine/machine_presets.h"

namespace gf::platforms::cluster {

HostMemoryParams::HostMemoryParams(const model::MachinePlan& plan) {
  for (const unsigned device : plan.of_kind(model::DeviceKind::kHost)) {
    const model::PlannedDevice& planned = plan.devices[device];
    Host& host = hosts.emplace_back();
    host.name = planned.name;
    if (!planned.memory) continue;
    const model::FilePlace& place = planned.memory->place;
    host.source = model::is_machine_preset(place.file)
                      ? "assumed: the machine's file"
                      : fmt::format("the machine's file, line {}", place.line);
    model::SparseMemoryParams& params = host.memory.emplace();
    params.size = core::Bytes(1ull << 40);  // the window of the endpoint is what limits addresses
    params.rate = planned.memory->rate;
    params.latency = planned.memory->latency;
  }
}

void HostMemoryParams::declare(const core::ParamScope& root) {
  for (Host& host : hosts) {
    if (!host.memory) continue;
    const core::ParamScope scope = root.child(host.name).child("memory");
    for (const char* name : {"rate", "latency"}) scope.cite(name, host.source);
    host.memory->declare_only(scope, {"rate", "latency"});
  }
}

void HostMemories::make(unsigned number, hw::pcie::Endpoint& endpoint, bool always) {
  const HostMemoryParams::Host& host = params_.hosts[number];
  if (made_[number] != nullptr || (!host.memory && !always)) return;
  made_[number] = std::make_unique<model::SparseMemory>(
      (host.name + "_memory").c_str(), host.memory.value_or(model::SparseMemoryParams()));
  endpoint.memory.socket.bind(made_[number]->socket);
}

}  // namespace gf::platforms::cluster
