// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/messages/benchmark.h"

namespace gf::model {
namespace {

constexpr unsigned kWarmUpMessages =
    4;  ///< Messages before the clock starts: page tables, prefetch.

class PingPong final : public Benchmark {
 public:
  PingPong(MessageNetIf& net, unsigned peer) : net_(net), peer_(peer) {}

  void start(const BenchmarkRound& round) override {
    size_ = round.size;
    last_ = kWarmUpMessages + 2 * round.iterations;
    arrivals_ = 0;
    send(0);
  }
  void message_received(unsigned node, unsigned) override {
    if (++arrivals_ == kWarmUpMessages) began_ = core::now_ticks();
    if (arrivals_ < last_) {
      send(node);
    } else {
      seconds_ = seconds_since(began_);
    }
  }
  bool done() const override { return arrivals_ == last_; }
  BenchmarkSample sample() const override {
    const std::uint64_t trips = last_ - kWarmUpMessages;
    return {seconds_, trips, trips * size_};
  }

 private:
  void send(unsigned node) { net_.send(node, node == 0 ? peer_ : 0, 0); }

  MessageNetIf& net_;
  const unsigned peer_;
  std::uint64_t size_ = 0;
  unsigned arrivals_ = 0;
  unsigned last_ = 0;
  core::Ticks began_ = 0;
  double seconds_ = 0;
};

}  // namespace

std::unique_ptr<Benchmark> make_ping_pong(MessageNetIf& net, unsigned peer) {
  return std::make_unique<PingPong>(net, peer);
}

}  // namespace gf::model
