// SPDX-License-Identifier: Apache-2.0
// The applications of [APENET13] as users run them.
#include <cmath>
#include <fmt/format.h>

#include "platforms/apenet/app_platform.h"
#include "workloads/nodes/bfs.h"
#include "workloads/nodes/hsg.h"

namespace gf::platforms::apenet {
namespace {

class HsgCase final : public AppCase {
 public:
  void declare(const core::ParamScope& scope) override { params_.declare(scope); }
  model::ClusterApp& build(unsigned ranks, std::uint64_t seed) override {
    // One rank per node: the machine's shape decides, not a parameter of the application.
    params_.ranks = ranks;
    params_.seed = seed;
    params_.validate("app");
    app_ = std::make_unique<model::Hsg>(params_);
    if (params_.spins) before_ = app_->energy();
    return *app_;
  }
  /// Over-relaxation keeps the energy, except for the rounding of single precision.
  [[nodiscard]] std::string check() const override {
    if (!params_.spins || drift() < kMostDrift) return {};
    return fmt::format("the energy went from {} to {}", before_, app_->energy());
  }
  void append_results(const AppRunner& runner, std::vector<Result>& results) const override {
    const double updates = app_->updates();
    results.push_back({"spin_update", runner.total() / updates, "s"});
    results.push_back({"spin_network", runner.network() / updates, "s"});
    results.push_back(
        {"spin_boundary_network", (runner.boundary() + runner.network()) / updates, "s"});
    results.push_back({"bytes_per_spin", app_->bytes_per_spin(), "B"});
    if (!params_.spins) return;
    results.push_back({"energy", app_->energy(), "1"});
    results.push_back({"energy_drift", drift(), "1"});
  }
  [[nodiscard]] std::string title() const override {
    return fmt::format("# Heisenberg spin glass, L = {}, {} ranks, {} sweeps\n", params_.l,
                       params_.ranks, params_.sweeps);
  }

 private:
  static constexpr double kMostDrift = 1e-5;
  /// Change of the energy per spin, in units of the couplings' deviation.
  [[nodiscard]] double drift() const {
    return std::abs(app_->energy() - before_) / std::pow(params_.l.get(), 3);
  }
  model::HsgParams params_;
  std::unique_ptr<model::Hsg> app_;
  double before_ = 0;
};

class BfsCase final : public AppCase {
 public:
  void declare(const core::ParamScope& scope) override { params_.declare(scope); }
  model::ClusterApp& build(unsigned ranks, std::uint64_t seed) override {
    params_.ranks = ranks;
    params_.seed = seed;
    app_ = std::make_unique<model::Bfs>(params_);
    return *app_;
  }
  [[nodiscard]] std::string check() const override { return app_->check(); }
  void append_results(const AppRunner& runner, std::vector<Result>& results) const override {
    const auto edges = static_cast<double>(app_->edges());
    results.push_back({"teps", edges / runner.total(), "1/s"});
    results.push_back({"edges", edges, "count"});
    results.push_back({"levels", static_cast<double>(app_->levels()), "count"});
  }
  [[nodiscard]] std::string title() const override {
    return fmt::format("# Graph500 BFS, scale {}, edge factor {}, {} ranks, root {}\n",
                       params_.scale, params_.edge_factor, params_.ranks, app_->root());
  }

 private:
  model::BfsParams params_;
  std::unique_ptr<model::Bfs> app_;
};

}  // namespace

std::unique_ptr<AppCase> make_hsg_case() { return std::make_unique<HsgCase>(); }
std::unique_ptr<AppCase> make_bfs_case() { return std::make_unique<BfsCase>(); }

}  // namespace gf::platforms::apenet
