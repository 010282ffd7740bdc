// SPDX-License-Identifier: Apache-2.0
// Holds: hw/gpu/memory/peer_*.* hw/gpu/memory/memory_copy_engine.h hw/gpu/memory/bulk.h
// Holds: hw/gpu/memory/gpu_memory.h tlm_models/memory/byte_pages.h
// Holds: tlm_models/memory/atomic_extension.h
// A GPU's memory and what others see of it: the sockets to and from peers, and copies.
#include <gmock/gmock.h>
#include <numeric>

#include "hw/gpu/memory/gpu_memory.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/lt_initiator.h"

namespace gf::test::peers_test {
namespace {

using hw::gpu::LineOp;
using hw::gpu::MemoryParams;
using testing::ElementsAre;

std::vector<std::uint8_t> pattern(std::size_t bytes, unsigned seed) {
  std::vector<std::uint8_t> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    data[i] = static_cast<std::uint8_t>((i * 2654435761u + seed) >> 7);
  return data;
}

MemoryParams with_bytes() {
  MemoryParams params;
  params.real_bytes = true;
  return params;
}

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
  bool holds = false;  ///< Never ends the first request phase.

  explicit Recorder(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_nb_transport_fw(this, &Recorder::nb_transport_fw);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) {
    const auto* atomic = payload.get_extension<model::AtomicExtension>();
    seen.push_back({payload.get_command(), payload.get_address(), payload.get_data_length(),
                    atomic != nullptr});
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

constexpr auto kRead = tlm::TLM_READ_COMMAND;
constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;

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

class EveryAnswer : public testing::TestWithParam<AtInitiator::Answer> {};

TEST_P(EveryAnswer, OfForeignInitiatorsReadsWhatItWrote) {
  MemoryParams params = with_bytes();
  params.peer_queue = 2;
  GpuMemoryBench bench(params, 1, 1);
  AtInitiator initiator("initiator", GetParam());
  BaseProtocolChecker checker("checker");
  initiator.socket.bind(checker.in);
  checker.out.bind(bench.memories[0]->from_peers);
  std::vector<AtInitiator::Access*> reads;
  // Any length at any address, lines of their own each.
  for (unsigned i = 0; i < 50; ++i)
    initiator.issue(kWrite, i * 2048 + 13 * i, pattern(1 + i * 37, i));
  sc_core::sc_start();
  for (unsigned i = 0; i < 50; ++i)
    reads.push_back(
        &initiator.issue(kRead, i * 2048 + 13 * i, std::vector<std::uint8_t>(1 + i * 37)));
  sc_core::sc_start();
  EXPECT_TRUE(initiator.idle());
  for (unsigned i = 0; i < 50; ++i) {
    EXPECT_EQ(reads[i]->status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(reads[i]->bytes, pattern(1 + i * 37, i)) << i;
  }
  EXPECT_EQ(checker.ended(), 100u);
  EXPECT_EQ(bench.memories[0]->stats().served.value(), 100u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

INSTANTIATE_TEST_SUITE_P(FromPeers, EveryAnswer,
                         testing::Values(AtInitiator::Answer::kLater,
                                         AtInitiator::Answer::kEndRespReturned,
                                         AtInitiator::Answer::kCompleted));

TEST(FromPeers, RefusesWhatIsNotItsOwn) {
  GpuMemoryBench bench(with_bytes(), 1, 1);
  AtInitiator initiator("initiator");
  initiator.socket.bind(bench.memories[0]->from_peers);
  const std::uint64_t end = bench.pages.memory_bytes();
  auto& inside = initiator.issue(kWrite, end - 4, pattern(4, 0));
  auto& beyond = initiator.issue(kWrite, end - 3, pattern(4, 0));
  auto& other = initiator.issue(kRead, 1ull << model::kHomeShift, pattern(4, 0));
  sc_core::sc_start();
  EXPECT_EQ(inside.status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(beyond.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(other.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.memories[0]->stats().refused.value(), 2u);
  EXPECT_TRUE(bench.memories[0]->idle());
}

TEST(FromPeers, SoftwareSeesTheBytesAtOnceOrAfterAnIdleRead) {
  GpuMemoryBench bench(with_bytes(), 1, 1);
  const std::vector<std::uint8_t> data = pattern(300, 3);
  std::vector<std::uint8_t> read(300);
  sc_core::sc_time took;
  LtInitiator initiator("initiator", [&](LtInitiator& self) {
    EXPECT_EQ(self.write(5000, data), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.read(5000, read), tlm::TLM_OK_RESPONSE);
    took = self.took;
    EXPECT_EQ(self.write(1ull << model::kHomeShift, data), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  initiator.socket.bind(bench.memories[0]->from_peers);
  sc_core::sc_start();
  EXPECT_TRUE(initiator.done);
  EXPECT_EQ(read, data);
  EXPECT_EQ(took, sc_core::sc_time(1 + 20 + 10 + 100 + 30 + 20, sc_core::SC_NS));
}

TEST(FromPeers, AMemoryWithoutContentsMovesNothingByDebug) {
  GpuMemoryBench bench({}, 1, 1);
  AtInitiator initiator("initiator");
  initiator.socket.bind(bench.memories[0]->from_peers);
  tlm::tlm_generic_payload payload;
  std::uint8_t byte = 1;
  payload.set_command(kRead);
  payload.set_data_ptr(&byte);
  payload.set_data_length(1);
  payload.set_streaming_width(1);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 0u);
}

/// A direct pair of GPUs with real bytes.
struct Pair : GpuMemoryBench {
  explicit Pair(MemoryParams params) : GpuMemoryBench(params, 2, 1) {
    memories[0]->to_peers.bind(first.in);
    first.out.bind(memories[1]->from_peers);
    memories[1]->to_peers.bind(second.in);
    second.out.bind(memories[0]->from_peers);
  }
  void debug(tlm::tlm_command command, unsigned gpu, std::uint64_t offset,
             std::vector<std::uint8_t>& data) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(physical(gpu, offset));
    payload.set_data_ptr(data.data());
    payload.set_data_length(static_cast<unsigned>(data.size()));
    payload.set_streaming_width(static_cast<unsigned>(data.size()));
    (gpu == 1 ? first : second).out->transport_dbg(payload);
  }
  std::vector<std::uint8_t> bytes(unsigned gpu, std::uint64_t offset, std::size_t count) {
    std::vector<std::uint8_t> data(count);
    debug(kRead, gpu, offset, data);
    return data;
  }
  BaseProtocolChecker first{"first"};
  BaseProtocolChecker second{"second"};
};

TEST(Copies, MoveEveryByteBothWaysOnceEach) {
  Pair bench(with_bytes());
  const std::vector<std::uint8_t> here = pattern(100001, 1);
  const std::vector<std::uint8_t> there = pattern(70001, 2);
  std::vector<std::uint8_t> a = here;
  std::vector<std::uint8_t> b = there;
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  bench.debug(kWrite, 0, 77, a);
  bench.debug(kWrite, 1, 200000, b);
  std::vector<int> order;
  auto& engine = bench.memories[0]->copy_engine();
  engine.submit(
      {bench.physical(0, 77), bench.physical(1, 1000), here.size(), [&] { order.push_back(1); }});
  engine.submit({bench.physical(1, 200000), bench.physical(0, 300001), there.size(),
                 [&] { order.push_back(2); }});
  engine.submit({bench.physical(0, 77), bench.physical(0, 600000), 999, {}});
  EXPECT_FALSE(engine.idle());
  sc_core::sc_start();
  EXPECT_THAT(order, ElementsAre(1, 2));
  EXPECT_EQ(bench.bytes(1, 1000, here.size()), here);
  EXPECT_EQ(bench.bytes(0, 300001, there.size()), there);
  EXPECT_EQ(bench.bytes(0, 600000, 999),
            std::vector<std::uint8_t>(here.begin(), here.begin() + 999));
  EXPECT_EQ(bench.bytes(1, 999, 1)[0], 0) << "nothing before it";
  EXPECT_EQ(engine.stats().copies.value(), 3u);
  EXPECT_EQ(engine.stats().bytes.value(), 171001u);
  EXPECT_EQ(engine.stats().failed.value(), 0u);
  EXPECT_TRUE(bench.memories[0]->idle() && bench.memories[1]->idle() && engine.idle());
}

TEST(Copies, ReachTheRateOfTheServersPort) {
  MemoryParams params;
  params.peer_ports = 1;
  Pair bench(params);
  sc_core::sc_time end;
  constexpr std::uint64_t kBytes = 4 << 20;
  bench.memories[0]->copy_engine().submit({bench.physical(0, 0), bench.physical(1, 0), kBytes,
                                           [&] { end = sc_core::sc_time_stamp(); }});
  sc_core::sc_start();
  const double rate = kBytes / (end.to_seconds() * 1e9 - 1000);
  EXPECT_GE(rate, 64 * 0.97) << "64 B a cycle into the crossbar of the other side";
  EXPECT_LE(rate, 64);
}

TEST(Atomics, OfPeersAreDoneWhereTheMemoryIs) {
  Pair bench({});
  bench.sms[0]->queue(LineOp::kAtomic, bench.base(1), 1).bytes = 4;
  sc_core::sc_start();
  EXPECT_EQ(bench.memories[0]->stats().peer_atomics.value(), 1u);
  EXPECT_EQ(bench.memories[0]->stats().atomic_misses.value(), 0u);
  EXPECT_EQ(bench.memories[1]->stats().atomic_misses.value(), 1u);
  EXPECT_EQ(bench.memories[1]->stats().served_write_bytes.value(), 4u);
}

TEST(Migration, AMovedPageIsFoundWhereItIsNow) {
  Pair bench({});
  TestSm& sm = *bench.sms[0];
  sm.read(bench.base(1));
  sc_core::sc_start();
  bench.pages.migrate(bench.base(1), 0);
  const hw::gpu::MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(stats.shootdowns.value(), 1u);
  sm.read(bench.base(1), 0xF, bench.clock.now() + 1);
  sm.read(bench.base(1) + 65536, 0xF, bench.clock.now() + 2000);
  sc_core::sc_start();
  EXPECT_EQ(stats.peer_reads.value(), 2u) << "the first, and that of the page beside it";
  EXPECT_EQ(stats.dram_reads.value(), 1u);
  EXPECT_EQ(stats.tlb_misses.value(), 3u);
}

TEST(Copies, BeginAfterTheirSetupAndKeepTheirWindow) {
  MemoryParams params;
  params.copy.requests = 1;
  params.copy.chunk = core::Bytes(128);
  Pair bench(params);
  std::vector<sc_core::sc_time> ends;
  for (const unsigned chunks : {1, 2})
    bench.memories[0]->copy_engine().submit({bench.physical(0, chunks * 65536),
                                             bench.physical(0, 1 << 20), chunks * 128,
                                             [&] { ends.push_back(sc_core::sc_time_stamp()); }});
  sc_core::sc_start();
  const double first = ends[0].to_seconds() * 1e9 - 1000;
  const double second = (ends[1] - ends[0]).to_seconds() * 1e9 - 1000;
  EXPECT_GT(first, 200);
  EXPECT_NEAR(second, 2 * first, 60) << "one after the other; row and line hits vary";
}

}  // namespace
}  // namespace gf::test::peers_test
