// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/piece_carrier_if.h hw/proact/transfer_agent.h hw/proact/chunk_table.h
// Chunks for GPUs that no store reaches: what the agent hands over and when, and what the pusher
// makes of it.
#include "hw/proact/rdma_pusher.h"

#include "tests/support/matchers.h"
#include "tests/support/proact_agent_bench.h"

namespace gf::test::rdma_pusher_test {
namespace {

using hw::proact::Piece;
using hw::proact::PieceClient;
using hw::proact::Region;

constexpr std::uint64_t kChunk = 4096;

/// Reaches some GPUs, writes down what it is given and keeps it.
class Carrier final : public hw::proact::PieceCarrierIf {
 public:
  std::vector<unsigned> reaches;
  std::vector<Piece> pieces;
  std::vector<core::Cycle> at;
  PieceClient* client = nullptr;

  [[nodiscard]] bool carries_to(unsigned gpu) const override {
    return std::find(reaches.begin(), reaches.end(), gpu) != reaches.end();
  }
  void carry(const Piece& piece, PieceClient& from, core::Cycle now) override {
    pieces.push_back(piece);
    at.push_back(now);
    client = &from;
  }
};

/// GPU 0 of three, whose unit has a carrier to the GPUs of `reaches`, and a chunk that is written.
struct CarriedChunk : ToPeer {
  explicit CarriedChunk(const std::vector<unsigned>& reaches) {
    carrier.reaches = reaches;
    unit().set_carrier(carrier);
    unit().add_region(region);
    unit().arm(0, chunk_by_cta(region));
    write(region, 0);
    finish(0, 0, 1000);
  }
  Carrier carrier;
  const Region region = ProactBench::region(kChunk, kChunk, 3);
};

/// Counter, descriptor, start, as transfer_agent_test adds them up.
constexpr core::Cycle kHandedOver = 1001 + 4 + 1 + 20 + 10 + 101 + 30 + 20 + 10;

TEST(PieceCarrier, GetsTheSegmentWhenItsFirstPacketIsReadAndTheOthersAreStoredTo) {
  CarriedChunk bench({2});
  sc_core::sc_start();
  ASSERT_THAT(bench.carrier.pieces, SizeIs(1));
  const Piece& piece = bench.carrier.pieces[0];
  EXPECT_EQ(piece.source, bench.region.physical(0, 0));
  EXPECT_EQ(piece.destination, bench.region.physical(2, 0));
  EXPECT_EQ(piece.bytes, kChunk);
  EXPECT_THAT(bench.carrier.at, ElementsAre(kHandedOver));
  EXPECT_THAT(bench.peer.bytes, SizeIs(16)) << "packets of 256 B, to GPU 1 alone";
  EXPECT_THAT(bench.log.sent, SizeIs(0)) << "the piece has not ended";
  EXPECT_FALSE(bench.unit().idle());
}

TEST(PieceCarrier, EndsTheChunkWithItsLastPieceInTheNextCycle) {
  CarriedChunk bench({1, 2});
  sc_core::sc_start(5, sc_core::SC_US);
  ASSERT_THAT(bench.carrier.pieces, SizeIs(2));
  EXPECT_EQ(bench.stats().read_bytes.value(), 0u) << "the carrier reads what there is to read";
  bench.carrier.client->piece_ended(bench.carrier.pieces[1].key, false);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_THAT(bench.log.sent, SizeIs(0));
  bench.carrier.client->piece_ended(bench.carrier.pieces[0].key, false);
  sc_core::sc_start(1, sc_core::SC_US);
  ASSERT_THAT(bench.log.sent, SizeIs(1));
  EXPECT_EQ(bench.log.sent[0].at, 6001u);
  EXPECT_TRUE(bench.unit().idle());
  EXPECT_EQ(bench.stats().written_bytes.value(), 2 * kChunk);
}

TEST(PieceCarrier, APieceThatIsLostIsRefused) {
  CarriedChunk bench({1, 2});
  sc_core::sc_start(5, sc_core::SC_US);
  for (const Piece& piece : bench.carrier.pieces)
    bench.carrier.client->piece_ended(piece.key, &piece == &bench.carrier.pieces[0]);
  sc_core::sc_start(1, sc_core::SC_US);
  EXPECT_THAT(bench.log.sent, SizeIs(1));
  EXPECT_EQ(bench.stats().refused.value(), 1u);
  EXPECT_THAT(bench.unit().errors().lines(),
              ElementsAre(HasSubstr("chunk 0: a destination refused it")));
}

/// Keeps what is posted.
class Card final : public model::VerbsCardIf {
 public:
  static constexpr std::uint64_t kWindow = 0x7000'0000;
  std::vector<std::pair<model::QueuePairNumber, model::WorkRequest>> posted;
  void post(model::QueuePairNumber queue, const model::WorkRequest& request) override {
    posted.emplace_back(queue, request);
  }
  void post(model::QueuePairNumber, const model::ReceiveRequest&) override {}
  [[nodiscard]] std::uint64_t doorbell(model::QueuePairNumber queue) const override {
    return kWindow + 512 * queue;
  }
  [[nodiscard]] std::uint64_t receive_doorbell(model::QueuePairNumber queue) const override {
    return doorbell(queue) + 256;
  }
  [[nodiscard]] std::uint32_t doorbell_bytes(unsigned entries) const override {
    return 64 * entries;
  }
};

struct Ended final : PieceClient {
  std::vector<std::pair<void*, bool>> all;
  void piece_ended(void* key, bool failed) override { all.emplace_back(key, failed); }
};

/// A pusher of GPU 0 with ways to GPUs 5 and 6.
struct PusherBench : ToPeer {
  static constexpr unsigned kCardHome = 9;
  PusherBench() {
    pusher.add_way(5, {3, 0x10'0000'0000});
    pusher.add_way(6, {4, 0x20'0000'0000});
  }
  void carry(unsigned gpu, void* key) {
    times.at(100, [=](core::Cycle now) {
      pusher.carry({0x1000, (std::uint64_t{gpu} << model::kHomeShift) + 0x2000, 9000, key}, ended,
                   now);
    });
  }
  void complete(std::size_t posted, model::WorkStatus status = model::WorkStatus::kDone) {
    pusher.completions().on_completion(
        {card.posted[posted].first, card.posted[posted].second.id, false, status, 9000});
  }
  Card card;
  Ended ended;
  hw::proact::RdmaPusher pusher{"pusher",  *memories[0],  card,
                                kCardHome, Card::kWindow, 0x30'0000'0000};
};

TEST(RdmaPusher, PostsAWriteAndRingsTheDoorbellOverTheWayToPeers) {
  PusherBench bench;
  EXPECT_TRUE(bench.pusher.carries_to(6));
  EXPECT_FALSE(bench.pusher.carries_to(1));
  bench.carry(6, &bench);
  sc_core::sc_start(1, sc_core::SC_US);
  ASSERT_THAT(bench.card.posted, SizeIs(1));
  const auto& [queue, request] = bench.card.posted[0];
  EXPECT_EQ(queue, 4u);
  EXPECT_EQ(request.kind, model::WorkKind::kWrite);
  EXPECT_EQ(request.local, 0x30'0000'1000u);
  EXPECT_EQ(request.remote, 0x20'0000'2000u);
  EXPECT_EQ(request.bytes, 9000u);
  EXPECT_TRUE(request.signaled);
  EXPECT_THAT(bench.peer.bytes, ElementsAre(64));
  EXPECT_THAT(bench.peer.at, ElementsAre(101));
  EXPECT_THAT(bench.peer.addresses,
              ElementsAre((std::uint64_t{PusherBench::kCardHome} << model::kHomeShift) + 4 * 512));
  EXPECT_FALSE(bench.pusher.idle());
  EXPECT_THAT(bench.ended.all, SizeIs(0)) << "a doorbell that has arrived is no end";
}

TEST(RdmaPusher, EndsPiecesAsTheirCompletionsCome) {
  PusherBench bench;
  int first = 0, second = 0;
  bench.carry(5, &first);
  bench.carry(6, &second);
  sc_core::sc_start(1, sc_core::SC_US);
  bench.complete(1);
  bench.complete(0, model::WorkStatus::kRetriesExceeded);
  EXPECT_THAT(bench.ended.all, ElementsAre(std::pair<void*, bool>(&second, false),
                                           std::pair<void*, bool>(&first, true)));
  EXPECT_TRUE(bench.pusher.idle());
  EXPECT_EQ(bench.pusher.stats().pieces.value(), 2u);
  EXPECT_EQ(bench.pusher.stats().bytes.value(), 18000u);
  EXPECT_EQ(bench.pusher.stats().failed.value(), 1u);
}

}  // namespace
}  // namespace gf::test::rdma_pusher_test
