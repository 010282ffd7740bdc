// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/gpu.h"

namespace gf::platforms::gpu {

void GpuParams::declare(const core::ParamScope& scope) {
  scope.add("sms", sms, "streaming multiprocessors of each GPU",
            "assumed: a quarter of [NUMA17]'s 64, so that runs take seconds",
            core::between(1u, 1024u));
  sm.declare(scope.child("sm"));
  memory.declare(scope.child("memory"));
}

void GpuParams::validate(const std::string& path) const {
  sm.validate(path + ".sm");
  memory.validate(path + ".memory");
}

Gpu::Gpu(const sc_core::sc_module_name& name, const GpuParams& params, unsigned number,
         hw::gpu::Deliveries& deliveries, model::PageTable& pages,
         const std::function<void(Gpu&)>& add_ports)
    : sc_module(name), memory("memory", params.memory, number, params.sms, deliveries, pages) {
  for (unsigned i = 0; i < params.sms; ++i) {
    sms_.push_back(std::make_unique<hw::gpu::Sm>(("sm_" + std::to_string(i)).c_str(), i, params.sm,
                                                 deliveries.clock(), memory, memory.name()));
    memory.connect(i, *sms_.back());
  }
  if (add_ports) add_ports(*this);
}

}  // namespace gf::platforms::gpu
