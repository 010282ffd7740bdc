// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/device/gpu.h"

#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::platforms::gpu {

void GpuParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  sm.declare(scope.child("sm"));
  memory.declare(scope.child("memory"));
}

void GpuParams::validate(const std::string& path) const {
  core::ParamGroup::validate(path);
  const unsigned most = most_sms(memory.peer_ports);
  if (sms > most) {
    core::fail_config(
        path, "sms", std::to_string(sms),
        fmt::format("1 ... {} with {}.memory.peer_ports = {}", most, path, memory.peer_ports),
        "the crossbar has 256 ports; peers, copies and other units use peer_ports each");
  }
  sm.validate(path + ".sm");
  memory.validate(path + ".memory");
}

Gpu::Gpu(const sc_core::sc_module_name& name, const GpuParams& params, unsigned number,
         hw::gpu::Deliveries& deliveries, model::PageTable& pages,
         const std::function<void(Gpu&)>& add_ports)
    : sc_module(name),
      memory("memory", params.memory, number, params.sms, deliveries, pages),
      ports_(params.sms) {
  for (unsigned i = 0; i < params.made_sms.value_or(params.sms); ++i) {
    sms_.push_back(std::make_unique<hw::gpu::Sm>(("sm_" + std::to_string(i)).c_str(), i, params.sm,
                                                 deliveries.clock(), memory, memory.name()));
    memory.connect(i, *sms_.back());
  }
  if (add_ports) add_ports(*this);
}

}  // namespace gf::platforms::gpu
