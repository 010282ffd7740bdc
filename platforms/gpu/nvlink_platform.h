// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/watchdog.h"
#include "platforms/gpu/gpu_node.h"
#include "platforms/gpu/link_report.h"
#include "platforms/gpu/nvlink_fabric.h"
#include "platforms/gpu/workload_choice.h"
#include "platforms/platform.h"

namespace gf::platforms::gpu {

/// GPUs joined by NVLink with reversible lanes, running a workload ([NUMA17]).
class NvlinkPlatform final : public Platform {
 public:
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  void print_topology(std::ostream& out, const std::string& format) const override;
  RunOutcome run(const RunContext& context) override;

 private:
  [[nodiscard]] std::vector<Result> results(const std::vector<LinkRow>& rows) const;

  WorkloadChoice choice_{"hpgmg_uvm", "", "small"};
  GpuNodeParams node_params_;
  NvlinkFabricParams fabric_params_;
  model::Workload workload_;
  std::unique_ptr<NvlinkFabric> fabric_;
  std::unique_ptr<GpuNode> node_;
};

}  // namespace gf::platforms::gpu
