// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_times.h"

#include <algorithm>
#include <limits>

namespace gf::model {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kLeastLeft = 1e-9;  ///< Part of a message below which only rounding is left.

/// The communications of one source, in the order of service.
struct Queue {
  std::vector<unsigned> order;
  std::size_t next = 0;
  bool busy = false;
  [[nodiscard]] bool empty() const { return next == order.size(); }
};

class Engine {
 public:
  Engine(PcieCongestion& model, const Schedule& graph, std::vector<CongestionStep>* steps)
      : model_(model), all_(graph.tasks), steps_(steps), times_(all_.size()) {
    for (unsigned i = 0; i < all_.size(); ++i) {
      times_[i].issued = all_[i].start.to_seconds();
      left_.push_back(static_cast<double>(all_[i].bytes.count()));
      queue_of(all_[i].src).order.push_back(i);
    }
    for (Queue& queue : queues_)
      std::stable_sort(queue.order.begin(), queue.order.end(),
                       [&](unsigned a, unsigned b) { return all_[a].start < all_[b].start; });
  }

  std::vector<PredictedTime> run() {
    while (true) {
      admit();
      if (!active_.empty()) {
        step();
      } else if (next_start() < kNever) {
        now_ = next_start();
      } else {
        return std::move(times_);
      }
    }
  }

 private:
  Queue& queue_of(unsigned src) {
    const auto at = std::find(sources_.begin(), sources_.end(), src);
    if (at != sources_.end()) return queues_[static_cast<std::size_t>(at - sources_.begin())];
    sources_.push_back(src);
    return queues_.emplace_back();
  }

  void admit() {
    for (Queue& queue : queues_) {
      if (queue.busy || queue.empty()) continue;
      const unsigned next = queue.order[queue.next];
      if (times_[next].issued > now_) continue;
      queue.busy = true;
      times_[next].begin = now_;
      active_.push_back(next);
    }
    // Sorted: the model adds up factors in this order, and their rounding must not depend on the
    // starts.
    std::sort(active_.begin(), active_.end());
  }

  /// The earliest start of a communication whose GPU is idle.
  [[nodiscard]] double next_start() const {
    double start = kNever;
    for (const Queue& queue : queues_)
      if (!queue.busy && !queue.empty())
        start = std::min(start, times_[queue.order[queue.next]].issued);
    return start;
  }

  void step() {
    flows_.clear();
    for (unsigned i : active_) flows_.push_back({all_[i].src, all_[i].dst});
    const auto& factors = model_.evaluate(flows_);
    const double rate = model_.options().bandwidth.bytes_per_second();
    // Rates hold until the set of messages changes: one ends, or another begins.
    double span = next_start() - now_;
    for (std::size_t k = 0; k < active_.size(); ++k)
      span = std::min(span, left_[active_[k]] / (factors[k].final * rate));
    for (std::size_t k = 0; k < active_.size(); ++k)
      left_[active_[k]] -= span * factors[k].final * rate;
    if (steps_ != nullptr) record(factors, span);
    now_ += span;
    retire();
  }

  void record(const std::vector<CongestionFactors>& factors, double span) {
    CongestionStep& step = steps_->emplace_back(CongestionStep{now_, now_ + span, {}});
    for (std::size_t k = 0; k < active_.size(); ++k) {
      const auto bytes = static_cast<double>(all_[active_[k]].bytes.count());
      const double left = left_[active_[k]] <= kLeastLeft * bytes ? 0 : left_[active_[k]];
      step.rows.push_back({active_[k], factors[k], bytes - left, left});
    }
  }

  void retire() {
    const auto ended = [&](unsigned i) {
      if (left_[i] > kLeastLeft * static_cast<double>(all_[i].bytes.count())) return false;
      times_[i].end = now_;
      Queue& queue = queue_of(all_[i].src);
      queue.busy = false;
      ++queue.next;
      return true;
    };
    active_.erase(std::remove_if(active_.begin(), active_.end(), ended), active_.end());
  }

  PcieCongestion& model_;
  const std::vector<Task>& all_;
  std::vector<CongestionStep>* steps_;
  std::vector<PredictedTime> times_;
  std::vector<double> left_;  ///< Bytes.
  std::vector<unsigned> sources_;
  std::vector<Queue> queues_;  ///< One per source, by first appearance.
  std::vector<unsigned> active_;
  std::vector<PcieCongestion::Flow> flows_;
  double now_ = 0;
};

}  // namespace

std::vector<PredictedTime> predict_times(PcieCongestion& model, const Schedule& graph,
                                         std::vector<CongestionStep>* steps) {
  return Engine(model, graph, steps).run();
}

double reference_seconds(const PcieCongestion& model, core::Bytes bytes) {
  return static_cast<double>(bytes.count()) / model.options().bandwidth.bytes_per_second();
}

}  // namespace gf::model
