// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/error.h"
#include "tlm_models/work/messages/benchmark.h"

namespace gf::model {
namespace {

constexpr unsigned kWarmUp = 1;  ///< Steps before the clock starts, when all nodes have taken them.

class Exchange final : public Benchmark {
 public:
  Exchange(MessageNetIf& net, std::vector<std::vector<ExchangePartner>> partners)
      : net_(net), partners_(std::move(partners)), state_(partners_.size()) {
    expected_.resize(partners_.size());
    for (const auto& list : partners_) {
      for (const ExchangePartner& partner : list) {
        ++expected_[partner.node];
        regions_ = std::max(regions_, partner.region + 1);
      }
    }
  }
  unsigned regions() const override { return regions_; }

  void start(const BenchmarkRound& round) override {
    round_ = round;
    finished_ = warm_ = 0;
    for (unsigned node = 0; node < partners_.size(); ++node) {
      state_[node] = {};
      begin_step(node);
    }
  }
  void message_sent(unsigned node) override {
    ++state_[node].sent;
    advance(node);
  }
  void message_received(unsigned node, unsigned) override {
    ++state_[node].arrived;
    advance(node);
  }
  bool done() const override { return finished_ == partners_.size(); }
  BenchmarkSample sample() const override {
    std::uint64_t bytes = 0;
    for (const auto& list : partners_) bytes += list.size() * round_.size;
    return {seconds_, round_.iterations, round_.iterations * bytes / partners_.size()};
  }

 private:
  struct State {
    unsigned sent = 0;     ///< Of all steps.
    unsigned arrived = 0;  ///< Of all steps; a neighbour may be a step ahead.
    unsigned steps = 0;    ///< Taken.
  };
  void begin_step(unsigned node) {
    for (const ExchangePartner& partner : partners_[node])
      net_.send(node, partner.node, partner.region);
  }
  void advance(unsigned node) {
    State& state = state_[node];
    const unsigned wanted = state.steps + 1;
    // Sums over all steps, not counts of one: what a neighbour sends a step ahead is kept for that
    // step.
    if (state.sent < wanted * partners_[node].size()) return;
    if (state.arrived < wanted * expected_[node]) return;
    ++state.steps;
    if (state.steps == kWarmUp && ++warm_ == partners_.size()) began_ = core::now_ticks();
    if (state.steps < kWarmUp + round_.iterations) {
      begin_step(node);
    } else if (++finished_ == partners_.size()) {
      seconds_ = seconds_since(began_);
    }
  }

  MessageNetIf& net_;
  const std::vector<std::vector<ExchangePartner>> partners_;  ///< By node.
  std::vector<unsigned> expected_;                            ///< Messages a step, by receiver.
  unsigned regions_ = 1;
  BenchmarkRound round_;
  std::vector<State> state_;
  std::size_t warm_ = 0;
  std::size_t finished_ = 0;
  core::Ticks began_ = 0;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Benchmark> make_exchange(MessageNetIf& net,
                                         std::vector<std::vector<ExchangePartner>> partners) {
  return std::make_unique<Exchange>(net, std::move(partners));
}

}  // namespace gf::model
