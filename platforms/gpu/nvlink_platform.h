// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/time/watchdog.h"
#include "platforms/gpu/fabrics/link_report.h"
#include "platforms/gpu/fabrics/nvlink_fabric.h"
#include "platforms/gpu/node_platform.h"

namespace gf::platforms::gpu {

/// GPUs joined by NVLink with reversible lanes, running a workload ([NUMA17]).
class NvlinkPlatform final : public NodePlatform {
 public:
  NvlinkPlatform() : NodePlatform("hpgmg_uvm", "[NUMA17], Fig. 1") {}
  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

 private:
  NvlinkFabricParams fabric_params_;
  std::unique_ptr<NvlinkFabric> fabric_;
  std::vector<LinkRow> rows_;  ///< Filled when the run is over.
};

}  // namespace gf::platforms::gpu
