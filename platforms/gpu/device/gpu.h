// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "hw/gpu/memory/gpu_memory.h"
#include "hw/gpu/sm/sm.h"

namespace gf::platforms::gpu {

/// Returns the most SMs of a GPU that the ports of its crossbar allow.
constexpr unsigned most_sms(unsigned peer_ports) {
  return hw::gpu::Crossbar::kMostPorts - 3 * peer_ports;
}

/// One GPU of a node.
struct GpuParams : core::ParamGroup {
  core::Param<unsigned> sms =
      param("sms", 16u, "streaming multiprocessors per GPU",
            "assumed: a quarter of [NUMA17]'s 64, so that runs take seconds",
            core::between(1u, most_sms(1)),
            core::experiment_choice("the size of the machine, so that runs take seconds"));
  /// SMs that are made; empty: all. Nothing runs on the others: only their memory ports exist.
  std::optional<unsigned> made_sms;
  hw::gpu::SmParams sm;
  hw::gpu::MemoryParams memory;

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
};

/// A GPU: its SMs over its memory.
///
///     sm_0 ... sm_n --take()--> memory --to_peers--> fabric
///                                      <-from_peers--
class Gpu final : public sc_core::sc_module {
 public:
  /// `number`: in the node. `add_ports` is called during construction, so the modules it makes have
  /// this GPU's path. It may be empty.
  Gpu(const sc_core::sc_module_name& name, const GpuParams& params, unsigned number,
      hw::gpu::Deliveries& deliveries, model::PageTable& pages,
      const std::function<void(Gpu&)>& add_ports);

  hw::gpu::GpuMemory memory;

  [[nodiscard]] unsigned sms() const { return static_cast<unsigned>(sms_.size()); }
  [[nodiscard]] unsigned ports() const { return ports_; }  ///< Of SMs, at the memory.
  [[nodiscard]] hw::gpu::Sm& sm(unsigned number) { return *sms_[number]; }
  [[nodiscard]] const hw::gpu::Sm& sm(unsigned number) const { return *sms_[number]; }

 private:
  const unsigned ports_;
  std::vector<std::unique_ptr<hw::gpu::Sm>> sms_;
};

}  // namespace gf::platforms::gpu
