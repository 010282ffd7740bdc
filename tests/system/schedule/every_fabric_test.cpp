// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/schedule/schedule_part.h platforms/network/network_platform.h
// Holds: platforms/gpu/node_platform.h platforms/apenet/apenet_platform.h
// One schedule on every fabric: the elements are those of a plain program, the bytes are those of
// the algorithm, and no link carries more than it can.
#include <fstream>
#include <gmock/gmock.h>
#include <map>

#include "core/params.h"
#include "core/random.h"
#include "platforms/platform.h"
#include "tests/support/copy_task.h"
#include "tests/support/errors.h"
#include "tlm_models/work/schedule/schedule_csv.h"

namespace gf::every_fabric_test {
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

const Fabric kFabrics[] = {{"pcie", "pcie_t2", {}, 8, 15.754e9},
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
                           {"apenet", "apenet_cluster", {{"shape", "2x2x2"}}, 8, 2.8e9}};

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

TEST_P(EveryFabric, AnEngineThatItDoesNotHaveIsRefused) {
  const std::string file = testing::TempDir() + "agent_" + GetParam().name + ".csv";
  std::ofstream(file) << "graph,src,dst,bytes,engine\ns,0,1,64,agent\n";
  EXPECT_THAT(test::error_of([&] {
                FabricRun(GetParam(), {{"schedule", file}});
              }),
              testing::HasSubstr("graph s.engine = agent: expected dma"));
}

/// Tasks of all kinds, most of which wait for up to three earlier ones.
model::Schedule random_schedule(unsigned devices) {
  core::RandomStream random(1, "every_fabric");
  const auto below = [&](std::uint64_t limit) {
    return static_cast<unsigned>(random.below(limit));
  };
  model::Schedule schedule{"s", {}};
  for (unsigned i = 0; i < 80; ++i) {
    const unsigned src = below(devices);
    model::Task task =
        test::copy_task(src, (src + 1 + below(devices - 1)) % devices, 1 + below(20'000));
    if (below(4) == 0) {
      task.kind = below(2) == 0 ? model::TaskKind::kKernel : model::TaskKind::kReduce;
      task.dst = src;
    }
    if (task.kind == model::TaskKind::kKernel)
      task.duration = sc_core::sc_time(below(20), sc_core::SC_US);
    for (unsigned before = 0; i > 0 && before < below(4); ++before) task.after.push_back(below(i));
    schedule.tasks.push_back(std::move(task));
  }
  return schedule;
}

TEST_P(EveryFabric, EndsWhateverWaitsForWhatWithAllBytes) {
  const Fabric& fabric = GetParam();
  const model::Schedule schedule = random_schedule(fabric.devices);
  double bytes = 0;
  for (const model::Task& task : schedule.tasks)
    if (task.kind == model::TaskKind::kCopy) bytes += static_cast<double>(task.bytes.count());
  const std::string file = testing::TempDir() + "random_" + fabric.name + ".csv";
  std::ofstream out(file);
  model::write_schedules(out, {schedule});
  out.close();
  const auto outcome = FabricRun(fabric, {{"schedule", file}})();
  ASSERT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
  EXPECT_EQ(value(outcome, "tasks_ended"), 80);
  EXPECT_EQ(value(outcome, "bytes_delivered"), bytes);
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
}  // namespace gf::every_fabric_test
