// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/run/longest_wait.cpp
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <regex>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/small_run.h"
#include "tests/support/wave_runs.h"

namespace gf::test::cause_waves_test {
namespace {

using namespace wave_runs;  // NOLINT: what these tests share

/// GPU 5's copy fills the link to GPU 4, and what goes to GPU 5 waits behind what goes there.
Words behind(const fs::path& directory, const Words& more) {
  return Words{"run",      "pcie_t2",
               "--graphs", fs::path(GF_SOURCE_DIR) / "docs/examples/behind.csv",
               "--outdir", directory,
               "--no-page"} +
         more;
}

/// "copy 0->5, packet 17 waits in QUEUE for LINK for 4.6 us, from 79.867 us: CAUSE. The ..."
struct Told {
  std::string packet, queue, link, span, cause;
};

Told told(const std::string& err) {
  const std::regex sentence(
      "gpufabric: --vcd auto: (.*) waits in (.*) for (.*) for (.*), from (.*): (.*)\\. "
      "The waveform shows .* us to .* us\\.\n");
  std::smatch found;
  if (!std::regex_match(err, found, sentence)) return {"none: " + err, "", "", "", ""};
  return {found[1], found[2], found[3], found[4], found[6]};
}

class CauseWaves : public testing::Test {
 protected:
  Captured run(const Words& words) {
    Captured run = program(words);
    if (run.code == 0 && fs::exists(directory_ / "run/waves.vcd"))
      changes_ = changes_of(directory_ / "run/waves.vcd");
    return run;
  }
  /// Titles of the groups of waves.gtkw, in their order.
  [[nodiscard]] std::vector<std::string> groups() const {
    std::istringstream save(read_file(directory_ / "run/waves.gtkw"));
    std::vector<std::string> titles;
    for (std::string line; std::getline(save, line);)
      if (line.size() > 1 && line[0] == '-' && (titles.empty() || titles.back() != line.substr(1)))
        titles.push_back(line.substr(1));
    return titles;
  }
  const ScratchDirectory directory_;
  Signals changes_;
};

TEST_F(CauseWaves, ShowTheWaitThatFollowFinds) {
  const Captured waves = exits(0, run(behind(directory_ / "run", {"--vcd", "auto"})));
  const Told wait = told(waves.err);
  const Captured followed =
      exits(0, program(behind(directory_ / "followed", {"--follow", wait.packet})));
  const std::string flat = std::regex_replace(followed.out, std::regex("\\s+"), " ");
  EXPECT_THAT(flat, HasSubstr(wait.queue + ", by " + wait.link + ": waited " + wait.span));
  EXPECT_THAT(flat, HasSubstr(wait.cause));
}

/// Whose cause is at the far end of a chain of full buffers.
TEST_F(CauseWaves, GroupsGoFromTheCauseToTheEffect) {
  const Captured waves = run(behind(directory_ / "run", {"--vcd", "auto"}));
  const Told wait = told(waves.err);
  const std::vector<std::string> titles = groups();
  ASSERT_GT(titles.size(), 2u);
  EXPECT_EQ(titles.front(), "1 " + wait.cause);
  EXPECT_THAT(wait.cause, HasSubstr("k80_2 -> gpu4 shared with copy"));
  EXPECT_THAT(titles.back(), HasSubstr(wait.packet + " waits in " + wait.queue));
}

TEST_F(CauseWaves, PacketsInTheWayAreOnTheLink) {
  ASSERT_EQ(run(behind(directory_ / "run", {"--vcd", "auto"})).code, 0);
  const auto& busy = changes_["k80_2.egress_0.tx.busy"];
  unsigned begun = 0;
  for (const auto& [at, packet] : changes_["why.in_the_way"]) {
    if (packet == 0 || at == changes_["why.in_the_way"].begin()->first) continue;
    ++begun;
    const auto now = busy.upper_bound(at);
    ASSERT_NE(now, busy.begin());
    EXPECT_EQ(std::prev(now)->second, 1u) << at;
  }
  EXPECT_GT(begun, 2u);
}

TEST_F(CauseWaves, OpenAtTheWaitWithMarkersAtItsEnds) {
  ASSERT_EQ(run(behind(directory_ / "run", {"--vcd", "auto"})).code, 0);
  std::vector<std::uint64_t> ends;
  for (const auto& [at, value] : changes_["why.waits"]) ends.push_back(at);
  ASSERT_EQ(ends.size(), 3u);  // the first one is the start of the file
  const std::string save = read_file(directory_ / "run/waves.gtkw");
  EXPECT_THAT(save, HasSubstr(fmt::format("[timestart] {}\n", ends[0])));
  std::smatch line;
  ASSERT_TRUE(
      std::regex_search(save, line, std::regex("\n\\*-[0-9.]+ (\\d+) (\\d+) (\\d+) (\\d+)\n")));
  EXPECT_EQ(std::stoull(line[1]), ends[0]);
  EXPECT_GE(std::stoull(line[2]), ends[0]);
  EXPECT_EQ(std::stoull(line[3]), ends[1]);
  EXPECT_EQ(std::stoull(line[4]), ends[2]);
}

TEST_F(CauseWaves, ChangeNoResult) {
  const Captured plain = program(behind(directory_ / "plain", {}));
  const Captured waves = run(behind(directory_ / "run", {"--vcd", "auto"}));
  EXPECT_EQ(waves.out, plain.out);
  EXPECT_EQ(read_file(directory_ / "run/stats.json"), read_file(directory_ / "plain/stats.json"));
}

/// Between GPUs of NVLink switches, between nodes, and in a network of routers, whose signals exist
/// only on request.
TEST_F(CauseWaves, ShowEveryKindOfLink) {
  const fs::path schedule = directory_ / "three.csv";
  write_file(schedule, "graph,src,dst,bytes\ng,0,1,1 MiB\ng,2,1,1 MiB\ng,3,1,1 MiB\n");
  const std::vector<std::pair<Words, std::string>> machines = {
      {{"cluster", "--machine", "dgx_h100", "--schedule", schedule}, "nvswitch*.port_*.tx.busy"},
      {{"cluster", "-p", "nodes=4", "-p", "node.gpus=1", "--schedule", schedule}, "router_*.flits"},
      {{"dragonfly", "-p", "p=2", "-p", "a=4", "-p", "h=2", "-p", "traffic=wc", "-p", "load=0.1"},
       "router_*.flits"}};
  unsigned number = 0;
  for (const auto& [machine, signal] : machines) {
    const fs::path here = directory_ / std::to_string(++number);
    const Captured waves = exits(
        0, program(Words{"run"} + machine + Words{"--vcd", "auto", "--no-page", "--outdir", here}));
    const Signals changes = changes_of(here / "waves.vcd");
    EXPECT_EQ(changes.at("why.waits").size(), 3u) << waves.err;
    EXPECT_TRUE(std::any_of(changes.begin(), changes.end(), [&](const auto& one) {
      return core::glob_match(signal, one.first);
    })) << waves.err;
  }
}

TEST_F(CauseWaves, WithoutAWaitThereIsNone) {
  const Captured run =
      exits(0, program({"run", "store_goodput", "--vcd", "auto", "--outdir", directory_ / "run"}));
  EXPECT_THAT(run.err, HasSubstr("none that waited for another or for a credit"));
  EXPECT_FALSE(fs::exists(directory_ / "run/waves.vcd"));
  EXPECT_TRUE(fs::exists(directory_ / "run/stats.json"));
}

TEST_F(CauseWaves, ChooseTheirOwnWindow) {
  for (const Words& more : {Words{"--vcd-from", "1 us"}, Words{"--vcd-groups", "x.signals"}}) {
    const Captured run =
        exits(2, program(behind(directory_ / "run", Words{"--vcd", "auto"} + more)));
    EXPECT_THAT(run.err, HasSubstr("chooses the window and the groups itself"));
  }
  const Captured ranks = exits(2, program({"run", "cluster", "--vcd", "auto", "--ranks", "2",
                                           "--outdir", directory_ / "run"}));
  EXPECT_THAT(ranks.err, HasSubstr("no rank sees"));
}

}  // namespace
}  // namespace gf::test::cause_waves_test
