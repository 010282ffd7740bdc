// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/apenet/app_runner.h"
#include "platforms/apenet/nodes/apenet_cluster.h"
#include "platforms/platform.h"

namespace gf::platforms::apenet {

/// An application as users run it: its parameters, the application itself and its results.
class AppCase {
 public:
  virtual ~AppCase() = default;
  virtual void declare(const core::ParamScope& scope) = 0;
  /// Throws UserError when the parameters describe no valid application.
  virtual model::ClusterApp& build(unsigned ranks, std::uint64_t seed) = 0;
  /// Returns an error in the application's results; "" if there is none. Call after a whole run.
  [[nodiscard]] virtual std::string check() const = 0;
  virtual void append_results(const AppRunner& runner, std::vector<Result>& results) const = 0;
  [[nodiscard]] virtual std::vector<core::OutputNote> result_notes() const = 0;
  /// Returns one line: "# Heisenberg spin glass, ...".
  [[nodiscard]] virtual std::string title() const = 0;
};
std::unique_ptr<AppCase> make_hsg_case();
std::unique_ptr<AppCase> make_bfs_case();

/// An application on a torus of APEnet+ cards, with one rank per node, or the same over InfiniBand.
class AppPlatform final : public Platform {
 public:
  AppPlatform(std::string name, std::unique_ptr<AppCase> app);

  [[nodiscard]] Outputs outputs() const override {
    return Outputs{AppRunner::result_notes()} + Outputs{app_->result_notes()};
  }
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;

 private:
  std::unique_ptr<AppRunner> over_cards(model::ClusterApp& app, std::uint64_t seed);
  std::unique_ptr<AppRunner> over_ib(model::ClusterApp& app, std::uint64_t seed);

  const std::string name_;
  std::unique_ptr<AppCase> app_;
  ApenetClusterParams params_;
  AppRunnerParams carried_;
  std::unique_ptr<ApenetCluster> cluster_;  ///< Of the cards, or null.
  std::unique_ptr<IbCluster> ib_cluster_;   ///< Of InfiniBand, or null.
  std::unique_ptr<AppRunner> runner_;
};

}  // namespace gf::platforms::apenet
