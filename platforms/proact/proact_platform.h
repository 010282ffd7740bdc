// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/proact/app_choice.h"
#include "platforms/proact/host_program.h"
#include "platforms/proact/networked_gpus.h"
#include "platforms/proact/region/region_check.h"
#include "platforms/proact/run_report.h"
#include "platforms/proact/systems.h"

namespace gf::platforms::proact {

/// GPUs that share a region of memory, and a mechanism that keeps its copies alike ([PROACT21]).
class ProactPlatform final : public Platform {
 public:
  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;
  [[nodiscard]] std::vector<core::LinkSender> link_senders() const override;

  /// Returns the size of the application's region. Call after declare(), instead of build().
  std::uint64_t region_bytes(std::uint64_t seed);

 protected:
  [[nodiscard]] RunProgress progress() const override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

 private:
  void make_app(std::uint64_t seed);
  void make_fabric(std::uint64_t seed);
  [[nodiscard]] std::string text() const;  ///< A line about the run.
  /// Compares copies and loads; returns the errors.
  std::vector<std::string> check_region();

  std::string system_ = "4x_volta";
  std::string mechanism_name_ = "polling";
  AppChoice choice_;
  bool check_ = false;
  SystemParams params_;
  std::unique_ptr<model::proact::SharedApp> app_;
  std::optional<RegionLayout> layout_;
  model::Workload data_;
  std::unique_ptr<Mechanism> mechanism_;
  std::unique_ptr<gpu::Fabric> fabric_;
  NetworkedGpus* far_ = nullptr;  ///< The fabric, if there are several nodes.
  std::unique_ptr<gpu::GpuNode> node_;
  std::unique_ptr<HostTimer> timer_;
  std::unique_ptr<HostProgram> host_;
  std::unique_ptr<RegionCheck> region_check_;
  std::vector<PortRow> ports_;   ///< Filled when the run is over.
  std::vector<Result> checked_;  ///< Results of region_check_.
};

}  // namespace gf::platforms::proact
