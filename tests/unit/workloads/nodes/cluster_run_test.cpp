// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/nodes/cluster_app.h workloads/nodes/cluster_transport.h
// Holds: workloads/nodes/gpu_cost.h
// Steps of ranks, and where their time goes.
#include <gmock/gmock.h>

#include "tests/support/plain_transport.h"
#include "tests/support/scripted_app.h"
#include "workloads/nodes/gpu_cost.h"

namespace gf::model::cluster_run_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;
using test::exchange;
using test::PlainTransport;
using test::ScriptedApp;

core::Ticks us(double time) { return sc_time(time, SC_US).value(); }

struct Done {
  RankTimes times;
  core::Ticks total;
};
constexpr double kLaunch = 5;  ///< us
Done run(ScriptedApp& app, double launch = kLaunch) {
  PlainTransport transport(app);
  transport.launch = us(launch);
  ClusterRun program(app, transport);
  transport.run(program);
  return {program.slowest(), program.total()};
}

std::string failure_of(ScriptedApp& app) {
  try {
    run(app);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "no failure";
}

TEST(ClusterRun, AMessageIsItsRanksNetworkTime) {
  for (const std::uint64_t bytes : {1ull, 1000000ull}) {
    ScriptedApp app = exchange(bytes, 0, 0);
    const Done done = run(app);
    EXPECT_EQ(done.total, PlainTransport(app).time_of(bytes));
    EXPECT_EQ(done.times.network, done.total);
    EXPECT_EQ(done.times.waiting, done.total);
  }
}

TEST(ClusterRun, OverlapHidesTheNetwork) {
  ScriptedApp bare = exchange(1000, 3, 0);
  const Done alone = run(bare, 0);
  const core::Ticks message = alone.times.network;
  EXPECT_EQ(alone.total, us(3) + message);
  EXPECT_EQ(alone.times.waiting, message);

  const double longer = double(message) / double(us(1)) + 5;
  ScriptedApp hidden = exchange(1000, 3, longer);
  const Done beside = run(hidden, 0);
  EXPECT_EQ(beside.times.network, message);
  EXPECT_EQ(beside.times.waiting, 0u);
  EXPECT_EQ(beside.total, us(3) + sc_time(longer, SC_US).value());
  EXPECT_EQ(beside.times.boundary, us(3));
  EXPECT_EQ(beside.times.compute, beside.total);
}

TEST(ClusterRun, ALaunchIsPaidBeforeEachKernelThatWaitsForNone) {
  ScriptedApp app(1);
  app.steps[0] = {{sc_time(1, SC_US), sc_time(2, SC_US), {}, 0}};
  EXPECT_EQ(run(app, 4).total, us(4 + 4 + 2));  // the second launch ends behind kernel one
  app.steps[0] = {{sc_time(9, SC_US), sc_time(2, SC_US), {}, 0}};
  EXPECT_EQ(run(app, 4).total, us(4 + 9 + 2));
}

TEST(ClusterRun, ContentsComeInOrderOfChannelsAtTheEndOfTheStep) {
  ScriptedApp app(3);
  app.paths = {{1, 0, 99000}, {2, 0, 8}, {0, 1, 8}, {0, 2, 8}};
  app.steps[0].push_back({{}, {}, {{2, 1, {9}}, {3, 1, {9}}}, 2});
  app.steps[1].push_back({{}, {}, {{0, 99000, std::vector<std::uint8_t>(99000, 5)}}, 1});
  app.steps[2].push_back({{}, {}, {{1, 2, {6, 7}}}, 1});  // comes first
  run(app);
  ASSERT_EQ(app.received.size(), 4u);
  std::vector<unsigned> to_rank_0;
  for (const auto& [channel, contents] : app.received) {
    if (channel < 2) to_rank_0.push_back(channel);
    if (channel == 1) {
      EXPECT_EQ(contents, (std::vector<std::uint8_t>{6, 7}));
    }
  }
  EXPECT_EQ(to_rank_0, (std::vector<unsigned>{0, 1}));
}

TEST(ClusterRun, SaysWhoWaitsWhenAMessageNeverComes) {
  ScriptedApp app = exchange(8, 0, 0);
  app.steps[1].front().messages.clear();
  EXPECT_THAT(failure_of(app), testing::HasSubstr("rank 0 waits for 1 messages of step 0"));
}

TEST(ClusterRun, RefusesMessagesLargerThanTheirBuffer) {
  ScriptedApp app = exchange(8, 0, 0);
  app.steps[0].front().messages.front().bytes = 9;
  EXPECT_THAT(failure_of(app), testing::HasSubstr("9 B"));
}

TEST(GpuCost, BytesTakeTheirTimeAndMoreBeyondTheReach) {
  GpuCost gpu;
  gpu.efficiency = 0.5;
  gpu.tlb_reach = core::Bytes(1000);
  gpu.tlb_loss = 0.4;
  EXPECT_EQ(gpu.time_for(72e9, 1000), sc_time(1, sc_core::SC_SEC));
  EXPECT_NEAR(gpu.time_for(72e9, 2000).to_seconds(), 1.2, 1e-9);
  EXPECT_GT(gpu.time_for(72e9, 1001), gpu.time_for(72e9, 1000));
}

}  // namespace
}  // namespace gf::model::cluster_run_test
