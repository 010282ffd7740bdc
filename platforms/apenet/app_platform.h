// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/apenet/card_choice.h"
#include "platforms/platform.h"
#include "workloads/nodes/cluster_run.h"

namespace gf::platforms::apenet {

inline double seconds(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

/// An application as users run it: its parameters, the application itself and its results.
class AppCase {
 public:
  virtual ~AppCase() = default;
  virtual void declare(const core::ParamScope& scope) = 0;
  /// Throws UserError when the parameters describe no valid application.
  virtual model::ClusterApp& build(unsigned ranks, std::uint64_t seed) = 0;
  /// Returns an error in the application's results; "" if there is none. Call after a whole run.
  [[nodiscard]] virtual std::string check() const = 0;
  virtual void append_results(const model::ClusterRun& run, std::vector<Result>& results) const = 0;
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

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override { return cards_->graph(); }

 protected:
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;

 private:
  const std::string name_;
  std::unique_ptr<AppCase> app_;
  CardChoice choice_;
  std::unique_ptr<cluster::CardIf> cards_;
  std::unique_ptr<model::ClusterRun> run_;
};

}  // namespace gf::platforms::apenet
