// SPDX-License-Identifier: Apache-2.0
// Section VIII again: orders of a halo exchange from the whole range of the model's ranking, at
// packet level, with one queue per class and with virtual output queues. The model is most likely
// wrong in the orders chosen as its extremes (halo.cpp); these orders are not chosen by a time.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <utility>

#include "papers/means.h"
#include "papers/sc16_pcie/copies.h"
#include "papers/sc16_pcie/pcie_experiments.h"
#include "tlm_models/analytic/halo_sweep.h"
#include "tlm_models/analytic/pcie_times.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::papers::sc16 {
namespace {

using model::workload::Neighbours;

constexpr unsigned kSampled = 25;
constexpr std::uint64_t kMessage = kMiB;
/// Shares of (8)'s blocking used in the model.
constexpr std::array<double, 5> kShares = {0, 0.25, 0.5, 0.75, 1};

std::string name_of(unsigned order) { return fmt::format("order_{}", order); }

/// Returns kSampled orders at equal distances of rank, the model's fastest first, its slowest last.
std::vector<Neighbours> sample(const Neighbours& neighbours, Judge& judge) {
  const auto turn = judge.turn();
  const model::HaloSweep sweep(model::pcie_tree_t2(), {}, neighbours);
  std::vector<Neighbours> orders;
  for (std::uint64_t i = 0; i < kSampled; ++i)
    orders.push_back(sweep.order(sweep.ranked(i * (sweep.count() - 1) / (kSampled - 1))));
  return orders;
}

/// Returns the times of `orders` in the model with that share of (8), in T_ref.
std::vector<double> model_times(const std::vector<Neighbours>& orders, double share) {
  model::PcieModelOptions options;
  options.hol_share = share;
  model::PcieCongestion model(model::pcie_tree_t2(), options);
  const core::Bytes bytes(kMessage);
  std::vector<double> times;
  for (const Neighbours& order : orders) {
    double last = 0;
    for (const auto& copy : predict_times(model, model::workload::halo("order", order, bytes)))
      last = std::max(last, copy.end);
    times.push_back(last / reference_seconds(model, bytes));
  }
  return times;
}

/// Returns the same times at packet level.
std::vector<double> packet_times(const runs::Run& run) {
  const std::map<std::string, double> ends = last_ends(records_of(run));
  std::vector<double> times;
  for (unsigned i = 0; i < kSampled; ++i)
    times.push_back(ends.at(name_of(i)) / (kMessage / kBandwidth));
  return times;
}

/// Relative deviation of a model's times from others, in per cent: mean and standard deviation.
struct Scatter {
  double mean;
  double spread;
};
Scatter scatter_of(const std::vector<double>& model, const std::vector<double>& packets) {
  std::vector<double> errors, squares;
  for (std::size_t i = 0; i < model.size(); ++i)
    errors.push_back(100 * (model[i] / packets[i] - 1));
  const double middle = mean(errors);
  for (const double error : errors) squares.push_back((error - middle) * (error - middle));
  return {middle, std::sqrt(mean(squares))};
}

/// Returns the share of (8) at which the spread of the model's times around those of packets is
/// smallest. A deviation common to all orders, such as the setup of copies, does not count.
double best_share(const std::vector<Neighbours>& orders, const std::vector<double>& packets) {
  std::pair<double, double> best{1e9, 0};
  for (const double share : kShares)
    best = std::min(best, std::pair(scatter_of(model_times(orders, share), packets).spread, share));
  return best.second;
}

Figure figure_of(const std::vector<double>& model, const std::vector<double>& fifo,
                 const std::vector<double>& voq) {
  Chart chart;
  chart.x = {"time in the model", "T_ref", Scale::kLinear, {}, {}, {}};
  chart.y = {"time at packet level", "T_ref", Scale::kLinear, 0.0, {}, {}};
  chart.series = {{"equal to the model", Role::kAnalytic, Mark::kLine, model, model, ""},
                  {"one queue per class", Role::kSimulated, Mark::kPoints, model, fifo, ""},
                  {"virtual output queues", Role::kSimulated, Mark::kPoints, model, voq, ""}};
  return {"orders", "Orders at packet level against the model",
          "25 orders evenly spaced in the model's ranking. The slowest at packet level is not the "
          "slowest of the model.",
          chart};
}

void judge_orders(const std::string& id, const Neighbours& neighbours, Judge& judge) {
  const std::vector<Neighbours> orders = sample(neighbours, judge);
  Graphs graphs;
  for (unsigned i = 0; i < kSampled; ++i) graphs.add_order(name_of(i), orders[i], kMessage);
  const runs::Run with_fifo = judge.ask(on_t2(graphs), "25 orders, 1 MiB");
  const runs::Run with_voq =
      judge.ask(on_t2(graphs, {"*.queueing=voq"}), "25 orders, 1 MiB, virtual output queues");
  const std::vector<double> fifo = packet_times(with_fifo), voq = packet_times(with_voq);
  const std::vector<double> model = model_times(orders, 1);
  judge.set(id + ".ratio", most(fifo) / least(fifo));
  judge.set(id + ".model", scatter_of(model, fifo).mean);
  judge.set(id + ".spread", scatter_of(model, fifo).spread);
  judge.set(id + ".share", best_share(orders, fifo));
  judge.set(id + ".voq", scatter_of(voq, fifo).mean);
  judge.set(id + ".voq.ratio", most(voq) / least(voq));
  judge.set(id + ".voq.share", best_share(orders, voq));
  judge.draw(figure_of(model, fifo, voq));
}

}  // namespace

void halo_orders_2d(Judge& judge) {
  judge_orders("pcie.halo.2d", model::workload::halo_2d_neighbours(8), judge);
}

void halo_orders_3d(Judge& judge) {
  judge_orders("pcie.halo.3d", model::workload::halo_3d_neighbours(8), judge);
}

}  // namespace gf::papers::sc16
