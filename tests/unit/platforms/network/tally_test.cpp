// SPDX-License-Identifier: Apache-2.0
// Tallies of parts add up to that of the whole, also when they come from another process.
#include "platforms/network/tally.h"

#include "core/stats/stats.h"
#include "tests/support/matchers.h"

namespace gf::platforms::network::tally_test {
namespace {

/// What one part of two, or both, count.
Tally tally(bool first, bool second) {
  Tally all;
  const auto packet = [&all](core::Cycle latency, std::size_t period, bool minimal) {
    (minimal ? all.minimal : all.nonminimal).record(latency);
    if (all.history.size() <= period) all.history.resize(period + 1);
    all.history[period].latency += latency;
    ++all.history[period].packets;
    all.last_end = std::max(all.last_end, 1000 * period + latency);
    ++all.born;
  };
  if (first) {
    packet(12, 0, true);
    packet(90'000, 4, true);
    all.in_flight += 3;
  }
  if (second) {
    packet(12, 1, true);
    packet(700, 0, false);
    all.round_trip.record(55);
    all.in_flight += 4;
  }
  return all;
}

std::string packed(const Tally& tally) {
  std::string bytes;
  core::ByteWriter writer(bytes);
  tally.pack(writer);
  return bytes;
}

/// The other side does the same.
Tally sent(const Tally& tally) {
  const std::string bytes = packed(tally);
  core::ByteReader reader(bytes);
  Tally copy = Tally::unpacked(reader);
  EXPECT_TRUE(reader.at_end());
  return copy;
}

std::vector<double> latencies(const Tally& of) {
  core::StatGroup group("measurement");
  core::Histogram latency(group, "latency", core::Unit::kCount, "");
  of.record_in(latency);
  return {static_cast<double>(latency.count()), latency.sum(), latency.max(),
          latency.percentile(50)};
}

TEST(Tally, OfTwoPartsIsThatOfTheWhole) {
  const Tally whole = tally(true, true);
  Tally sum = tally(true, false);
  sum.add(tally(false, true));
  sum.minimal.late = whole.minimal.late;  // add() leaves them to record_in() of each
  EXPECT_EQ(packed(sum), packed(whole));
  EXPECT_EQ(sum.ended(), 4u);
  EXPECT_EQ(sum.last_end, 94'000u);
}

TEST(Tally, OfAnotherSampleKeepsWhatIsOfTheRun) {
  Tally all = tally(true, true);
  all.begin_sample(3);
  EXPECT_EQ(all.ended() + all.born + all.round_trip.packets, 0u);
  EXPECT_EQ(all.sampled.size(), 3u);
  EXPECT_EQ(all.history.size(), 5u);
  EXPECT_EQ(all.last_end, 94'000u);
}

TEST(Tally, IsTheSameOnTheOtherSide) {
  const Tally whole = tally(true, true);
  EXPECT_EQ(packed(sent(whole)), packed(whole));
}

TEST(Tally, KnowsLongLatenciesToTheCycle) {
  EXPECT_THAT(latencies(sent(tally(true, true))),
              ElementsAre(4, 12 + 12 + 700 + 90'000, 90'000, 12));
}

}  // namespace
}  // namespace gf::platforms::network::tally_test
