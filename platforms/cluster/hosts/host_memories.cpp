// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/hosts/host_memories.h"

#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "platforms/cluster/hosts/host_copies.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::platforms::cluster {

const pcie::DeviceModelEntry& model_of(const model::PlannedDevice& device) {
  const auto& registry = pcie::device_model_registry();
  const std::string& name = device.model->name;
  if (const pcie::DeviceModelEntry* const entry = registry.find(name)) return *entry;
  device.model->place.fail(fmt::format("model of {} = '{}'", device.name, core::excerpt(name)),
                           core::legal_names(name, registry.names()) +
                               "; --plugin FILE before the command loads others");
}

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
  for (const unsigned device : plan.of_kind(model::DeviceKind::kDevice)) {
    const model::PlannedDevice& planned = plan.devices[device];
    hosts.push_back({planned.name, {}, {}, model_of(planned).make()});
  }
}

void HostMemoryParams::declare(const core::ParamScope& root) {
  for (Host& host : hosts) {
    if (host.device) host.device->declare(root.child(host.name).child("model"));
    if (!host.memory) continue;
    const core::ParamScope scope = root.child(host.name).child("memory");
    for (const char* name : {"rate", "latency"}) scope.cite(name, host.source);
    host.memory->declare_only(scope, {"rate", "latency"});
  }
}

void HostMemories::make(unsigned number, hw::pcie::Endpoint& endpoint,
                        const pcie::TreeHardware& tree, bool always) {
  const HostMemoryParams::Host& host = params_.hosts[number];
  if (host.device) {
    if (devices_[number] == nullptr)
      devices_[number] = pcie::build_device(*host.device, host.name, endpoint, tree);
    return;
  }
  if (made_[number] != nullptr || (!host.memory && !always)) return;
  made_[number] = std::make_unique<model::SparseMemory>(
      (host.name + "_memory").c_str(), host.memory.value_or(model::SparseMemoryParams()));
  endpoint.memory.socket.bind(made_[number]->socket);
}

pcie::ByteCheck::Store HostMemories::store(unsigned number, hw::pcie::Endpoint& endpoint) {
  const std::uint64_t bytes = endpoint.window().last - endpoint.window().first + 1;
  if (is_device(number)) return {endpoint.name(), bytes, nullptr, 0, &endpoint.memory};
  return {endpoint.name(), bytes, &made_[number]->pages(), HostCopies::kBufferRoom};
}

}  // namespace gf::platforms::cluster
