// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/apenet/app_*
// Applications on APEnet+ nodes as a user runs them.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::apenet_apps_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Captured run(const std::string& platform, std::vector<std::string> settings,
             const std::string& outdir = "") {
  std::vector<std::string> words = {"run", platform, "--quiet"};
  for (std::string& setting : settings) {
    words.emplace_back("-p");
    words.push_back(std::move(setting));
  }
  if (!outdir.empty()) words.insert(words.end(), {"--outdir", outdir});
  return program(words);
}

double result(const std::string& directory, const std::string& name) {
  const auto stats = core::parse_json(read_file(directory + "/stats.json"));
  return stats.at("results").at(name).at("value").get<double>();
}

TEST(ApenetApps, SpinGlassKeepsItsEnergyAndSaysWhereTimeWent) {
  const ScratchDirectory scratch;
  const Captured done = run("apenet_hsg", {"app.l=16", "shape=2x2", "bytes=true"}, scratch / "on");
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("L = 16, 4 ranks"), HasSubstr("Waiting (ms)")));
  const Captured ib = run("apenet_hsg", {"app.l=16", "shape=2x2", "over=ib"}, scratch / "ib");
  EXPECT_EQ(ib.code, 0) << ib.err;
  EXPECT_EQ(result(scratch / "on", "energy"), result(scratch / "ib", "energy"));
  EXPECT_LT(result(scratch / "on", "energy_drift"), 1e-6);
  EXPECT_GT(result(scratch / "on", "rank_3.network"), 0);
  EXPECT_EQ(result(scratch / "on", "bytes"), 4.0 * 2 * 2 * 6 * 16 * 16 / 2 * 4);
  EXPECT_NE(result(scratch / "on", "total"), result(scratch / "ib", "total"));
}

TEST(ApenetApps, SearchCountsTheSameEdgesWhateverCarriesIt) {
  const ScratchDirectory scratch;
  const Captured ib = run("apenet_bfs", {"app.scale=9", "shape=2", "over=ib"}, scratch / "ib");
  EXPECT_EQ(ib.code, 0) << ib.err;
  for (const char* p2p : {"on", "rx", "off"}) {
    const Captured done =
        run("apenet_bfs", {"app.scale=9", "shape=2", std::string("p2p=") + p2p}, scratch / p2p);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(result(scratch / p2p, "edges"), result(scratch / "on", "edges"));
    EXPECT_NEAR(result(scratch / p2p, "teps") * result(scratch / p2p, "total"),
                result(scratch / p2p, "edges"), 1e-3);
  }
  EXPECT_NE(result(scratch / "off", "total"), result(scratch / "on", "total"));
  EXPECT_EQ(result(scratch / "ib", "edges"), result(scratch / "on", "edges"));
}

TEST(ApenetApps, AnEventAheadOfItsDataBreaksNothing) {
  const Captured spins =
      run("apenet_hsg", {"app.l=16", "bytes=true", "gpu.pcie.receive_latency=1us"});
  EXPECT_EQ(spins.code, 0) << spins.err;
  const Captured search =
      run("apenet_bfs", {"bytes=true", "app.scale=12", "seed=2", "gpu.pcie.receive_latency=20us"});
  EXPECT_EQ(search.code, 0) << search.err;
}

TEST(ApenetApps, SameSeedSameBytes) {
  const ScratchDirectory scratch;
  for (const char* name : {"a", "b"}) run("apenet_bfs", {"app.scale=9", "shape=2"}, scratch / name);
  EXPECT_EQ(read_file(scratch / "a/stats.csv"), read_file(scratch / "b/stats.csv"));
}

TEST(ApenetApps, WhatMakesNoRunIsSaidAtOnce) {
  const Captured uncut = run("apenet_hsg", {"app.l=30", "shape=4"});
  EXPECT_EQ(uncut.code, 2);
  EXPECT_THAT(uncut.err, HasSubstr("app.l = 30"));
  const Captured full = run("apenet_bfs", {"app.scale=8", "shape=4", "card.buf_list=3"});
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, AllOf(HasSubstr("buf_list"), HasSubstr("12 more buffers")));
}

}  // namespace
}  // namespace gf::test::apenet_apps_test
