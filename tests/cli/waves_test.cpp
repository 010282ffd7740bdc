// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/vcd.h core/trace/vcd_text.h core/trace/gtkw.h core/trace/probe.h
// The waveforms of Table I's case, of a turn of a lane and of a message from GPU memory, as
// waveforms/README.md makes and tells them.
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <sstream>

#include "core/base/text_match.h"
#include "core/text/json.h"
#include "core/trace/gtkw.h"
#include "tests/support/program.h"

namespace gf::test::waves_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kWaveforms = fs::path(GF_SOURCE_DIR) / "waveforms";

Captured run_table1(const fs::path& directory, std::vector<std::string> more) {
  std::vector<std::string> words{"run",      "pcie_t2", "--graphs", kWaveforms / "pcie_table1.csv",
                                 "--outdir", directory};
  words.insert(words.end(), more.begin(), more.end());
  return program(words);
}

Captured run_with_waves(const fs::path& directory) {
  return run_table1(directory, {"--vcd", "*", "--vcd-groups", kWaveforms / "pcie_t2.signals",
                                "--timeline", "--series", "1 us"});
}

/// Paths of a VCD file's variables by their short names, ranges of bits included: "a.b[15:0]".
std::map<std::string, std::string> variables_of(std::istream& vcd) {
  std::map<std::string, std::string> paths;
  std::string scope;
  std::string line;
  while (std::getline(vcd, line) && line != "$enddefinitions $end") {
    std::istringstream words(line);
    std::string kind, type, name, bits, code, range;
    words >> kind >> type;
    if (kind == "$scope" && words >> name) scope += name + ".";
    if (kind == "$upscope") scope.erase(scope.rfind('.', scope.size() - 2) + 1);
    if (kind != "$var") continue;
    words >> bits >> code >> name >> range;
    paths[code] = scope + name + (range == "$end" ? "" : range);
  }
  return paths;
}

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
  const Captured converted =
      capture({"/usr/bin/vcd2fst", scratch / "run/waves.vcd", scratch / "waves.fst"});
  EXPECT_EQ(converted.code, 0) << converted.err;
  EXPECT_GT(fs::file_size(scratch / "waves.fst"), 0u);
}

TEST(Waves, EveryRowOfTheSaveFileIsASignal) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  std::istringstream vcd(read_file(scratch / "run/waves.vcd"));
  std::set<std::string> signals;
  for (const auto& [code, path] : variables_of(vcd)) signals.insert(path);
  std::istringstream save(read_file(scratch / "run/waves.gtkw"));
  std::set<std::string> rows;
  for (std::string line; std::getline(save, line);) {
    if (line.rfind("+{", 0) == 0) rows.insert(line.substr(line.find("} ") + 2));
  }
  EXPECT_EQ(rows, signals);
}

/// Each glob of the file of groups matches some signal of the run's waveform.
void expect_groups_match(const fs::path& groups, const fs::path& run) {
  std::istringstream vcd(read_file(run / "waves.vcd"));
  const std::map<std::string, std::string> signals = variables_of(vcd);
  for (const core::SignalGroup& group : core::load_signal_groups(groups)) {
    for (const std::string& glob : core::split_globs(group.globs)) {
      const auto matches = [&](const auto& signal) {
        return core::glob_match(glob, signal.second.substr(0, signal.second.find('[')));
      };
      EXPECT_TRUE(std::any_of(signals.begin(), signals.end(), matches)) << glob;
    }
  }
}

TEST(Waves, EveryGlobOfTheGroupsNamesASignal) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  expect_groups_match(kWaveforms / "pcie_t2.signals", scratch / "run");
}

/// When each signal took which value, in ps.
using Signals = std::map<std::string, std::map<std::uint64_t, unsigned>>;

Signals changes_of(const fs::path& file) {
  std::istringstream vcd(read_file(file));
  const std::map<std::string, std::string> paths = variables_of(vcd);
  Signals changes;
  std::uint64_t now = 0;
  for (std::string line; std::getline(vcd, line);) {
    const std::size_t blank = line.find(' ');
    if (line[0] == '#') now = std::stoull(line.substr(1));
    if (line[0] == '0' || line[0] == '1') changes[paths.at(line.substr(1))][now] = line[0] - '0';
    if (line[0] != 'b' || line.find('x') < blank) continue;
    const std::string& path = paths.at(line.substr(blank + 1));
    changes[path.substr(0, path.find('['))][now] =
        static_cast<unsigned>(std::stoul(line.substr(1, blank), nullptr, 2));
  }
  return changes;
}

/// One turn of the page, with its dates.
TEST(Waves, ShowATurnOfAnNvlinkLane) {
  const ScratchDirectory scratch;
  const fs::path groups = kWaveforms / "nvlink_node.signals";
  const Captured run =
      program({"run", "nvlink_node", "-p", "policy=paper", "-p", "workload=hpgmg_uvm", "-p",
               "gpu.memory.peer_requests=512", "--vcd",
               "gpu_0.nvlink.*,gpu_1.nvlink.*,nvswitch.port_0.*", "--vcd-groups", groups,
               "--vcd-from", "49.3 us", "--vcd-to", "49.7 us", "--outdir", scratch / "run"});
  ASSERT_EQ(run.code, 0) << run.err;
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
  const Captured run = program(
      {"run",          "apenet_cluster",
       "-p",           "test=bw",
       "-p",           "window=1",
       "-p",           "iterations=1",
       "-p",           "min=1 MiB",
       "-p",           "max=1 MiB",
       "--vcd",        "node_0.card.*,node_0.gpu.*,node_1.card.*,node_1.gpu.*,switch_0.x_plus.*",
       "--vcd-groups", groups,
       "--vcd-from",   "72 us",
       "--vcd-to",     "300 us",
       "--outdir",     scratch / "run"});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_groups_match(groups, scratch / "run");
  auto changes = changes_of(scratch / "run/waves.vcd");
  EXPECT_EQ(changes["node_0.card.nios.task"].at(73'262'845), 2u);
  auto& requests = changes["node_0.card.gpu_p2p_tx.requests"];
  EXPECT_EQ(requests.at(75'512'845), 1u);
  EXPECT_EQ(requests.at(75'592'845), 2u);
  EXPECT_EQ(changes["node_0.gpu.requests"].at(75'796'309), 1u);
  EXPECT_EQ(changes["switch_0.x_plus.tx.busy"].at(81'494'167), 1u);
  const auto first = [&](const std::string& signal, unsigned value) {
    for (const auto& [at, now] : changes[signal])
      if (now == value && at > 81'494'167) return static_cast<double>(at) / 1e6;
    return 0.0;
  };
  EXPECT_NEAR(first("node_1.card.rx.packets", 8), 138.6, 0.1);
  EXPECT_NEAR(first("switch_0.x_plus.tx.vc0_header_credits", 0), 172.2, 0.1);
  EXPECT_NEAR(first("node_0.card.tx_fifo.lines", 256), 226.6, 0.1);
}

double us(std::uint64_t ps) { return static_cast<double>(ps) / 1e6; }

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
      program({"run", "proact", "-p", "mechanism=hw", "-p", "workload=jacobi", "-p", "iterations=1",
               "-p", "chunk=16 KiB", "-p", "shown_chunks=32,33,39", "--vcd", "*", "--vcd-groups",
               groups, "--outdir", directory});
  EXPECT_EQ(run.code, 0) << run.err;
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

TEST(Waves, TimelineHasEveryCopy) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "run").code, 0);
  std::map<std::string, double> lengths;
  for (const json& event : core::parse_json(read_file(scratch / "run/timeline.json"))) {
    if (event["ph"] == "X") lengths[event["name"]] += event["dur"].get<double>();
  }
  for (const std::string name : {"0->2", "1->4", "3->2", "6->4", "copy to GPU 2", "copy to GPU 4"})
    EXPECT_GT(lengths[name], 20) << name;
  EXPECT_DOUBLE_EQ(lengths["table1"], lengths["1->4"]);  // The last one to end.
}

TEST(Waves, WatchingChangesNoResult) {
  const ScratchDirectory scratch;
  const Captured watched = run_with_waves(scratch / "watched");
  const Captured plain = run_table1(scratch / "plain", {});
  ASSERT_EQ(watched.code, 0) << watched.err;
  EXPECT_EQ(watched.out, plain.out);
  for (const std::string file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file((scratch / "watched") / file), read_file((scratch / "plain") / file))
        << file;
}

TEST(Waves, SameRunSameBytes) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run_with_waves(scratch / "1").code, 0);
  ASSERT_EQ(run_with_waves(scratch / "2").code, 0);
  for (const std::string file : {"waves.vcd", "waves.gtkw", "timeline.json", "series.csv"})
    EXPECT_EQ(read_file(scratch / "1" / file), read_file(scratch / "2" / file)) << file;
}

}  // namespace
}  // namespace gf::test::waves_test
