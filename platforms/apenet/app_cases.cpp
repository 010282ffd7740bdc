// SPDX-License-Identifier: Apache-2.0
// The applications of [APENET13] as users run them.
#include <cmath>
#include <fmt/format.h>

#include "platforms/apenet/app_platform.h"
#include "workloads/nodes/bfs.h"
#include "workloads/nodes/hsg.h"

namespace gf::platforms::apenet {
namespace {

constexpr Note kSpinUpdate{"spin_update", "s", "time per update of a spin"};
constexpr Note kSpinNetwork{"spin_network", "s", "time of messages per update of a spin"};
constexpr Note kSpinBoundaryNetwork{"spin_boundary_network", "s",
                                    "time of messages and boundary kernels per update of a spin"};
constexpr Note kBytesPerSpin{"bytes_per_spin", "B", "bytes of GPU memory that an update moves"};
constexpr Note kEnergy{"energy", "1", "energy of the lattice", "app.spins"};
constexpr Note kEnergyDrift{"energy_drift", "1",
                            "change of the energy since the start, which over-relaxation keeps",
                            "app.spins"};
constexpr Note kTeps{"teps", "1/s", "edges traversed per second"};
constexpr Note kEdges{"edges", "count", "edges traversed"};
constexpr Note kLevels{"levels", "count", "levels of the search"};

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
  void append_results(const model::ClusterRun& run, std::vector<Result>& results) const override {
    const double updates = app_->updates();
    const double network = seconds(run.slowest().network);
    results.push_back(kSpinUpdate.result(seconds(run.total()) / updates));
    results.push_back(kSpinNetwork.result(network / updates));
    results.push_back(
        kSpinBoundaryNetwork.result((seconds(run.slowest().boundary) + network) / updates));
    results.push_back(kBytesPerSpin.result(app_->bytes_per_spin()));
    if (!params_.spins) return;
    results.push_back(kEnergy.result(app_->energy()));
    results.push_back(kEnergyDrift.result(drift()));
  }
  [[nodiscard]] std::vector<core::OutputNote> result_notes() const override {
    return {kSpinUpdate, kSpinNetwork, kSpinBoundaryNetwork, kBytesPerSpin, kEnergy, kEnergyDrift};
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
  void append_results(const model::ClusterRun& run, std::vector<Result>& results) const override {
    const auto edges = static_cast<double>(app_->edges());
    results.push_back(kTeps.result(edges / seconds(run.total())));
    results.push_back(kEdges.result(edges));
    results.push_back(kLevels.result(app_->levels()));
  }
  [[nodiscard]] std::vector<core::OutputNote> result_notes() const override {
    return {kTeps, kEdges, kLevels};
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
