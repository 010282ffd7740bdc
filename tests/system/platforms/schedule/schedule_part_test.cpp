// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/network/network_platform.h
// Holds: platforms/gpu/gpu_platform.h
// Holds: platforms/apenet/apenet_platform.h
// One schedule on every fabric: the elements are those of a plain program, the bytes are those of
// the algorithm, and no link carries more than it can.
#include <algorithm>
#include <fstream>
#include <gmock/gmock.h>
#include <map>
#include <sstream>

#include "core/param/params.h"
#include "platforms/platform.h"
#include "tests/support/errors.h"
#include "tests/support/random_schedule.h"

namespace gf::schedule_part_test {
namespace {

using platforms::Platform;
using Settings = std::map<std::string, std::string>;

struct Fabric {
  std::string name;
  std::string platform;
  Settings settings;
  unsigned devices;
  double rate;  ///< What goes out of a device at most, in bytes a second.
};
void PrintTo(const Fabric& fabric, std::ostream* out) { *out << fabric.name; }

/// Flits of 16 B, one a cycle of 1 ns.
constexpr double kChannel = 16e9;

const Fabric kFabrics[] = {
    {"pcie", "pcie_t2", {}, 8, 15.754e9},
    {"torus", "torus", {{"x", "2"}, {"y", "2"}, {"z", "2"}}, 8, kChannel},
    {"dragonfly",
     "dragonfly",
     {{"p", "1"}, {"a", "4"}, {"h", "1"}, {"routing", "ugal_l"}},
     20,
     kChannel},
    {"fat_tree", "fat_tree", {{"k", "2"}, {"n", "3"}}, 8, kChannel},
    {"network_file", "network_file", {}, 9, kChannel},
    {"hyperx", "hyperx", {{"l", "1"}, {"s", "4"}, {"t", "2"}}, 8, kChannel},
    {"nvlink", "nvlink_node", {}, 4, 64e9},
    {"gpus_on_pcie", "gpu_node", {{"fabric", "pcie"}}, 4, 15.754e9},
    {"gpus_on_nvlink", "gpu_node", {{"fabric", "nvlink"}}, 4, 64e9},
    // Firmware is looked for next to the program, not next to this test.
    {"apenet", "apenet_cluster", {{"shape", "2x2x2"}, {"nios.model", "cost_table"}}, 8, 2.8e9}};

class FabricRun {
 public:
  FabricRun(const Fabric& fabric, Settings more) {
    for (const auto& [name, value] : fabric.settings) params_.add_override(name, value, "test");
    for (const auto& [name, value] : more) params_.add_override(name, value, "test");
    for (const platforms::PlatformEntry& entry : platforms::all_platforms())
      if (entry.name == fabric.platform) platform_ = entry.make();
    platform_->declare(params_.root());
    params_.check_all_used();
    platform_->build(1);
  }
  platforms::RunOutcome operator()() { return platform_->run({}); }

 private:
  core::ParamRegistry params_;
  std::unique_ptr<Platform> platform_;
};

double value(const platforms::RunOutcome& outcome, const std::string& name) {
  for (const platforms::Result& result : outcome.results)
    if (result.name == name) return result.value;
  ADD_FAILURE() << "no result " << name;
  return -1;
}

class EveryFabric : public testing::TestWithParam<Fabric> {};

TEST_P(EveryFabric, ReducesToWhatAPlainProgramDoes) {
  const Fabric& fabric = GetParam();
  constexpr double kSize = 64 << 10;
  const auto outcome = FabricRun(fabric, {{"workload", "allreduce:bytes=64 KiB,check=true"}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  EXPECT_EQ(value(outcome, "elements_compared"), kSize / 4 * fabric.devices);
  EXPECT_EQ(value(outcome, "elements_wrong"), 0);
  // A ring: each of n devices sends 2 (n-1)/n of the vector, whatever lies between them.
  EXPECT_NEAR(value(outcome, "bytes_delivered"), 2 * (fabric.devices - 1) * kSize, 1);
  EXPECT_GT(value(outcome, "collective_0.busbw"), 0);
  EXPECT_LT(value(outcome, "collective_0.busbw"), fabric.rate);
}

TEST_P(EveryFabric, APairAloneGetsNoMoreThanItsLink) {
  const Fabric& fabric = GetParam();
  const auto outcome = FabricRun(fabric, {{"workload", "peer_matrix:bytes=64 KiB"}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  EXPECT_LT(value(outcome, "peer.one_way_max"), fabric.rate);
  EXPECT_GT(value(outcome, "peer.one_way_min"), 0);
  EXPECT_LT(value(outcome, "peer.both_ways_max"), 2 * fabric.rate);
  EXPECT_GT(value(outcome, "peer.latency_min"), 0);
  EXPECT_LE(value(outcome, "peer.latency_max"), 64 * 1024 / value(outcome, "peer.one_way_min"));
}

/// Whether its devices have SMs.
bool has_sms(const Fabric& fabric) {
  return std::string(fabric.platform) == "nvlink_node" ||
         std::string(fabric.platform) == "gpu_node";
}

/// Graphs of one copy, of two to each other, of several that meet, and of a copy between a kernel
/// and a reduce; each is called `prefix` and a number. `backwards`: the last one first. With
/// `kernels` some copies are made by SMs.
std::string graphs_in_a_row(const std::string& prefix, bool backwards, bool kernels) {
  std::vector<std::vector<std::string>> graphs = {
      {"a,copy,0,1,65536,"},
      {"a,copy,1,0,8,"},
      {"a,copy,0,2,20000,"},
      {"a,copy,0,1,65536,", "b,copy,1,0,65536,"},
      {"a,copy,2,1,65536,"},
      {"k,kernel,1,,100000,", "a,copy,1,0,16384,k", "r,reduce,0,,16384,a"},
      {"a,copy,0,1,20000,", "b,copy,2,1,65536,", "c,copy,3,0,20000,", "d,copy,0,3,40000,",
       "e,copy,2,3,8,", "f,copy,1,2,30000,"}};
  if (kernels) {
    graphs.push_back({"a,copy,2,0,65536,,loads"});
    graphs.push_back({"a,copy,1,2,20000,,stores", "b,copy,2,1,20000,,loads"});
  }
  if (backwards) std::reverse(graphs.begin(), graphs.end());
  std::string text;
  for (std::size_t i = 0; i < graphs.size(); ++i)
    for (const std::string& task : graphs[i])
      text += prefix + std::to_string(backwards ? graphs.size() - 1 - i : i) + "," + task +
              (std::count(task.begin(), task.end(), ',') == 5 ? "," : "") + "\n";
  return text;
}

/// Rows of tasks without their graphs, by these; blanks are one.
std::map<std::string, std::vector<std::string>> rows_by_graph(const std::string& table,
                                                              const std::string& prefix) {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string graph, row;
    words >> graph;
    for (std::string word; words >> word;) row += word + " ";
    if (graph.size() == prefix.size() + 1 && graph.compare(0, prefix.size(), prefix) == 0)
      rows[graph.substr(prefix.size())].push_back(row);
  }
  return rows;
}

TEST_P(EveryFabric, WhatRanBeforeChangesNoTime) {
  const Fabric& fabric = GetParam();
  const std::string file = testing::TempDir() + "order_" + fabric.name + ".csv";
  const bool kernels = has_sms(fabric);
  std::ofstream(file) << "graph,id,task,src,dst,bytes,after,engine\n"
                      << graphs_in_a_row("there", false, kernels)
                      << graphs_in_a_row("back", true, kernels);
  const auto outcome = FabricRun(fabric, {{"schedule", file}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  const auto there = rows_by_graph(outcome.table, "there");
  ASSERT_EQ(there.size(), kernels ? 9u : 7u) << outcome.table;
  EXPECT_EQ(there, rows_by_graph(outcome.table, "back"));
}

TEST(Machines, AllPairsBehindAlikeSwitchesAreAlike) {
  const Fabric dgx{"dgx_h100", "cluster", {{"machine", "dgx_h100"}}, 8, 450e9};
  const auto outcome = FabricRun(dgx, {{"workload", "peer_matrix:bytes=64 KiB"}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  for (const char* test : {"one_way", "both_ways", "latency"}) {
    const std::string name = std::string("peer.") + test;
    EXPECT_EQ(value(outcome, name + "_min"), value(outcome, name + "_max")) << name;
  }
}

/// Runs the schedule of `rows` where there are SMs; elsewhere it is refused with `words`.
void needs_sms(const Fabric& fabric, const std::string& rows, const std::string& words) {
  const std::string file = testing::TempDir() + "sms_" + fabric.name + ".csv";
  std::ofstream(file) << rows;
  const auto run = [&] { return FabricRun(fabric, {{"schedule", file}})(); };
  if (has_sms(fabric))
    EXPECT_EQ(value(run(), "tasks_ended"), 1);
  else
    EXPECT_THAT(test::error_of(run), testing::HasSubstr(words));
}

TEST_P(EveryFabric, AgentsNeedSms) {
  needs_sms(GetParam(), "graph,task,src,dst,bytes,engine\ns,copy,0,1,64,agent\n",
            "graph s.engine = agent: expected dma");
}

TEST_P(EveryFabric, WorkloadsNeedSms) {
  needs_sms(GetParam(), "graph,task,src,dst,bytes,workload\ns,kernel,0,,,stream_triad\n",
            "graph s.workload = stream_triad: expected none");
}

TEST_P(EveryFabric, EndsWhateverWaitsForWhatWithAllBytes) {
  const Fabric& fabric = GetParam();
  core::RandomStream random(1, "every_fabric");
  const model::Schedule schedule = test::random_schedule(random, fabric.devices, 80);
  const std::string file = testing::TempDir() + "random_" + fabric.name + ".csv";
  std::ofstream out(file);
  model::write_schedules(out, {schedule});
  out.close();
  const auto outcome = FabricRun(fabric, {{"schedule", file}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  EXPECT_EQ(value(outcome, "tasks_ended"), 80);
  EXPECT_EQ(value(outcome, "bytes_delivered"), test::copied_bytes(schedule));
}

INSTANTIATE_TEST_SUITE_P(Of, EveryFabric, testing::ValuesIn(kFabrics),
                         [](const auto& info) { return info.param.name; });

/// Rings of a torus whose one virtual channel lets packets wait for each other.
TEST(ScheduleOnAFabric, ThatDeadlocksEndsSo) {
  const Fabric torus{
      "", "torus", {{"x", "8"}, {"y", "8"}, {"z", "1"}, {"vcs", "1"}, {"unsafe", "true"}}, 64, 0};
  const auto outcome =
      FabricRun(torus, {{"workload", "all_to_all:bytes=4 KiB"}, {"vc_buffer", "1"}})();
  EXPECT_EQ(outcome.code, core::ExitCode::kDeadlock) << outcome.reason;
  EXPECT_THAT(outcome.reason, testing::HasSubstr("cycle: router_"));
}

}  // namespace
}  // namespace gf::schedule_part_test
