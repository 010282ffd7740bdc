// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/peer_port.h"

#include <array>
#include <optional>

#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/heard_hops.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/matchers.h"
#include "tests/support/memory_pairs.h"
#include "tlm_models/link/flow.h"

namespace gf::test::peer_port_test {
namespace {

using hw::gpu::LineOp;
using hw::gpu::MemoryParams;
using namespace memory_pairs;  // NOLINT: what these tests share

/// Takes what comes and answers at once; remembers it.
class Recorder final : public sc_core::sc_module {
 public:
  struct Seen {
    tlm::tlm_command command;
    std::uint64_t address;
    unsigned bytes;
    bool atomic;
    friend bool operator==(const Seen& a, const Seen& b) {
      return a.command == b.command && a.address == b.address && a.bytes == b.bytes &&
             a.atomic == b.atomic;
    }
  };
  tlm_utils::simple_target_socket<Recorder> socket{"socket"};
  std::vector<Seen> seen;
  std::vector<const model::Flow*> owners;  ///< Of each, null: none.
  bool holds = false;                      ///< Never ends the first request phase.

  explicit Recorder(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &Recorder::nb_transport_fw);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) {
    const auto* atomic = payload.get_extension<model::AtomicExtension>();
    seen.push_back({payload.get_command(), payload.get_address(), payload.get_data_length(),
                    atomic != nullptr});
    owners.push_back(model::owner_of(payload).flow);
    if (holds) return tlm::TLM_ACCEPTED;
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

/// GPU 0 of two; the memory of GPU 1 is a Recorder.
struct ToRecorder : GpuMemoryBench {
  explicit ToRecorder(const MemoryParams& params = {}) : GpuMemoryBench(params, 2, 2) {
    memories[0]->to_peers.bind(recorder.socket);
  }
  Recorder recorder{"recorder"};
};

TEST(ToPeers, SectorsSideBySideAreOneAccess) {
  ToRecorder bench;
  TestSm& sm = *bench.sms[0];
  sm.read(bench.base(1) + 128, 0b1011);
  sm.write(bench.base(1) + 256, 0b1111);
  sm.write(bench.base(1) + 256, 0b0110).whole = false;
  sm.queue(LineOp::kAtomic, bench.base(1), 0b1000).bytes = 4;
  sc_core::sc_start();
  const std::uint64_t home = 1ull << model::kHomeShift;
  EXPECT_THAT(bench.recorder.seen[0], (Recorder::Seen{kRead, home + 128, 64, false}));
  EXPECT_THAT(bench.recorder.seen[1], (Recorder::Seen{kRead, home + 128 + 96, 32, false}));
  EXPECT_THAT(bench.recorder.seen[2], (Recorder::Seen{kWrite, home + 256, 128, false}));
  // Where not all bytes of the sectors are written, each is one.
  EXPECT_THAT(bench.recorder.seen[3], (Recorder::Seen{kWrite, home + 256 + 32, 32, false}));
  EXPECT_THAT(bench.recorder.seen[4], (Recorder::Seen{kWrite, home + 256 + 64, 32, false}));
  EXPECT_EQ(bench.recorder.seen.size(), 6u);
  EXPECT_EQ(sm.done.size(), 4u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

TEST(ToPeers, ScatteredBytesAndAtomicsKeepTheirCount) {
  ToRecorder bench;
  auto& write = bench.sms[0]->write(bench.base(1), 0b1001);
  write.whole = false;
  write.bytes = 12;
  auto& atomic = bench.sms[0]->queue(LineOp::kAtomic, bench.base(1), 0b0100);
  atomic.whole = false;
  atomic.bytes = 4;
  sc_core::sc_start();
  const std::uint64_t home = 1ull << model::kHomeShift;
  EXPECT_THAT(bench.recorder.seen, ElementsAre(Recorder::Seen{kWrite, home, 6, false},
                                               Recorder::Seen{kWrite, home + 96, 6, false},
                                               Recorder::Seen{kWrite, home + 64, 4, true}));
  EXPECT_EQ(bench.memories[0]->stats().peer_write_bytes.value(), 16u);
  EXPECT_EQ(bench.memories[0]->stats().peer_atomics.value(), 1u);
}

TEST(ToPeers, BytesOfALineThatAreSideBySideAreOneAccess) {
  ToRecorder bench;
  constexpr unsigned kFirst = 20;
  std::vector<Recorder::Seen> expected;
  for (unsigned bytes = 1; kFirst + bytes < hw::gpu::kLineBytes; ++bytes) {
    const unsigned last = (kFirst + bytes - 1) / hw::gpu::kSectorBytes;
    auto& write = bench.sms[0]->write(bench.base(1), (2u << last) - 1);
    write.whole = false;
    write.bytes = static_cast<std::uint16_t>(bytes);
    write.first = kFirst;
    expected.push_back({kWrite, (1ull << model::kHomeShift) + kFirst, bytes, false});
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.recorder.seen, expected);
}

/// GPU 0 of three, with a way to each of its peers.
struct TwoWays : GpuMemoryBench {
  TwoWays() : GpuMemoryBench({}, 3, 2) {
    for (unsigned peer = 1; peer <= 2; ++peer) {
      memories[0]->to_peers.bind(recorder[peer - 1].socket);
      memories[0]->peers().route(peer, peer - 1);
    }
  }
  std::array<Recorder, 2> recorder{Recorder("one"), Recorder("other")};
};

TEST(ToPeers, AWayThatTakesNothingHoldsUpNoOther) {
  TwoWays bench;
  bench.recorder[0].holds = true;
  for (unsigned i = 0; i < 3; ++i) {
    bench.sms[0]->write(bench.base(1) + 128 * i);
    bench.sms[0]->write(bench.base(2) + 128 * i);
  }
  sc_core::sc_start(sc_core::sc_time(1, sc_core::SC_US));
  EXPECT_EQ(bench.recorder[0].seen.size(), 1u);
  EXPECT_EQ(bench.recorder[1].seen.size(), 3u);
  EXPECT_FALSE(bench.memories[0]->idle());
  EXPECT_EQ(bench.sms[0]->done.size(), 3u);
}

/// The crossbar passes on as many requests as on one way.
TEST(ToPeers, AllWaysTogetherTakeAsManyRequestsACycle) {
  MemoryParams params;
  params.peer_ports = 1;
  GpuMemoryBench bench(params, 3, 4);
  std::array<Recorder, 2> recorder{Recorder("one"), Recorder("other")};
  for (unsigned peer = 1; peer <= 2; ++peer) {
    bench.memories[0]->to_peers.bind(recorder[peer - 1].socket);
    bench.memories[0]->peers().route(peer, peer - 1);
  }
  for (unsigned sm = 0; sm < 4; ++sm)
    for (unsigned i = 0; i < 64; ++i) bench.sms[sm]->read(bench.base(1 + sm % 2) + 128 * i);
  sc_core::sc_start();
  EXPECT_EQ(recorder[0].seen.size() + recorder[1].seen.size(), 256u);
  EXPECT_GE(sc_core::sc_time_stamp(), sc_core::sc_time(256, sc_core::SC_NS)) << "one a cycle";
}

class Journalled : public testing::TestWithParam<bool> {};

TEST_P(Journalled, AnAccessBelongsToTheCopyOfItsAddress) {
  ToRecorder bench;
  HeardHops heard;
  std::optional<core::HopJournal> journal;
  if (GetParam()) journal.emplace(heard);
  model::Flow first, second;
  const std::uint64_t home = 1ull << model::kHomeShift;
  hw::gpu::PeerPort& peers = bench.memories[0]->peers();
  peers.begin_copy(home, 256, first);
  peers.begin_copy(home + 256, 256, second);
  bench.sms[0]->write(bench.base(1) + 128, 0b1111);
  bench.sms[0]->read(bench.base(1) + 256, 0b1011);  // in two parts
  bench.sms[0]->write(bench.base(1) + 512, 0b1111);
  sc_core::sc_start();
  const auto owner = [](const model::Flow& flow) { return GetParam() ? &flow : nullptr; };
  EXPECT_THAT(bench.recorder.owners,
              ElementsAre(owner(first), owner(second), owner(second), nullptr));
}

INSTANTIATE_TEST_SUITE_P(ToPeers, Journalled, testing::Bool());

TEST(ToPeers, EndReqIsTheBackPressure) {
  ToRecorder bench;
  bench.recorder.holds = true;
  for (unsigned i = 0; i < 5; ++i) bench.sms[0]->read(bench.base(1) + i * 128);
  sc_core::sc_start();
  EXPECT_EQ(bench.recorder.seen.size(), 1u);
  EXPECT_FALSE(bench.memories[0]->idle());
  EXPECT_FALSE(core::pending_waits().empty());
}

class EveryStyle : public testing::TestWithParam<AtTarget::Style> {};

TEST_P(EveryStyle, OfForeignTargetsWorksWithinItsSlots) {
  MemoryParams params;
  params.peer_requests = 4;
  GpuMemoryBench bench(params, 2, 2);
  AtTarget target("target", GetParam(), 0);
  BaseProtocolChecker checker("checker");
  bench.memories[0]->to_peers.bind(checker.in);
  checker.out.bind(target.socket);
  for (unsigned i = 0; i < 200; ++i) {
    bench.sms[i % 2]->read(bench.base(1) + i * 128, i % 15 + 1);
    bench.sms[i % 2]->write(bench.base(1) + i * 128, i % 3 + 1);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.sms[0]->done.size() + bench.sms[1]->done.size(), 400u);
  EXPECT_FALSE(checker.open());
  const hw::gpu::MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(checker.ended(), stats.peer_reads.value() + stats.peer_writes.value());
  EXPECT_EQ(stats.refused.value(), checker.ended()) << "the target has no bytes at all";
  EXPECT_TRUE(bench.memories[0]->idle());
}

INSTANTIATE_TEST_SUITE_P(ToPeers, EveryStyle,
                         testing::Values(AtTarget::Style::kFourPhases,
                                         AtTarget::Style::kEndReqReturned,
                                         AtTarget::Style::kBeginRespReturned,
                                         AtTarget::Style::kCompleted, AtTarget::Style::kNoEndReq));

TEST(Atomics, OfPeersAreDoneWhereTheMemoryIs) {
  Pair bench({});
  bench.sms[0]->queue(LineOp::kAtomic, bench.base(1), 1).bytes = 4;
  sc_core::sc_start();
  EXPECT_EQ(bench.memories[0]->stats().peer_atomics.value(), 1u);
  EXPECT_EQ(bench.memories[0]->stats().atomic_misses.value(), 0u);
  EXPECT_EQ(bench.memories[1]->stats().atomic_misses.value(), 1u);
  EXPECT_EQ(bench.memories[1]->stats().served_write_bytes.value(), 4u);
}

}  // namespace
}  // namespace gf::test::peer_port_test
