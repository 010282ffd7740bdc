// SPDX-License-Identifier: Apache-2.0
// Holds: hw/proact/table_memory.h
#include "hw/proact/chunk_table.h"

#include "core/base/error.h"
#include "tests/support/counter_writes.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/proact_bench.h"

namespace gf::test::chunk_table_test {
namespace {

using namespace counter_writes;  // NOLINT: what these tests share
using hw::proact::Region;

TEST(Counters, HoldNoMoreWritersThanTheirBits) {
  ProactBench bench;
  const Region region = bench.region(kChunk, kChunk);
  bench.unit().add_region(region);
  EXPECT_NO_THROW(bench.unit().arm(0, all_write_all(region, 65535)));
  const Region other = bench.region(kChunk, kChunk, 2, 2 << 20);
  bench.unit().add_region(other);
  EXPECT_THROW(bench.unit().arm(1, all_write_all(other, 65536)), core::UserError);
}

TEST(Counters, RegionsThatOverlapAreRefused) {
  ProactBench bench;
  bench.unit().add_region(bench.region(2 << 20, kChunk));
  EXPECT_THROW(bench.unit().add_region(bench.region(kChunk, kChunk, 2, 2 << 20)), core::UserError);
}

TEST(Counters, TablesAreKeptApartFromRegions) {
  ProactBench bench;
  const Region region = bench.region(1 << 20, kChunk, 2, ProactBench::kTables - (1 << 20) + 8192);
  bench.unit().add_region(region);
  EXPECT_THAT(test::error_of([&] { bench.unit().arm(0, all_write_all(region, 1)); }),
              HasSubstr("proact_0.tables"));
}

TEST(Counters, SizesFollowTheParameters) {
  ProactBench bench;
  EXPECT_EQ(bench.stats().counter_bits.value(), 4096u * 16);
  EXPECT_EQ(bench.stats().tag_bits.value(), 256u * (20 - 4 + 3 + 2));
  EXPECT_EQ(bench.stats().cta_bits.value(), 4u * 32 * 5 * 21);
  EXPECT_EQ(bench.stats().buffer_bits.value(), 512u * (2048 + 40 + 5));
}

}  // namespace
}  // namespace gf::test::chunk_table_test
