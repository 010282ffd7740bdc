// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "tlm_models/work/messages/benchmark.h"

namespace gf::model {
namespace {

/// As osu_bw and osu_bibw: a window before the clock starts, then `iterations` of them.
class Stream final : public Benchmark {
 public:
  Stream(MessageNetIf& net, unsigned peer, bool both)
      : net_(net), peer_(peer), ways_(both ? 2 : 1) {}

  void start(const BenchmarkRound& round) override {
    round_ = round;
    began_ = core::kNever;
    for (unsigned way = 0; way < ways_; ++way) {
      ways_state_[way] = {};
      begin_window(way);
    }
  }
  void message_received(unsigned node, unsigned) override {
    const unsigned way = way_to(node);
    if (++ways_state_[way].arrived % round_.window != 0) return;
    net_.send_control(node, sender(way));
  }
  void control_received(unsigned node) override {
    const unsigned way = way_from(node);
    Way& state = ways_state_[way];
    // Of two ways the earlier: the time then covers both.
    if (state.windows++ == 0) began_ = std::min(began_, core::now_ticks());
    if (state.windows <= round_.iterations) {
      begin_window(way);
    } else {
      seconds_ = seconds_since(began_);
    }
  }
  bool done() const override {
    return std::all_of(ways_state_.begin(), ways_state_.begin() + ways_,
                       [&](const Way& way) { return way.windows > round_.iterations; });
  }
  BenchmarkSample sample() const override {
    const std::uint64_t messages = std::uint64_t{round_.window} * round_.iterations;
    return {seconds_, messages, ways_ * messages * round_.size};
  }

 private:
  struct Way {
    std::uint64_t arrived = 0;
    unsigned windows = 0;  ///< Acknowledged.
  };
  [[nodiscard]] unsigned sender(unsigned way) const { return way == 0 ? 0 : peer_; }
  [[nodiscard]] unsigned receiver(unsigned way) const { return way == 0 ? peer_ : 0; }
  [[nodiscard]] unsigned way_to(unsigned node) const { return node == peer_ ? 0 : 1; }
  [[nodiscard]] unsigned way_from(unsigned node) const { return node == 0 ? 0 : 1; }
  void begin_window(unsigned way) {
    for (unsigned i = 0; i < round_.window; ++i) net_.send(sender(way), receiver(way), 0);
  }

  MessageNetIf& net_;
  const unsigned peer_;
  const unsigned ways_;
  BenchmarkRound round_;
  std::array<Way, 2> ways_state_{};
  core::Ticks began_ = 0;
  double seconds_ = 0;
};

/// Memory read: the transmission queue is never empty; the time from the first message that has
/// left to the last one. A single message counts from its call.
class Read final : public Benchmark {
 public:
  explicit Read(MessageNodes& nodes) : nodes_(nodes) {}

  void start(const BenchmarkRound& round) override {
    round_ = round;
    sent_ = 0;
    began_ = core::now_ticks();
    for (unsigned i = 0; i < total(); ++i) nodes_.send(0, 0, 0);
  }
  void message_sent(unsigned) override {
    if (++sent_ == 1 && total() > 1) began_ = core::now_ticks();
    if (done()) seconds_ = seconds_since(began_);
  }
  void message_received(unsigned, unsigned) override {}  // none is: they end on the card
  bool done() const override { return sent_ == total(); }
  BenchmarkSample sample() const override {
    const std::uint64_t messages = total() > 1 ? total() - 1 : 1;
    return {seconds_, messages, messages * round_.size};
  }

 private:
  [[nodiscard]] unsigned total() const { return round_.window * round_.iterations; }

  MessageNodes& nodes_;
  BenchmarkRound round_;
  unsigned sent_ = 0;
  core::Ticks began_ = 0;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Benchmark> make_stream(MessageNetIf& net, unsigned peer, bool both) {
  return std::make_unique<Stream>(net, peer, both);
}
std::unique_ptr<Benchmark> make_read(MessageNodes& nodes) { return std::make_unique<Read>(nodes); }

}  // namespace gf::model
