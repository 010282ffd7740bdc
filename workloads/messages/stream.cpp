// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "workloads/messages/benchmark.h"

namespace gf::model {
namespace {

/// Works as osu_bw and osu_bibw: one window before the clock starts, then `iterations` measured
/// windows.
class Stream final : public Benchmark {
 public:
  Stream(MessageIf& net, unsigned peer, bool both)
      : Benchmark(From::kFirst), net_(net), peer_(peer), ways_(both ? 2 : 1) {}

  void message_received(unsigned node, unsigned) override {
    const unsigned way = way_to(node);
    if (++ways_state_[way].arrived % round().window != 0) return;
    net_.send_control(node, sender(way));
  }
  void control_received(unsigned node) override {
    const unsigned way = way_from(node);
    StreamState& state = ways_state_[way];
    if (state.windows++ == 0) clock_begins();
    if (state.windows <= round().iterations)
      begin_window(way);
    else
      clock_ends();
  }
  bool done() const override {
    for (unsigned way = 0; way < ways_; ++way)
      if (net_.acts_here(sender(way)) && ways_state_[way].windows <= round().iterations)
        return false;
    return true;
  }

 private:
  void begin() override {
    for (unsigned way = 0; way < ways_; ++way) {
      ways_state_[way] = {};
      if (net_.acts_here(sender(way))) begin_window(way);
    }
  }
  std::uint64_t messages() const override {
    return std::uint64_t{round().window} * round().iterations;
  }
  std::uint64_t bytes() const override { return ways_ * messages() * round().size; }

  struct StreamState {
    std::uint64_t arrived = 0;  ///< At its receiver.
    unsigned windows = 0;       ///< Acknowledged to its sender.
  };
  [[nodiscard]] unsigned sender(unsigned way) const { return way == 0 ? 0 : peer_; }
  [[nodiscard]] unsigned receiver(unsigned way) const { return way == 0 ? peer_ : 0; }
  [[nodiscard]] unsigned way_to(unsigned node) const { return node == peer_ ? 0 : 1; }
  [[nodiscard]] unsigned way_from(unsigned node) const { return node == 0 ? 0 : 1; }
  void begin_window(unsigned way) {
    for (unsigned i = 0; i < round().window; ++i) net_.send(sender(way), receiver(way), 0);
  }

  MessageIf& net_;
  const unsigned peer_;
  const unsigned ways_;
  std::array<StreamState, 2> ways_state_{};
};

/// Measures how fast the card reads memory while its transmission queue is never empty, from the
/// first message that has left to the last one. A single message is measured from its call.
class Read final : public Benchmark {
 public:
  explicit Read(MessageIf& net) : Benchmark(From::kFirst), net_(net) {}

  void message_sent(unsigned) override {
    if (++sent_ == 1 && total() > 1) clock_begins();
    if (sent_ == total()) clock_ends();
  }
  void message_received(unsigned, unsigned) override {}  // none arrives: they end on the card
  [[nodiscard]] bool waits_for_sends() const override { return true; }
  bool done() const override { return !net_.acts_here(0) || sent_ == total(); }

 private:
  void begin() override {
    sent_ = 0;
    if (!net_.acts_here(0)) return;
    if (total() == 1) clock_begins();
    for (unsigned i = 0; i < total(); ++i) net_.send(0, 0, 0);
  }
  std::uint64_t messages() const override { return total() > 1 ? total() - 1 : 1; }
  std::uint64_t bytes() const override { return messages() * round().size; }
  [[nodiscard]] unsigned total() const { return round().window * round().iterations; }

  MessageIf& net_;
  unsigned sent_ = 0;
};

}  // namespace

std::unique_ptr<Benchmark> make_stream(MessageIf& net, unsigned peer, bool both) {
  return std::make_unique<Stream>(net, peer, both);
}
std::unique_ptr<Benchmark> make_read(MessageIf& net) { return std::make_unique<Read>(net); }

}  // namespace gf::model
