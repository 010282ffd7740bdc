// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/dram/dram_channel.h"

#include <gtest/gtest.h>
#include <utility>

#include "core/base/random.h"

namespace gf::hw::gpu::dram_channel_test {
namespace {

using core::Cycle;

struct Push {
  Cycle at;
  DramChannel::Request request;
};
using Filled = std::vector<std::pair<unsigned, Cycle>>;  ///< MSHR and cycle.

/// Reads and writes take turns, and refreshes cost a fifteenth of the rate.
MemoryParams with_turns_and_refresh() {
  MemoryParams params;
  params.turn = sc_core::sc_time(22, sc_core::SC_NS);
  params.refresh = 1 / 15.;
  return params;
}

/// One channel in the hands of a test.
class Bench final : private core::Clocked, private DramClient {
 public:
  explicit Bench(MemoryParams params = {}) : params_(std::move(params)) {}

  /// What comes of the reads. The channel is called in cycles that it names and in those of
  /// pushes; with `always` in all others, too.
  Filled run(const std::vector<Push>& pushes, bool always) {
    DramChannel channel(params_, 0, map_, member_, stats_, probes_, *this);
    filled_.clear();
    Cycle wanted = core::kNoCycle;
    std::size_t pushed = 0;
    for (Cycle now = 1; pushed < pushes.size() || !channel.idle(); ++now) {
      const bool asked = pushed < pushes.size() && pushes[pushed].at <= now && channel.room() > 0;
      if (!always && !asked && wanted > now) continue;
      channel.deliver(now);
      if (asked) channel.push(pushes[pushed++].request, now);
      channel.issue(now);
      wanted = channel.next(now);
      end_ = now;
    }
    return filled_;
  }
  /// Returns the time of the last run.
  [[nodiscard]] double nanoseconds() const { return static_cast<double>(end_) * 0.656; }
  [[nodiscard]] MemoryStats& stats() { return stats_; }

 private:
  void cycle(Cycle) override {}
  void filled(unsigned, unsigned mshr, std::uint8_t, Cycle now) override {
    filled_.emplace_back(mshr, now);
  }
  void channel_room(unsigned, Cycle) override {}

  core::ClockDomain clock_{"clock", sc_core::sc_time(656, sc_core::SC_PS)};
  const MemoryParams params_;
  const AddressMap map_{params_};
  core::ClockMember member_{clock_, *this};
  MemoryStats stats_{clock_};
  MemoryProbes probes_{"memory"};
  Filled filled_;
  Cycle end_ = 0;
};

/// Bursts to few rows of few banks, so that rows open while the bus is busy.
std::vector<Push> random_pushes(std::uint64_t seed) {
  core::RandomStream random(seed, "pushes");
  std::vector<Push> pushes;
  Cycle at = 1;
  for (unsigned n = 0; n < 400; ++n) {
    at += random.below(8) == 0 ? random.below(300) : random.below(6);
    DramChannel::Request request;
    request.index = static_cast<std::uint32_t>(16 * random.below(24) + random.below(2));
    request.mshr = static_cast<std::uint16_t>(n);
    request.sectors = random.below(2) == 0 ? 0xF : 0x1;
    request.write = random.below(4) == 0;
    pushes.push_back({at, request});
  }
  return pushes;
}

/// Whole lines one after the other, all there from the beginning; every `write_every`th is written.
std::vector<Push> lines(unsigned count, unsigned write_every) {
  std::vector<Push> pushes;
  for (unsigned n = 0; n < count; ++n) {
    DramChannel::Request request;
    request.index = n;
    request.mshr = static_cast<std::uint16_t>(n);
    request.sectors = 0xF;
    request.write = write_every != 0 && n % write_every == 0;
    pushes.push_back({1, request});
  }
  return pushes;
}
constexpr double kLineTime = 128 / 48.;  ///< ns

class DramChannelAwake : public testing::TestWithParam<bool /*turns and refresh*/> {};

TEST_P(DramChannelAwake, DoesTheSameWhoeverElseIsAwake) {
  Bench bench(GetParam() ? with_turns_and_refresh() : MemoryParams());
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Push> pushes = random_pushes(seed);
    const Filled asleep = bench.run(pushes, false);
    EXPECT_GT(asleep.size(), 250u);
    EXPECT_EQ(asleep, bench.run(pushes, true)) << "seed " << seed;
  }
}
INSTANTIATE_TEST_SUITE_P(All, DramChannelAwake, testing::Bool());

TEST(DramChannel, LosesRateToRefreshes) {
  MemoryParams params;
  params.refresh = 1 / 15.;
  Bench bench(params);
  bench.run(lines(20000, 0), false);
  EXPECT_NEAR(bench.nanoseconds(), 20000 * kLineTime * 15 / 14, 500);
}

TEST(DramChannel, PaysATurnForEachHalfQueueOfWrites) {
  for (const double turn : {22., 220.}) {
    MemoryParams params;
    params.turn = sc_core::sc_time(turn, sc_core::SC_NS);
    params.dram_queue = 64;
    Bench bench(params);
    bench.run(lines(20000, 2), false);
    // Half of the queue, and what comes while it is written: 32 to 64 writes.
    const double most = 10000. / 32 * turn, least = 10000. / 64 * turn;
    EXPECT_GE(bench.nanoseconds(), 20000 * kLineTime + least);
    EXPECT_LE(bench.nanoseconds(), 1.01 * (20000 * kLineTime + most));
    EXPECT_EQ(bench.stats().row_hits.value() + bench.stats().row_misses.value(), 20000u);
  }
}

TEST(DramChannel, WritesWithoutReadsNeverTurn) {
  Bench bench(with_turns_and_refresh());
  std::vector<Push> writes = lines(1000, 1);
  EXPECT_TRUE(bench.run(writes, false).empty());
  EXPECT_NEAR(bench.nanoseconds(), 1000 * kLineTime * 15 / 14, 300);
}

TEST(DramChannel, ReadsDoNotWaitForWritesBeforeThem) {
  Bench bench(with_turns_and_refresh());
  // Ten writes and a read in one cycle: the read goes first, as few writes wait.
  std::vector<Push> pushes = lines(10, 1);
  DramChannel::Request read;
  read.index = 10;
  read.sectors = 0xF;
  pushes.insert(pushes.begin(), {1, read});
  const Filled filled = bench.run(pushes, false);
  ASSERT_EQ(filled.size(), 1u);
  EXPECT_NEAR(static_cast<double>(filled[0].second) * 0.656, 100 + kLineTime, 2);
}

}  // namespace
}  // namespace gf::hw::gpu::dram_channel_test
