// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/apenet/benchmark_run.h"
#include "platforms/apenet/benchmark_settings.h"
#include "platforms/apenet/card_choice.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "tlm_models/host/isolated_put.h"

namespace gf::platforms::apenet {

/// Nodes with APEnet+ cards, one GPU each, running a communication benchmark ([APENET13]), or, on a
/// cluster, a schedule of copies. A cluster's benchmark may use InfiniBand instead of the cards.
class ApenetPlatform final : public Platform {
 public:
  enum class Kind { kNode, kCluster };  ///< A looped-back card, or a torus.
  explicit ApenetPlatform(Kind kind);

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  /// Keeps a message in the form of IsolatedPut::text(); not possible with a schedule.
  [[nodiscard]] bool keep_only(const std::string& flow) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override { return cards_->graph(); }

 protected:
  [[nodiscard]] RunProgress progress() const override;
  void judge(RunOutcome& outcome) override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

 private:
  [[nodiscard]] const char* name() const;
  void check_settings() const;
  void build_schedule(std::uint64_t seed);
  void build_benchmark();

  const Kind kind_;
  BenchmarkSettings settings_;
  CardChoice choice_;
  std::unique_ptr<cluster::CardIf> cards_;
  std::optional<model::IsolatedPut> alone_;  ///< The only message that is sent, if set.
  std::optional<BenchmarkRun> benchmark_;    ///< Empty: a schedule runs.
  schedule::SchedulePart schedule_{schedule::RunnerParams(
      core::gigabytes_per_second(144), "data sheet of the Tesla C2050, ECC off")};
};

}  // namespace gf::platforms::apenet
