// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/benchmark.h"

namespace gf::model {
namespace {

constexpr unsigned kWarmUpTrips = 4;  ///< Before the clock starts: page tables, prefetch.

/// Node 0 counts the trips; the peer sends each message back.
class PingPong final : public Benchmark {
 public:
  PingPong(MessageIf& net, unsigned peer)
      : Benchmark(From::kFirst), net_(net), peer_(peer), trips_back_(peer == 0 ? 1 : 2) {}

  void message_received(unsigned node, unsigned) override {
    if (node != 0) return net_.send(node, 0, 0);
    trips_ += trips_back_;
    if (trips_ == kWarmUpTrips) clock_begins();
    trips_ < last() ? net_.send(0, peer_, 0) : clock_ends();
  }
  bool done() const override { return !net_.acts_here(0) || trips_ == last(); }

 private:
  void begin() override {
    trips_ = 0;
    if (net_.acts_here(0)) net_.send(0, peer_, 0);
  }
  std::uint64_t messages() const override { return 2ull * round().iterations; }
  std::uint64_t bytes() const override { return messages() * round().size; }
  [[nodiscard]] unsigned last() const { return kWarmUpTrips + 2 * round().iterations; }

  MessageIf& net_;
  const unsigned peer_;
  const unsigned trips_back_;  ///< Trips since the previous message to node 0.
  unsigned trips_ = 0;         ///< Trips between nodes until the last message to node 0.
};

}  // namespace

std::unique_ptr<Benchmark> make_ping_pong(MessageIf& net, unsigned peer) {
  return std::make_unique<PingPong>(net, peer);
}

}  // namespace gf::model
