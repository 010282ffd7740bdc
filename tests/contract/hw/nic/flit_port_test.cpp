// SPDX-License-Identifier: Apache-2.0
// Holds: hw/nic/remote_segments.h hw/router/terminal_if.h
// Holds: tlm_models/link/packet_sink.h
// A card's port keeps both sides' rules: a sink of segments, and a terminal of a router with
// credits of its own. Nothing is taken without a place, nothing lost, everything comes home.
#include "tests/support/cluster_bench.h"

namespace gf::hw::nic::flit_port_test {
namespace {

/// Takes segments when it is told to, and remembers them.
class Card final : public SegmentSink {
 public:
  explicit Card(SegmentPool& pool) : pool_(pool) {}
  bool has_room(RoomClient& client) override {
    if (open) return true;
    refused_ = &client;
    return false;
  }
  void take(Segment& segment) override {
    EXPECT_TRUE(open);
    psns.push_back(segment.psn);
    bytes.emplace_back(segment.data, segment.data + segment.payload_bytes);
    at.push_back(core::now_ticks());
    pool_.recycle(segment);
  }
  void open_again() {
    open = true;
    if (refused_ != nullptr) std::exchange(refused_, nullptr)->room_again();
  }
  bool open = true;
  std::vector<Psn> psns;
  std::vector<std::vector<std::uint8_t>> bytes;
  std::vector<core::Ticks> at;

 private:
  SegmentPool& pool_;
  RoomClient* refused_ = nullptr;
};

/// The ports of a network, their cards replaced.
class FlitPortContract : public testing::Test, public test::ClusterBench, public RoomClient {
 protected:
  void build() {
    params.nodes = 8;
    params.node.gpus = 1;
    ClusterBench::build();
    for (unsigned i = 0; i < 8; ++i) {
      cards.push_back(std::make_unique<Card>(pool()));
      cluster->port(i).connect(*cards.back());
    }
  }
  Segment& make(unsigned from, unsigned to, std::uint32_t payload) {
    Segment& segment = pool().make();
    segment.source = from;
    segment.destination = to;
    segment.psn = next_++;
    segment.payload_bytes = payload;
    segment.wire_bytes = payload + 42;
    segment.data = pool().make_data();
    for (std::uint32_t i = 0; i < payload; ++i)
      segment.data[i] = static_cast<std::uint8_t>(segment.psn * 31 + i);
    return segment;
  }
  void room_again() override { ++told_; }
  /// Of the machine: ports give lost segments back to it.
  SegmentPool& pool() { return const_cast<SegmentPool&>(cluster->segments()); }
  std::vector<std::unique_ptr<Card>> cards;
  unsigned told_ = 0;
  Psn next_ = 0;
};

TEST_F(FlitPortContract, TakesWhatItHasPlacesForAndTellsOfOneThatIsFree) {
  build();
  FlitPort& port = cluster->port(0);
  for (unsigned i = 0; i < params.port.queue; ++i) {
    ASSERT_TRUE(port.has_room(*this));
    port.take(make(0, 5, 4096));
  }
  EXPECT_FALSE(port.has_room(*this));
  EXPECT_EQ(told_, 0u);
  sc_core::sc_start();
  EXPECT_EQ(told_, 1u) << "once a question";
  EXPECT_EQ(cards[5]->psns, (std::vector<Psn>{0, 1}));
  expect_quiescent();
}

/// Another process, as which this one takes a segment over by value.
class Elsewhere final : public RemoteSegmentsIf {
 public:
  Elsewhere(test::ClusterBench& bench, SegmentPool& pool, unsigned node)
      : bench_(bench), pool_(pool), node_(node) {}
  [[nodiscard]] bool is_far(unsigned node) const override { return node == node_; }
  void leaves(unsigned source, core::Cycle birth, const Segment& segment) override {
    Segment& copy = pool_.make();
    copy = segment;
    copy.data = pool_.copy_data(segment.data, segment.payload_bytes);
    bench_.cluster->port(source).expect(birth, copy);
    left.push_back(segment.psn);
    most_in_use = std::max(most_in_use, pool_.in_use());
  }
  std::vector<Psn> left;
  std::size_t most_in_use = 0;

 private:
  test::ClusterBench& bench_;
  SegmentPool& pool_;
  const unsigned node_;
};

TEST_F(FlitPortContract, ASegmentForAnotherProcessIsNotKeptBehindItsLastFlit) {
  build();
  Elsewhere elsewhere(*this, pool(), 5);
  FlitPort& port = cluster->port(0);
  port.connect(elsewhere);
  port.take(make(0, 5, 4000));
  port.take(make(0, 1, 4000));
  sc_core::sc_start();
  EXPECT_THAT(elsewhere.left, testing::ElementsAre(0)) << "the other one stays here";
  EXPECT_EQ(elsewhere.most_in_use, 3u);
  EXPECT_EQ(pool().in_use(), 0u);
  ASSERT_EQ(cards[5]->bytes.size(), 1u);
  EXPECT_EQ(cards[5]->bytes[0][17], 17u);
  EXPECT_EQ(cards[1]->psns, (std::vector<Psn>{1}));
  expect_quiescent();
}

TEST_F(FlitPortContract, ALinkCarriesAFlitACycle) {
  build();
  cluster->port(0).take(make(0, 1, 4096));
  cluster->port(0).take(make(0, 1, 4096));
  sc_core::sc_start();
  ASSERT_EQ(cards[1]->at.size(), 2u);
  const core::Ticks flits = (4096 + 42 + 31) / 32;
  EXPECT_EQ(cards[1]->at[1] - cards[1]->at[0], flits * params.net.clock.value());
}

TEST_F(FlitPortContract, ACardWithoutRoomHoldsTheNetworkBackAndNothingIsLost) {
  build();
  cards[5]->open = false;
  std::vector<std::vector<std::uint8_t>> sent;
  FlitPort& port = cluster->port(0);
  for (unsigned i = 0; i < 2; ++i) {
    Segment& segment = make(0, 5, 4096);
    sent.emplace_back(segment.data, segment.data + 4096);
    port.take(segment);
  }
  sc_core::sc_start(100, sc_core::SC_US);
  EXPECT_TRUE(cards[5]->psns.empty());
  // One segment behind the virtual channel, the flits of the next as far as there are buffers.
  EXPECT_FALSE(port.idle());
  EXPECT_LT(port.stats().flits.value(), 2u * 130u);
  EXPECT_GT(cluster->network().router(1).stats().no_credit.value(), 0u);
  const std::string report = core::explain(core::pending_waits());
  EXPECT_THAT(report, testing::HasSubstr("port_5 waits for room for a segment"));
  cards[5]->open_again();
  sc_core::sc_start();
  EXPECT_EQ(cards[5]->bytes, sent);
  expect_quiescent();
}

TEST_F(FlitPortContract, SegmentsOfManyPortsArriveWholeAndInOrderOfEachPair) {
  build();
  constexpr unsigned kRounds = 12;
  for (unsigned round = 0; round < kRounds; ++round) {
    for (unsigned from = 0; from < 8; ++from) {
      FlitPort& port = cluster->port(from);
      while (!port.has_room(*this)) sc_core::sc_start(100, sc_core::SC_NS);
      port.take(make(from, (from + 1 + round % 7) % 8, 1 + 341 * (round % 12)));
    }
  }
  sc_core::sc_start();
  std::size_t whole = 0;
  for (const auto& card : cards) {
    for (std::size_t i = 0; i < card->psns.size(); ++i, ++whole) {
      for (std::size_t b = 0; b < card->bytes[i].size(); ++b)
        ASSERT_EQ(card->bytes[i][b], static_cast<std::uint8_t>(card->psns[i] * 31 + b));
    }
  }
  EXPECT_EQ(whole, 8u * kRounds);
  expect_quiescent();
}

}  // namespace
}  // namespace gf::hw::nic::flit_port_test
