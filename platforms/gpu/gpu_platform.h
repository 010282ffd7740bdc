// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/gpu/fabric.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/gpu/workload_choice.h"
#include "platforms/platform.h"

namespace gf::platforms::gpu {

/// GPUs joined by NVLink or by a PCIe tree, running a workload. The systems of [PROACT21], Table I,
/// are files for --config: platforms/gpu/presets/{kepler,pascal,volta}_4x.ini, volta_16x.ini.
class GpuPlatform final : public Platform {
 public:
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  void print_topology(std::ostream& out, const std::string& format) const override;
  RunOutcome run(const RunContext& context) override;

 private:
  [[nodiscard]] std::vector<Result> results() const;
  [[nodiscard]] std::string traffic_table() const;

  WorkloadChoice choice_{"stencil3d", "", "small"};
  GpuNodeParams node_params_;
  FabricParams fabric_params_;
  model::Workload workload_;
  std::unique_ptr<Fabric> fabric_;
  std::unique_ptr<GpuNode> node_;
};

}  // namespace gf::platforms::gpu
