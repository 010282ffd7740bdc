// SPDX-License-Identifier: Apache-2.0
// What a GPU's memory delivers when it is asked for more: its bandwidths, and no more.
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/memory_streams.h"

namespace gf::test::dram_channel_test {
namespace {

using namespace memory_streams;  // NOLINT: what these tests share

TEST(MemoryBandwidth, ReadStreamReachesThatOfTheDram) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  stream(bench, 60000, [](TestSm& sm, std::uint64_t a) { sm.read(a); });
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 128);
  EXPECT_GE(rate, 768 * 0.98);
  EXPECT_LE(rate, 768 * 1.005);
  const MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(stats.dram_reads.value(), 60000u);
  EXPECT_EQ(stats.dram_read_bytes.value(), 60000u * 128);
  EXPECT_EQ(stats.row_hits.value() + stats.row_misses.value(), 60000u);
}

TEST(MemoryBandwidth, WriteBacksTakeTheirShareOfIt) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  stream(bench, 100000, [](TestSm& sm, std::uint64_t a) { sm.write(a); });
  sc_core::sc_start();
  const MemoryStats& stats = bench.memories[0]->stats();
  EXPECT_EQ(stats.dram_reads.value(), 0u) << "whole sectors are not read";
  EXPECT_EQ(stats.write_backs.value(), 100000u - 32768u) << "4 MiB stay";
  const double busy = stats.dram_busy.value().to_seconds() * 1e9;
  EXPECT_NEAR(busy, static_cast<double>(stats.dram_write_bytes.value()) / 48, 1);
  // What does not fit goes out as fast as it comes in, once the cache is full.
  std::vector<Cycle> ends;
  for (const auto& sm : bench.sms)
    for (const TestSm::Done& done : sm->done) ends.push_back(done.done);
  std::sort(ends.begin(), ends.end());
  const double rate = 50000 * 128.0 / static_cast<double>(ends[99999] - ends[49999]);
  EXPECT_GE(rate, 768 * 0.98);
  EXPECT_LE(rate, 768 * 1.005);
}

TEST(MemoryBandwidth, SectorsAtRandomOpenRowsAllTheTime) {
  GpuMemoryBench bench(known_pages(), 1, 32);
  core::RandomStream random(1, "addresses");
  for (unsigned i = 0; i < 60000; ++i)
    bench.sms[i % 32]->read(random.below(GpuMemoryBench::kStructureBytes / 128) * 128, 1);
  sc_core::sc_start();
  const double rate = gigabytes_per_second(bench, 32);
  // A bank gives a sector each 28.7 ns: 16 channels of 16 banks at most 286 GB/s.
  EXPECT_LE(rate, 286);
  EXPECT_GE(rate, 150);
}

}  // namespace
}  // namespace gf::test::dram_channel_test
