// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/link/packet_sink.h
#include "hw/nic/work_queues.h"

#include "hw/nic/nic.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_cards.h"

namespace gf::hw::nic::work_queues_test {
namespace {

TEST_F(NicTest, OneTagIsSlowerAndSaysWhy) {
  params.nic.reader.tags = 1;
  build();
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 65536));
  run();
  const Reader::Stats& reads = nic(0).reader.stats();
  EXPECT_EQ(reads.reads.value(), 128u);
  EXPECT_EQ(reads.bytes.value(), 65536u);
  // One after the other: their times add up to no more than the run's.
  EXPECT_LE(reads.latency.mean() * 128, seen.front().at.to_seconds());
  EXPECT_GT(nic(0).sender.stats().tags.value().to_seconds(), 0.8 * reads.latency.mean() * 128);
}

TEST_F(NicTest, EntriesThatAreFetchedCostAReadAndTime) {
  params.nic.work.entries = "fetched";
  build();
  post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_EQ(nic(0).work.stats().fetched.value(), 64u);
  EXPECT_EQ(nic(0).reader.stats().reads.value(), 2u);
}

TEST_F(NicTest, TooManyQueuePairsForTheWindowAreRefused) {
  build();
  EXPECT_THROW(
      {
        for (unsigned i = 0; i < 4096; ++i) (void)nic(0).add_queue();
      },
      core::UserError);
}

}  // namespace
}  // namespace gf::hw::nic::work_queues_test
