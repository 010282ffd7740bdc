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

/// One channel in the hands of a test.
class Bench final : private core::Clocked, private DramClient {
 public:
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
    }
    return filled_;
  }

 private:
  void cycle(Cycle) override {}
  void filled(unsigned, unsigned mshr, std::uint8_t, Cycle now) override {
    filled_.emplace_back(mshr, now);
  }
  void channel_room(unsigned, Cycle) override {}

  core::ClockDomain clock_{"clock", sc_core::sc_time(656, sc_core::SC_PS)};
  const MemoryParams params_{};
  const AddressMap map_{params_};
  core::ClockMember member_{clock_, *this};
  MemoryStats stats_{clock_};
  MemoryProbes probes_{"memory"};
  Filled filled_;
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

TEST(DramChannel, DoesTheSameWhoeverElseIsAwake) {
  Bench bench;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Push> pushes = random_pushes(seed);
    const Filled asleep = bench.run(pushes, false);
    EXPECT_GT(asleep.size(), 250u);
    EXPECT_EQ(asleep, bench.run(pushes, true)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace gf::hw::gpu::dram_channel_test
