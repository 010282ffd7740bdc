// SPDX-License-Identifier: Apache-2.0
// Steps over cards: what a kernel and a message take, and that halves of buffers take turns.
#include "workloads/nodes/rdma_transport.h"

#include <gmock/gmock.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/scripted_app.h"

namespace gf::model::rdma_transport_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

core::Ticks us(double time) { return sc_time(time, SC_US).value(); }
double in_us(core::Ticks ticks) { return core::to_time(ticks).to_seconds() * 1e6; }

struct RdmaTransportTest : testing::Test {
  test::ApenetBench bench;
  RdmaTransportParams params;
  std::unique_ptr<RdmaTransport> transport;
  std::unique_ptr<ClusterRun> program;

  void make(ClusterApp& app) {
    bench.build({{2, 1, 1}});
    std::vector<RdmaRank> ranks;
    for (unsigned i = 0; i < 2; ++i) {
      ranks.push_back({&bench.host(i), bench.bytes ? &bench.node(i).host_memory() : nullptr,
                       bench.node(i).gpu_memory()});
    }
    transport = std::make_unique<RdmaTransport>("apps", params, app, ranks);
    program = std::make_unique<ClusterRun>(app, *transport);
    transport->attach(*program);
  }
  core::Ticks run(ClusterApp& app) {
    make(app);
    bench.run();
    EXPECT_TRUE(program->done());
    return program->total();
  }
  /// From the last message to the next step: the doorbell's way to the GPU.
  [[nodiscard]] double until_settled() const {
    return in_us(program->total() - program->slowest().network);
  }
  /// Both ranks send each other 70,000 B in five steps, and get those of each step.
  void expect_own_bytes() {
    bench.bytes = true;
    test::ScriptedApp app = test::exchange(70000, 1, 0, 5);
    run(app);
    ASSERT_EQ(app.received.size(), 10u);
    unsigned next[2] = {1, 2};
    for (const auto& [channel, contents] : app.received) {
      EXPECT_EQ(contents,
                std::vector<std::uint8_t>(70000, static_cast<std::uint8_t>(next[channel])));
      next[channel] += 2;
    }
  }
};

TEST_F(RdmaTransportTest, KernelsRunInOrderBehindTheirLaunches) {
  test::ScriptedApp app(2);
  app.steps[0].push_back({sc_time(1, SC_US), sc_time(2, SC_US), {}, 0});
  app.steps[1].push_back({sc_time(9, SC_US), sc_time(2, SC_US), {}, 0});
  run(app);
  EXPECT_EQ(program->times()[0].total, us(5 + 5 + 2));  // the second launch ends behind kernel one
  EXPECT_EQ(program->times()[1].total, us(5 + 9 + 2));
  EXPECT_EQ(transport->began(), 0u);  // nothing to register
}

/// 32 B from rank 0 to rank 1.
test::ScriptedApp one_way() {
  test::ScriptedApp app(2);
  app.paths = {{0, 1, 32}};
  app.steps[0].push_back({{}, {}, {{0, 32, {}}}, 0});
  app.steps[1].push_back({{}, {}, {}, 1});
  return app;
}

TEST_F(RdmaTransportTest, AShortMessageTakesTheCardsLatencyAndItsPagesTranslation) {
  test::ScriptedApp app = one_way();
  const hw::apenet::CostTable& nios = bench.params.card.nios;
  const double v2p = (nios.v2p_setup + 4 * nios.v2p_level) * nios.clock.to_seconds() * 1e6;
  run(app);
  EXPECT_NEAR(in_us(program->slowest().network), 8.2 + v2p,
              0.3);  // [APENET13]: 8.2 us where the page is the last one
}

TEST_F(RdmaTransportTest, AStagedOneTakesTheLatencyWithStaging) {
  params.p2p = "off";
  test::ScriptedApp app = one_way();
  EXPECT_NEAR(in_us(run(app)), 16.8, 0.4);  // [APENET13]
}

TEST_F(RdmaTransportTest, ACardThatSendsRetiresThatBeforeItReceives) {
  test::ScriptedApp app = test::exchange(32, 0, 0);
  const double both = in_us(run(app));
  const double retire =
      bench.params.card.nios.tx_retire * bench.params.card.nios.clock.to_seconds();
  EXPECT_GT(both, 8.2 + retire * 1e6);
  EXPECT_LT(both, 8.2 + retire * 1e6 + 2);
}

TEST_F(RdmaTransportTest, CopiesGrowWithTheirBytes) {
  params.p2p = "off";
  bench.host_params.memcpy_rate = core::gigabytes_per_second(1);
  test::ScriptedApp app = test::exchange(2000, 0, 0, 1);
  EXPECT_NEAR(in_us(run(app)), 16.8 + 2 * 2.0, 3.5);  // and 2000 B on buses and links
}

TEST_F(RdmaTransportTest, KernelsDoNotHoldMessagesUp) {
  params.launch = sc_core::SC_ZERO_TIME;
  test::ScriptedApp app = test::exchange(65536, 3, 400);
  const double total = in_us(run(app));
  EXPECT_GT(total, 403);
  EXPECT_LT(total, 403.6);  // and the doorbell behind the messages
  EXPECT_EQ(program->slowest().waiting, 0u);
  EXPECT_GT(program->slowest().network, us(60));
  EXPECT_LT(program->slowest().network, us(200));
}

TEST_F(RdmaTransportTest, EachStepGetsItsOwnBytes) { expect_own_bytes(); }

TEST_F(RdmaTransportTest, EachStepGetsItsOwnBytesFromAGpuThatIsLate) {
  bench.params.gpu.pcie.receive_latency = sc_time(20, SC_US);
  expect_own_bytes();
}

TEST_F(RdmaTransportTest, EachStepGetsItsOwnBytesOverALinkThatLosesPackets) {
  bench.params.gpu.pcie.port.link.packet_error_rate = 0.2;
  params.p2p = "rx";
  expect_own_bytes();
}

TEST_F(RdmaTransportTest, ADoorbellTakesTheWayOfTheData) {
  test::ScriptedApp app = test::exchange(32, 0, 0);
  run(app);
  EXPECT_GT(until_settled(), 0.3);
  EXPECT_LT(until_settled(), 0.6);
  EXPECT_EQ(bench.node(0).gpu().stats().doorbells.value(), 1u);
}

TEST_F(RdmaTransportTest, ADoorbellIsAsLateAsTheGpu) {
  bench.params.gpu.pcie.receive_latency = sc_time(7, SC_US);
  test::ScriptedApp app = test::exchange(32, 0, 0);
  run(app);
  EXPECT_GT(until_settled(), 7.2);  // 100 ns of it are in the other test, too
  EXPECT_LT(until_settled(), 7.5);
}

TEST_F(RdmaTransportTest, ACopyOfTheGpuNeedsNoDoorbell) {
  params.p2p = "off";
  test::ScriptedApp app = test::exchange(32, 0, 0);
  run(app);
  EXPECT_EQ(until_settled(), 0);
  EXPECT_EQ(bench.host(0).stats().gpu_doorbells.value(), 0u);
}

TEST_F(RdmaTransportTest, AFullBufferListIsToldAndNothingStarts) {
  bench.params.card.buf_list = 1;
  test::ScriptedApp app = test::exchange(64, 1, 0);
  make(app);
  bench.run();
  EXPECT_EQ(transport->refused(), 1u);  // each node has a source and a target
  EXPECT_FALSE(program->done());
  EXPECT_TRUE(transport->idle());
}

TEST_F(RdmaTransportTest, SaysWhoWaitsForAMessageThatIsNeverSent) {
  test::ScriptedApp app = test::exchange(64, 1, 0);
  app.steps[1].front().messages.clear();
  make(app);
  sc_core::sc_start();
  const std::vector<core::Wait> waits = core::pending_waits();
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].resource, "rank 0 waits for 1 messages of step 0");
}

}  // namespace
}  // namespace gf::model::rdma_transport_test
