// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/base/error.h"
#include "workloads/messages/benchmark.h"

namespace gf::model {
namespace {

constexpr unsigned kWarmUp = 1;  ///< Steps of all nodes before the clock starts.

class Exchange final : public Benchmark {
 public:
  Exchange(MessageIf& net, std::vector<std::vector<ExchangePartner>> partners)
      : Benchmark(From::kLast),
        net_(net),
        partners_(std::move(partners)),
        state_(partners_.size()) {
    expected_.resize(partners_.size());
    for (const auto& list : partners_) {
      for (const ExchangePartner& partner : list) {
        ++expected_[partner.node];
        regions_ = std::max(regions_, partner.region + 1);
      }
    }
  }
  unsigned regions() const override { return regions_; }

  void message_sent(unsigned node) override {
    ++state_[node].sent;
    advance(node);
  }
  void message_received(unsigned node, unsigned) override {
    ++state_[node].arrived;
    advance(node);
  }
  [[nodiscard]] bool waits_for_sends() const override { return true; }
  bool done() const override {
    for (unsigned node = 0; node < partners_.size(); ++node)
      if (net_.acts_here(node) && state_[node].steps < last()) return false;
    return true;
  }

 private:
  struct State {
    unsigned sent = 0;     ///< Of all steps.
    unsigned arrived = 0;  ///< Of all steps; a neighbour may be a step ahead.
    unsigned steps = 0;    ///< Taken.
  };
  void begin() override {
    for (unsigned node = 0; node < partners_.size(); ++node) {
      state_[node] = {};
      if (net_.acts_here(node)) begin_step(node);
    }
  }
  std::uint64_t messages() const override { return round().iterations; }
  std::uint64_t bytes() const override {
    std::uint64_t bytes = 0;
    for (const auto& list : partners_) bytes += list.size() * round().size;
    return round().iterations * bytes / partners_.size();
  }
  [[nodiscard]] unsigned last() const { return kWarmUp + round().iterations; }
  void begin_step(unsigned node) {
    for (const ExchangePartner& partner : partners_[node])
      net_.send(node, partner.node, partner.region);
  }
  void advance(unsigned node) {
    State& state = state_[node];
    const unsigned wanted = state.steps + 1;
    // Sums over all steps, not counts per step: messages of a neighbour that is a step ahead count
    // for the next step.
    if (state.sent < wanted * partners_[node].size()) return;
    if (state.arrived < wanted * expected_[node]) return;
    ++state.steps;
    if (state.steps == kWarmUp) clock_begins();
    if (state.steps < last())
      begin_step(node);
    else
      clock_ends();
  }

  MessageIf& net_;
  const std::vector<std::vector<ExchangePartner>> partners_;  ///< By node.
  std::vector<unsigned> expected_;                            ///< Messages per step, by receiver.
  unsigned regions_ = 1;
  std::vector<State> state_;
};

}  // namespace

std::unique_ptr<Benchmark> make_exchange(MessageIf& net,
                                         std::vector<std::vector<ExchangePartner>> partners) {
  return std::make_unique<Exchange>(net, std::move(partners));
}

}  // namespace gf::model
