// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/gpu/fabrics/fabric.h"
#include "platforms/gpu/node_platform.h"

namespace gf::platforms::gpu {

/// GPUs joined by NVLink or by a PCIe tree, running a workload. The systems of [PROACT21], Table I,
/// are files for --config: platforms/gpu/presets/{kepler,pascal,volta}_4x.ini, volta_16x.ini.
class GpuPlatform final : public NodePlatform {
 public:
  GpuPlatform() : NodePlatform("stencil3d", "assumed") {}
  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override {
    write_schedule(directory);
  }

 private:
  /// Declares `preset` and applies the chosen one to the parameters declared after it.
  void declare_preset(const core::ParamScope& root);

  std::string preset_ = "none";
  FabricParams fabric_params_;
  std::unique_ptr<Fabric> fabric_;
};

}  // namespace gf::platforms::gpu
