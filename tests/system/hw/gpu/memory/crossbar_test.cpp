// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/gpu_memory_bench.h"
#include "tests/support/memory_streams.h"

namespace gf::test::crossbar_test {
namespace {

using namespace memory_streams;  // NOLINT: what these tests share

TEST(MemoryBandwidth, HitsReachThatOfTheSlices) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  for (unsigned round = 0; round < 8; ++round)
    stream(bench, 8192, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  std::vector<Cycle> ends;
  for (const auto& sm : bench.sms)
    for (const TestSm::Done& done : sm->done) ends.push_back(done.done);
  std::sort(ends.begin(), ends.end());
  const double rate = 32768 * 128.0 / static_cast<double>(ends[65535] - ends[32767]);
  EXPECT_GE(rate, 16 * 64 * 0.90) << "16 slices, 64 B a cycle each";
  EXPECT_LE(rate, 16 * 64 * 1.005);
}

class PeerBandwidth : public testing::TestWithParam<unsigned> {};  // ports

TEST_P(PeerBandwidth, WithoutAFabricIsThatOfTheServersPorts) {
  MemoryParams params = known_pages();
  params.peer_ports = GetParam();
  params.peer_requests = 2048;
  GpuMemoryBench bench(params, 2, 16);
  bench.memories[0]->to_peers.bind(bench.memories[1]->from_peers);
  bench.memories[1]->to_peers.bind(bench.memories[0]->from_peers);
  for (unsigned i = 0; i < 20000; ++i) bench.sms[i % 16]->read(bench.base(1) + i * 128ull);
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, GetParam() * 64 * 0.98) << "a line is two cycles of a port of 64 B";
  EXPECT_LE(rate, GetParam() * 64 * 1.005);
  EXPECT_EQ(bench.memories[0]->stats().peer_reads.value(), 20000u);
  EXPECT_EQ(bench.memories[1]->stats().served.value(), 20000u);
  EXPECT_EQ(bench.memories[1]->stats().served_read_bytes.value(), 20000u * 128);
}

INSTANTIATE_TEST_SUITE_P(Ports, PeerBandwidth, testing::Values(1, 2, 4));

}  // namespace
}  // namespace gf::test::crossbar_test
