// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <map>
#include <set>

#include "core/text/json.h"
#include "tests/support/observed_runs.h"
#include "tests/support/program.h"

namespace gf::test::timeline_file_test {
namespace {

using nlohmann::json;
using observed_runs::run;

/// Small runs of every platform, and a span that their timelines must have.
struct Shown {
  Words settings;
  std::string span;
};
const std::map<std::string, Shown>& small_runs() {
  static const std::map<std::string, Shown> runs{
      {"pcie_t1", {{"--workload", "random:bytes=16 KiB"}, "graphs"}},
      {"pcie_t2", {{"--workload", "random:bytes=16 KiB"}, "graphs"}},
      {"pcie_tree", {{"--workload", "random:bytes=16 KiB"}, "graphs"}},
      {"dragonfly", {{"-p", "p=2", "-p", "a=4", "-p", "h=2", "-p", "load=0.3"}, "phases"}},
      {"torus", {{"-p", "load=0.1"}, "phases"}},
      {"fat_tree", {{"-p", "load=0.1"}, "phases"}},
      {"hyperx", {{"-p", "load=0.1"}, "phases"}},
      {"network_file", {{"-p", "load=0.1"}, "phases"}},
      {"nvlink_node", {{"-p", "gpu.sms=8", "-p", "policy=paper"}, "stream 0"}},
      {"proact", {{"-p", "gpu.sms=8", "-p", "workload=jacobi", "-p", "iterations=1"}, "phases"}},
      {"gpu_node", {{"-p", "gpu.sms=8"}, "stream 0"}},
      {"store_goodput", {{}, "phases"}},
      {"cluster", {{"--workload", "random:bytes=16 KiB"}, "graphs"}},
      {"apenet_node", {{"-p", "min=4 KiB", "-p", "max=4 KiB"}, "card.nios"}},
      {"apenet_cluster", {{"-p", "min=4 KiB", "-p", "max=4 KiB"}, "card.nios"}},
      {"apenet_hsg", {{"-p", "app.l=32", "-p", "shape=2x1x1"}, "steps"}},
      {"apenet_bfs", {{"-p", "app.scale=10", "-p", "shape=2x1x1"}, "steps"}},
  };
  return runs;
}

Words platform_names() {
  Words names;
  for (const json& entry : core::parse_json(program({"list", "--json"}).out))
    names.push_back(entry["name"]);
  return names;
}

/// One timeline, as Perfetto reads it.
struct Events {
  explicit Events(const fs::path& file) {
    for (const json& event : core::parse_json(read_file(file))) add(event);
  }
  void add(const json& event) {
    const std::string kind = event.at("ph"), name = event.at("name");
    const std::pair<int, int> row{event.at("pid"), event.at("tid")};
    if (kind == "M") {
      const json& args = event.at("args");
      if (name == "process_name") processes[row.first] = args.at("name");
      if (name == "thread_name") threads[row] = args.at("name");
      if (name == "process_sort_index") sorted.insert(row.first);
      if (name == "thread_sort_index") sorted_rows.insert(row);
      return;
    }
    EXPECT_GE(event.at("ts").get<double>(), 0);
    used.insert(row.first);
    if (kind == "X") {
      EXPECT_GE(event.at("dur").get<double>(), 0);
      spans[row].push_back(event);
    } else {
      ASSERT_EQ(kind, "C");
      const double share = event.at("args").at("share");
      EXPECT_TRUE(share >= 0 && share <= 1) << event;
      counters[{row.first, name}].push_back(share);
    }
  }
  bool has_row(const std::string& name) const {
    return std::any_of(threads.begin(), threads.end(),
                       [&](const auto& row) { return row.second == name; });
  }
  std::map<int, std::string> processes;
  std::map<std::pair<int, int>, std::string> threads;
  std::set<int> used, sorted;
  std::set<std::pair<int, int>> sorted_rows;
  std::map<std::pair<int, int>, std::vector<json>> spans;
  std::map<std::pair<int, std::string>, std::vector<double>> counters;
};

/// Viewers draw nonsense where slices of a row overlap without one lying in the other.
void expect_no_overlap(std::vector<json> spans, const std::string& row) {
  const auto begin = [](const json& span) { return span["ts"].get<double>(); };
  const auto length = [](const json& span) { return span["dur"].get<double>(); };
  std::stable_sort(spans.begin(), spans.end(), [&](const json& a, const json& b) {
    return begin(a) != begin(b) ? begin(a) < begin(b) : length(a) > length(b);
  });
  std::vector<double> open;  // ends of the slices that the next one may lie in
  for (const json& span : spans) {
    const double end = begin(span) + length(span);
    while (!open.empty() && open.back() <= begin(span) + 1e-6) open.pop_back();
    if (!open.empty()) {
      EXPECT_LE(end, open.back() + 1e-6) << row << ": " << span;
    }
    open.push_back(end);
  }
}

TEST(Timelines, EveryPlatformIsTriedHere) {
  Words tried;
  for (const auto& [name, shown] : small_runs()) tried.push_back(name);
  EXPECT_THAT(tried, testing::UnorderedElementsAreArray(platform_names()));
}

class TimelineOf : public testing::TestWithParam<std::string> {};

TEST_P(TimelineOf, HasSpansAndTheUseOfLinks) {
  const ScratchDirectory scratch;
  const Shown& shown = small_runs().at(GetParam());
  Words plain = shown.settings;
  plain.insert(plain.end(), {"--outdir", scratch / "plain"});
  Words watched = shown.settings;
  watched.insert(watched.end(), {"--timeline", "--outdir", scratch / "watched"});
  const Captured first = exits(0, run(GetParam(), plain));
  exits(0, run(GetParam(), watched));
  EXPECT_EQ(read_file(scratch / "plain/stats.csv"), read_file(scratch / "watched/stats.csv"))
      << "watching changes no result";

  const Events events(scratch / "watched/timeline.json");
  EXPECT_TRUE(events.has_row(shown.span)) << shown.span;
  ASSERT_FALSE(events.counters.empty());
  double most = 0;
  for (const auto& [counter, shares] : events.counters)
    most = std::max(most, *std::max_element(shares.begin(), shares.end()));
  EXPECT_GT(most, 0) << "no link was ever used";
  for (const int process : events.used) {
    EXPECT_EQ(events.processes.count(process), 1u);
    EXPECT_EQ(events.sorted.count(process), 1u);
  }
  for (const auto& [row, spans] : events.spans) {
    ASSERT_EQ(events.threads.count(row), 1u);
    EXPECT_EQ(events.sorted_rows.count(row), 1u);
    expect_no_overlap(spans, events.processes.at(row.first) + "/" + events.threads.at(row));
  }
}

INSTANTIATE_TEST_SUITE_P(All, TimelineOf,
                         testing::Values("pcie_t1", "pcie_t2", "pcie_tree", "dragonfly", "torus",
                                         "fat_tree", "hyperx", "network_file", "nvlink_node",
                                         "proact", "gpu_node", "store_goodput", "apenet_node",
                                         "apenet_cluster", "apenet_hsg", "apenet_bfs"),
                         [](const auto& each) { return each.param; });

/// No order of names: the two ends of the link were made before what sends by it.
TEST(Timelines, HaveModulesInTheOrderInWhichTheyWereMade) {
  const ScratchDirectory scratch;
  ASSERT_EQ(run("store_goodput", {"--timeline", "--outdir", scratch / "run"}).code, 0);
  std::map<int, std::string> names;
  std::map<int, std::string> by_place;
  for (const json& event : json::parse(read_file(scratch / "run/timeline.json"))) {
    if (event["name"] == "process_name") names[event["pid"]] = event["args"]["name"];
    if (event["name"] == "process_sort_index")
      by_place[event["args"]["sort_index"]] = names.at(event["pid"]);
  }
  Words order;
  for (const auto& [place, name] : by_place) order.push_back(name);
  EXPECT_THAT(order, testing::ElementsAre("links", "a", "b", "stream"));
}

TEST(Timelines, ShowLanesThatTurn) {
  const ScratchDirectory scratch;
  ASSERT_EQ(
      run("nvlink_node", {"-p", "policy=paper", "--timeline", "--outdir", scratch / "run"}).code,
      0);
  const Events events(scratch / "run/timeline.json");
  EXPECT_TRUE(events.has_row("nvlink.link_0.turns"));
}

/// Slices of the network's phases in their order, beside its largest counters alone.
TEST(Timelines, OfALargeNetworkAreBounded) {
  const ScratchDirectory scratch;
  exits(0, run("dragonfly", {"-p", "load=0.2", "--timeline", "--outdir", scratch / "run"}));
  const Events events(scratch / "run/timeline.json");
  EXPECT_LE(events.counters.size(), 65u) << "64 channels and the mean of all";
  for (const auto& [counter, shares] : events.counters) EXPECT_LE(shares.size(), 1001u);
  Words phases;
  for (const auto& [row, spans] : events.spans)
    for (const json& span : spans) phases.push_back(span["name"]);
  EXPECT_THAT(phases, testing::ElementsAre("warm-up", "sample", "drain", "network empties"));
}

}  // namespace
}  // namespace gf::test::timeline_file_test
