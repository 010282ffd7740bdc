// SPDX-License-Identifier: Apache-2.0
// Holds: hw/link/dllp_sender.h hw/link/transmitter.h hw/link/receiver.h
// Errors on the links of T2 cost time, never data: memories are compared byte by byte.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/in_child.h"
#include "tests/support/pcie_bench.h"

namespace gf::error_injector_test {
namespace {

using hw::link::LinkParams;
using hw::pcie::Flow;

constexpr std::uint64_t kOffset = 64 << 20;  // of destinations, in window and memory

/// T2 with memories, each of its GPUs sending to another one across the root complex or not.
class Faults : public testing::Test {
 protected:
  void start(std::uint64_t bytes) {
    bench_.add_memories();
    core::RandomStream random(1, "faults");
    const unsigned destinations[] = {1, 4, 3, 6, 5, 2, 7, 0};
    for (unsigned gpu = 0; gpu < 8; ++gpu) {
      sent_.emplace_back(bytes);
      for (std::uint8_t& byte : sent_.back()) byte = static_cast<std::uint8_t>(random());
      bench_.memory(gpu).write(0, sent_.back().data(), bytes);
      flows_.push_back(&bench_.copy(gpu, destinations[gpu], bytes, kOffset));
    }
  }
  void run_and_check() {
    sc_core::sc_start();
    bench_.expect_quiescent();
    for (const Flow* flow : flows_) {
      EXPECT_EQ(flow->delivered, flow->bytes);
      EXPECT_NE(flow->finished, core::kNever);
      std::vector<std::uint8_t> found(flow->bytes);
      bench_.memory(flow->destination).read(kOffset, found.data(), found.size());
      EXPECT_TRUE(found == sent_[flow->source]) << flow->source << " to " << flow->destination;
    }
    // What was sent again is what the receivers threw away.
    EXPECT_EQ(test::stat_sum(".tx", "replays"), test::stat_sum(".rx", "corrupted") +
                                                    test::stat_sum(".rx", "out_of_order") +
                                                    test::stat_sum(".rx", "duplicates"));
    EXPECT_EQ(test::stat_sum(".tx", "packets"), test::stat_sum(".rx", "packets"));
  }

  test::PcieBench bench_{"t2", 5};
  std::vector<std::vector<std::uint8_t>> sent_;
  std::vector<Flow*> flows_;
};

class PacketErrors : public Faults, public testing::WithParamInterface<double> {};

TEST_P(PacketErrors, AllBytesArriveInOrder) {
  bench_.each_link([](LinkParams& link) { link.packet_error_rate = GetParam(); });
  start(256 << 10);
  run_and_check();
  if (GetParam() < 1e-4) return;  // too rare to be sure of one
  EXPECT_GT(test::stat_sum(".tx", "replays"), 0);
  EXPECT_GT(test::stat_sum(".tx", "replaying"), 0);
}
INSTANTIATE_TEST_SUITE_P(Rates, PacketErrors, testing::Values(1e-6, 1e-4, 1e-3, 1e-2, 1e-1));

class PacketBitErrors : public Faults, public testing::WithParamInterface<double> {};

TEST_P(PacketBitErrors, AllBytesArriveInOrder) {
  bench_.each_link([](LinkParams& link) { link.bit_error_rate = GetParam(); });
  start(256 << 10);
  run_and_check();
}
// Of a TLP of 276 B these corrupt about 1e-6, 1e-3, 1e-1 and 9 in 10.
INSTANTIATE_TEST_SUITE_P(Rates, PacketBitErrors, testing::Values(4.5e-10, 4.5e-7, 4.8e-5, 1e-3));

class DllpErrors : public Faults, public testing::WithParamInterface<double> {};

TEST_P(DllpErrors, AllBytesArriveInOrderAndAllCreditsComeHome) {
  bench_.each_port([](hw::pcie::PortParams& port) {
    port.dllp.dllps = true;
    port.link.packet_error_rate = GetParam();
    port.link.answer_error_rate = GetParam();
    port.link.bit_error_rate = GetParam() * 1e-3;
  });
  start(256 << 10);
  run_and_check();
  EXPECT_GT(test::stat_sum(".dllps", "acks"), 0);
  EXPECT_GT(test::stat_sum("dllps_0", "updates"), 0);
  // ACKs answer for several TLPs each.
  EXPECT_LT(test::stat_sum(".dllps", "acks"), 0.5 * test::stat_sum("rx", "packets"));
  if (GetParam() == 0) {
    EXPECT_EQ(test::stat_sum(".dllps", "naks"), 0);
    return;
  }
  EXPECT_GT(test::stat_sum(".dllps", "naks") + test::stat_sum("dllps_0", "naks"), 0);
  EXPECT_GT(test::stat_sum("dllps_0", "lost"), 0);
}
INSTANTIATE_TEST_SUITE_P(Rates, DllpErrors, testing::Values(0, 1e-3, 1e-2, 1e-1));

TEST_F(Faults, LostAnswersAreMadeUpForByTheTimer) {
  bench_.each_link([](LinkParams& link) {
    link.answer_error_rate = 0.02;
    link.packet_error_rate = 0.01;
  });
  start(64 << 10);
  run_and_check();
  EXPECT_GT(test::stat_sum(".tx", "timeouts"), 0);
}

TEST_F(Faults, ListedPacketsCostTimeOnTheirLinkOnly) {
  // GPU 0 to 1 and GPU 2 to 3 take equal ways; the second one has errors on its first link.
  bench_.endpoint(2).port.link.error_packets = {0, 10, 11, 255};
  bench_.add_memories();
  std::vector<std::uint8_t> bytes(64 << 10);
  core::RandomStream random(1, "listed");
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  for (unsigned gpu : {0u, 2u}) bench_.memory(gpu).write(0, bytes.data(), bytes.size());
  Flow& clean = bench_.copy(0, 1, bytes.size(), kOffset);
  Flow& faulty = bench_.copy(2, 3, bytes.size(), kOffset);
  flows_ = {&clean, &faulty};
  sent_ = {bytes, {}, bytes};
  run_and_check();
  const LinkParams link;
  EXPECT_EQ(test::stat("gpu2.egress.tx", "naks"), 3) << "10 and 11 share one";
  EXPECT_EQ(test::stat("k80_1.ingress_0.rx", "corrupted"), 4);
  EXPECT_GT(faulty.finished, clean.finished + 3 * link.ack_latency.value());
  EXPECT_GT(faulty.stalls.of(core::StallCause::kReplay), sc_core::SC_ZERO_TIME);
  EXPECT_EQ(clean.stalls.of(core::StallCause::kReplay), sc_core::SC_ZERO_TIME);
}

TEST(CopiedBytes, CopyOfAGpuWithoutMemoryIsZeros) {
  test::PcieBench bench("t1");
  model::SparseMemory memory("memory", {});
  bench.gpu(1).memory.socket.bind(memory.socket);
  const std::vector<std::uint8_t> before(4096, 0xEE);
  memory.write(kOffset, before.data(), before.size());
  bench.copy(0, 1, 1000, kOffset);
  sc_core::sc_start();
  std::vector<std::uint8_t> found(1001);
  memory.read(kOffset, found.data(), found.size());
  EXPECT_EQ(found.back(), 0xEE);
  found.pop_back();
  EXPECT_THAT(found, testing::Each(0));
}

/// Time of the last end and replays of a run with errors, by seed.
std::vector<double> run_with_seed(std::uint64_t seed) {
  return test::in_child([seed] {
    test::PcieBench bench("t2", seed);
    bench.each_link([](LinkParams& link) { link.packet_error_rate = 1e-2; });
    std::vector<Flow*> flows;
    for (unsigned gpu = 0; gpu < 8; ++gpu) {
      flows.push_back(&bench.copy(gpu, (gpu + 3) % 8, 128 << 10));
    }
    sc_core::sc_start();
    std::vector<double> values;
    for (const Flow* flow : flows) values.push_back(double(flow->finished));
    for (const core::StatRow& row : core::StatRegistry::instance().rows()) {
      values.push_back(row.value);
    }
    return values;
  });
}

TEST(FaultSeeds, SameSeedSameResultOtherSeedOtherErrors) {
  const std::vector<double> first = run_with_seed(1);
  EXPECT_GT(first.size(), 500u);
  EXPECT_EQ(run_with_seed(1), first);
  EXPECT_NE(run_with_seed(2), first);
}

}  // namespace
}  // namespace gf::error_injector_test
