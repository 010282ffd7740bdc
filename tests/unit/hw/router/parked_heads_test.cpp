// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/credit_client.h
// Heads that have found no credit are not looked at again before one comes: no flit and no counter
// may tell.
#include "hw/router/parked_heads.h"

#include <ostream>
#include <vector>

#include "tests/support/matchers.h"
#include "tests/support/network_bench.h"

namespace gf::hw::router::parked_heads_test {
namespace {

std::vector<unsigned> parked(const ParkedHeads& heads) {
  std::vector<unsigned> all;
  if (heads.empty()) return all;
  for (unsigned word = 0; word < 8; ++word)
    core::each_bit(heads.heads(word), [&](unsigned n) { all.push_back(word * 64 + n); });
  return all;
}

class ParkedHeadsTest : public testing::Test {
 protected:
  ParkedHeadsTest() {
    heads_.park(4, 2, 1);
    heads_.park(100, 2, 1);
    heads_.park(7, 2, 0);
    heads_.park(9, 63, 1);
  }
  ParkedHeads heads_{64, 3};
};

TEST_F(ParkedHeadsTest, AreCountedByOutput) {
  EXPECT_THAT(parked(heads_), ElementsAre(4, 7, 9, 100));
  EXPECT_EQ(heads_.size(), 4u);
  EXPECT_EQ(heads_.behind(2), 3u);
  EXPECT_EQ(heads_.outputs(), core::bit(2) | core::bit(63));
}

TEST_F(ParkedHeadsTest, AreReleasedByTheCreditOfTheirVirtualChannel) {
  heads_.credit_comes(2, 1);
  EXPECT_EQ(heads_.size(), 4u) << "from the next release on";
  heads_.release();
  EXPECT_THAT(parked(heads_), ElementsAre(7, 9));
  EXPECT_EQ(heads_.behind(2), 1u);
  heads_.credit_comes(2, 0);
  heads_.release();
  EXPECT_EQ(heads_.outputs(), core::bit(63));
}

TEST_F(ParkedHeadsTest, CreditThatNobodyWaitsForReleasesNobody) {
  heads_.credit_comes(63, 2);
  heads_.credit_comes(5, 0);
  heads_.release();
  EXPECT_EQ(heads_.size(), 4u);
}

TEST_F(ParkedHeadsTest, AllCanBeReleasedAndParkedAgain) {
  heads_.release_all();
  EXPECT_TRUE(heads_.empty());
  EXPECT_THAT(parked(heads_), IsEmpty());
  heads_.park(100, 2, 0);
  EXPECT_THAT(parked(heads_), ElementsAre(100));
}

struct Crowd {
  const char* name;
  unsigned speedup, packet_flits, vc_buffer, output_buffer, flit_cycles;
  bool whole_packets;
};
void PrintTo(const Crowd& crowd, std::ostream* out) { *out << crowd.name; }

test::NetworkBench::Options options_of(const Crowd& crowd) {
  test::NetworkBench::Options options;
  RouterParams& router = options.network.router;
  router.speedup = crowd.speedup;
  router.packet_flits = crowd.packet_flits;
  router.vc_buffer = crowd.vc_buffer;
  router.output_buffer = crowd.output_buffer;
  router.whole_packets = crowd.whole_packets;
  options.network.local.flit_cycles = crowd.flit_cycles;
  options.network.terminal.flit_cycles = crowd.flit_cycles;
  return options;
}

/// A network all of whose nodes send to one and to each other.
class Crowded final : public sc_core::sc_module {
 public:
  Crowded(const sc_core::sc_module_name& name, const Crowd& crowd)
      : sc_module(name), bench(options_of(crowd)) {
    const unsigned nodes = bench.dragonfly().graph().nodes();
    for (unsigned src = 1; src < nodes; ++src)
      for (unsigned n = 0; n < 6; ++n)
        bench.send(src, n % 2 == 0 ? 0 : (src + 5 * n) % nodes, crowd.packet_flits);
  }
  test::NetworkBench bench;
};

class ParkedHeadsOfACrowd : public testing::TestWithParam<Crowd> {};

TEST_P(ParkedHeadsOfACrowd, AskAsOftenAsThoseThatAreLookedAtInEachCycle) {
  Crowded parking("parking", GetParam()), watched("watched", GetParam());
  const unsigned routers = parking.bench.dragonfly().graph().routers();
  for (unsigned r = 0; r < routers; ++r) watched.bench.network().router(r).count_waits();
  sc_core::sc_start();
  EXPECT_EQ(parking.bench.flits_ended(), parking.bench.flits_sent());
  ASSERT_EQ(parking.bench.ends.size(), watched.bench.ends.size());
  for (std::size_t i = 0; i < parking.bench.ends.size(); ++i)
    ASSERT_EQ(parking.bench.ends[i].latency, watched.bench.ends[i].latency) << i;
  std::uint64_t asked = 0;
  for (unsigned r = 0; r < routers; ++r) {
    const Router::Stats& here = parking.bench.network().router(r).stats();
    const Router::Stats& there = watched.bench.network().router(r).stats();
    EXPECT_EQ(here.no_credit.value(), there.no_credit.value()) << r;
    EXPECT_EQ(here.lost.value(), there.lost.value()) << r;
    asked += here.no_credit.value();
  }
  EXPECT_GT(asked, parking.bench.flits_sent()) << "heads wait for credits";
}

INSTANTIATE_TEST_SUITE_P(
    Crowds, ParkedHeadsOfACrowd,
    testing::Values(Crowd{"single flits", 2, 1, 2, 16, 1, false},
                    Crowd{"short output queues before slow channels", 2, 1, 4, 1, 3, false},
                    Crowd{"no speed-up, slow channels", 1, 1, 3, 16, 2, false},
                    Crowd{"no speed-up, very slow channels", 1, 1, 2, 16, 9, false},
                    Crowd{"one place in output queues", 2, 2, 8, 1, 9, false},
                    Crowd{"wormhole", 3, 4, 2, 2, 1, false},
                    Crowd{"virtual cut-through", 2, 3, 4, 2, 2, true}));

}  // namespace
}  // namespace gf::hw::router::parked_heads_test
