// SPDX-License-Identifier: Apache-2.0
// The waveforms of Table I's case, of a turn of a lane and of a message from GPU memory, as
// waveforms/README.md makes and tells them.
#include <gmock/gmock.h>
#include <map>
#include <sstream>

#include "tests/support/program.h"
#include "tests/support/wave_runs.h"

namespace gf::test::vcd_text_test {
namespace {

using namespace wave_runs;  // NOLINT: what these tests share

/// How long each one-bit signal was high, in ps.
std::map<std::string, std::uint64_t> time_high(const fs::path& file) {
  std::istringstream vcd(read_file(file));
  const std::map<std::string, std::string> paths = variables_of(vcd);
  std::map<std::string, std::uint64_t> high;
  std::map<std::string, std::uint64_t> since;
  std::uint64_t now = 0;
  std::string line;
  while (std::getline(vcd, line)) {
    if (line[0] == '#') now = std::stoull(line.substr(1));
    if (line[0] != '0' && line[0] != '1') continue;
    const std::string& path = paths.at(line.substr(1));
    if (line[0] == '1') since[path] = now;
    if (line[0] == '0' && since.count(path) > 0) high[path] += now - since[path];
  }
  return high;
}

TEST(Waves, OtherToolsReadThem) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  exits(0, capture({"/usr/bin/vcd2fst", scratch / "run/waves.vcd", scratch / "waves.fst"}));
  EXPECT_GT(fs::file_size(scratch / "waves.fst"), 0u);
}

/// One turn of the page, with its dates.
TEST(Waves, ShowATurnOfAnNvlinkLane) {
  const ScratchDirectory scratch;
  const fs::path groups = kWaveforms / "nvlink_node.signals";
  const Captured run = exits(
      0,
      program(Words{"run", "nvlink_node"} +
              parameters({"policy=paper", "workload=hpgmg_uvm", "gpu.memory.peer_requests=512"}) +
              Words{"--vcd", "gpu_0.nvlink.*,gpu_1.nvlink.*,nvswitch.port_0.*", "--vcd-groups",
                    groups, "--vcd-from", "49.3 us", "--vcd-to", "49.7 us", "--outdir",
                    scratch / "run"}));
  expect_groups_match(groups, scratch / "run");
  auto changes = changes_of(scratch / "run/waves.vcd");
  const std::string near = "gpu_0.nvlink.link_0.";
  const std::string far = "nvswitch.port_0.";
  using Changes = std::map<std::uint64_t, unsigned>;
  const std::uint64_t begin = 49'300'000;
  EXPECT_EQ(changes[near + "controller.lanes_to_out"], (Changes{{begin, 0}, {49'471'000, 255}}));
  EXPECT_EQ(
      changes[near + "turns.state"],
      (Changes{{begin, 0}, {49'471'000, 1}, {49'495'250, 2}, {49'497'000, 4}, {49'597'000, 0}}));
  EXPECT_EQ(changes[far + "turns.state"],
            (Changes{{begin, 0}, {49'483'000, 3}, {49'509'000, 4}, {49'609'000, 0}}));
  EXPECT_EQ(changes[near + "lanes_out"], (Changes{{begin, 8}, {49'495'250, 7}}));
  EXPECT_EQ(changes[far + "lanes_out"], (Changes{{begin, 8}, {49'609'000, 9}}));
  EXPECT_EQ(changes[far + "lane_0.out"], (Changes{{begin, 0}, {49'609'000, 1}}));
}

/// One message of the page, with its dates.
TEST(Waves, ShowAMessageFromGpuMemory) {
  const ScratchDirectory scratch;
  const fs::path groups = kWaveforms / "apenet_node.signals";
  exits(0, program(Words{"run", "apenet_cluster"} +
                   parameters({"test=bw", "window=1", "iterations=1", "min=1 MiB", "max=1 MiB"}) +
                   Words{"--vcd",
                         "node_0.card.*,node_0.gpu.*,node_1.card.*,node_1.gpu.*,switch_0.x_plus.*",
                         "--vcd-groups", groups, "--vcd-from", "112 us", "--vcd-to", "620 us",
                         "--outdir", scratch / "run"}));
  expect_groups_match(groups, scratch / "run");
  auto changes = changes_of(scratch / "run/waves.vcd");
  EXPECT_EQ(changes["node_0.card.nios.task"].at(112'657'845), 2u);
  auto& requests = changes["node_0.card.gpu_p2p_tx.requests"];
  EXPECT_EQ(requests.at(115'842'845), 1u);
  EXPECT_EQ(requests.at(115'918'845), 2u);
  EXPECT_EQ(changes["node_0.gpu.requests"].at(116'126'309), 1u);
  EXPECT_EQ(changes["switch_0.x_plus.tx.busy"].at(121'824'167), 1u);
  const auto first = [&](const std::string& signal, unsigned value) {
    for (const auto& [at, now] : changes[signal])
      if (now == value && at > 121'824'167) return static_cast<double>(at) / 1e6;
    return 0.0;
  };
  EXPECT_NEAR(first("node_1.card.rx.packets", 8), 520.3, 0.1);
  EXPECT_NEAR(first("switch_0.x_plus.tx.vc0_header_credits", 0), 607.2, 0.1);
  EXPECT_NEAR(first("node_0.card.tx_fifo.lines", 256), 249.6, 0.1);
}

void expect_falls_to_zero(const std::map<std::uint64_t, unsigned>& counter) {
  ASSERT_GT(counter.size(), 2u) << "several CTAs write to it";
  for (auto at = std::next(counter.begin()); at != counter.end(); ++at)
    EXPECT_LT(at->second, std::prev(at)->second) << "at " << at->first << " ps";
  EXPECT_EQ(counter.rbegin()->second, 0u);
}

/// When a signal is first 1, in ps.
std::uint64_t first_high(const std::map<std::uint64_t, unsigned>& signal) {
  const auto high = std::find_if(signal.begin(), signal.end(),
                                 [](const auto& change) { return change.second == 1; });
  return high == signal.end() ? 0 : high->first;
}

/// The page's run of PROACT in hardware.
Signals run_chunks(const fs::path& directory) {
  const fs::path groups = kWaveforms / "proact.signals";
  const Captured run =
      exits(0, program({"run", "proact", "-p", "mechanism=hw", "-p", "workload=jacobi", "-p",
                        "iterations=1", "-p", "chunk=16 KiB", "-p", "shown_chunks=32,33,39",
                        "--vcd", "*", "--vcd-groups", groups, "--outdir", directory}));
  if (run.code != 0) return {};
  expect_groups_match(groups, directory);
  return changes_of(directory / "waves.vcd");
}

/// A chunk's way: its counter falls to zero, only then the agent moves it; with the page's dates.
TEST(Waves, ShowAChunkThatBecomesReadyAndLeaves) {
  const ScratchDirectory scratch;
  const Signals changes = run_chunks(scratch / "run");
  ASSERT_FALSE(changes.empty());
  const auto& counter = changes.at("proact_0.counter_0_32");
  expect_falls_to_zero(counter);
  const std::uint64_t zero = counter.rbegin()->first;
  EXPECT_NEAR(us(std::next(counter.begin())->first), 7.20, 0.1);
  EXPECT_NEAR(us(zero), 7.48, 0.1);
  EXPECT_NEAR(us(changes.at("proact_0.counter_0_33").rbegin()->first), 12.33, 0.1);

  const auto& moving = changes.at("proact_0.chunks_under_way");
  EXPECT_EQ(first_high(moving), zero) << "in the same cycle";
  const std::uint64_t packet = first_high(changes.at("gpu_0.nvlink.link_0.tx.busy"));
  EXPECT_NEAR(us(packet) - us(zero), 0.563, 0.03) << "descriptors and a read, beside the next CTAs";
  const auto sent = moving.upper_bound(zero);
  ASSERT_NE(sent, moving.end());
  EXPECT_EQ(sent->second, 0u);
  EXPECT_NEAR(us(sent->first) - us(zero), 1.32, 0.05);
  EXPECT_EQ(moving.rbegin()->second, 0u) << "all of them have left";
  EXPECT_NEAR(us(moving.rbegin()->first), 23.90, 0.1);
}

/// The page's story, in the order of its groups.
TEST(Waves, ShowHowCongestionSpreads) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  std::map<std::string, std::uint64_t> high = time_high(scratch / "run/waves.vcd");
  const std::uint64_t us = 1'000'000;
  EXPECT_GT(high["plx_b.egress_0.tx.busy"], 30 * us);
  EXPECT_GT(high["rc.egress_1.no_credit"], 20 * us);
  EXPECT_GT(high["plx_a.egress_2.no_credit"], 15 * us);
  EXPECT_GT(high["plx_a.egress_2.hol_blocked"], 15 * us);
  EXPECT_EQ(high["plx_a.egress_1.no_credit"], 0u);
  EXPECT_EQ(high["plx_a.egress_1.hol_blocked"], 0u);
  EXPECT_GT(high["gpu0.egress.no_credit"], 25 * us);
  EXPECT_GT(high["k80_1.egress_0.tx.busy"], 30 * us);
}

}  // namespace
}  // namespace gf::test::vcd_text_test
