// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/nodes/launched_kernels.h
// Applications over a library: what messages take, that they share one core with the kernels.
#include "workloads/nodes/mpi_transport.h"

#include <gmock/gmock.h>

#include "platforms/apenet/card_choice.h"
#include "tests/support/scripted_app.h"

namespace gf::model::mpi_transport_test {
namespace {

using sc_core::sc_time;
using sc_core::SC_US;

double in_us(core::Ticks ticks) { return core::to_time(ticks).to_seconds() * 1e6; }
double in_us(const sc_time& time) { return time.to_seconds() * 1e6; }

struct MpiTransportTest : testing::Test {
  platforms::apenet::IbClusterParams machine;
  MpiParams& params = machine.mpi;
  RdmaHostParams copies;
  std::unique_ptr<platforms::cluster::RdmaCards> cards;
  std::unique_ptr<ClusterRun> program;

  double run(ClusterApp& app) {
    core::ParamRegistry registry;
    machine.declare(registry.root().child("ib"), app.ranks());
    cards = machine.make(copies, 1);
    ClusterTransport& transport = cards->make_transport(app);
    program = std::make_unique<ClusterRun>(app, transport);
    transport.attach(*program);
    sc_core::sc_start();
    EXPECT_TRUE(program->done());
    return in_us(program->total());
  }
  [[nodiscard]] double copy_out(double bytes) const {
    return in_us(copies.memcpy) + bytes / 5500;  // 5.5 GB/s
  }
  [[nodiscard]] double copy_in(double bytes) const {
    return in_us(copies.memcpy_to_gpu) + bytes / 5500;
  }
  [[nodiscard]] std::uint64_t posts(unsigned rank) const {
    return cards->software(rank).stats().posts.value();
  }
};

TEST_F(MpiTransportTest, AShortMessageIsCopiedSentAndCopied) {
  test::ScriptedApp app = test::exchange(32, 0, 0);
  const double network = run(app) - 3 * in_us(copies.attribute) - 2 * in_us(params.overhead) -
                         copy_out(32) - copy_in(32);
  EXPECT_GT(network, 0.5);  // two ways over PCIe at least, 0.1 us of the switch, a post and a poll
  EXPECT_LT(network, 2);
  EXPECT_EQ(posts(0), 1u);
}

TEST_F(MpiTransportTest, TwoMessagesOfARankShareItsCore) {
  test::ScriptedApp app(3);
  app.paths = {{0, 1, 32}, {0, 2, 32}};
  app.steps[0].push_back({{}, {}, {{0, 32, {}}, {1, 32, {}}}, 0});
  for (unsigned rank : {1u, 2u}) app.steps[rank].push_back({{}, {}, {}, 1});
  run(app);
  const double apart = in_us(program->times()[2].total) - in_us(program->times()[1].total);
  // The second is copied when the first has been posted, and asked for twice.
  EXPECT_NEAR(apart, 2 * in_us(copies.attribute) + in_us(params.overhead) + copy_out(32) + 0.1,
              0.02);  // and the post
}

TEST_F(MpiTransportTest, ChunksOverlapTheirCopies) {
  constexpr std::uint64_t kBytes = 4 << 20;
  test::ScriptedApp app(2);
  app.paths = {{0, 1, kBytes}};
  app.steps[0].push_back({{}, {}, {{0, kBytes, {}}}, 0});
  app.steps[1].push_back({{}, {}, {}, 1});
  // The wire is the limit behind the calls that start all copies, not the sum of copies and wire.
  const double starts =
      double(kBytes) / double(params.chunk.get().count()) * in_us(params.copy_start);
  const double rate = double(kBytes) / (run(app) - starts);  // B/us: MB/s
  EXPECT_GT(rate, 2700);                                     // 10 % for the last chunk's copy
  EXPECT_LT(rate, 3400);                                     // gen2 x8 at this efficiency
}

TEST_F(MpiTransportTest, AProgramThatStagesCopiesWholeMessages) {
  params.buffers = "staged";
  constexpr double kBytes = 55000;  // 10 us
  test::ScriptedApp app = test::exchange(std::uint64_t(kBytes), 0, 0);
  const double total = run(app);
  EXPECT_EQ(posts(0), 3u);  // the question, the grant of the other's, and the message
  EXPECT_GT(total, copy_out(kBytes) + copy_in(kBytes) + kBytes / 4000);
}

TEST_F(MpiTransportTest, EachStepGetsItsOwnBytes) {
  test::ScriptedApp app = test::exchange(70000, 1, 0, 5);
  run(app);
  ASSERT_EQ(app.received.size(), 10u);
  unsigned next[2] = {1, 2};
  for (const auto& [channel, contents] : app.received) {
    EXPECT_EQ(contents, std::vector<std::uint8_t>(70000, static_cast<std::uint8_t>(next[channel])));
    next[channel] += 2;
  }
}

TEST_F(MpiTransportTest, WithoutStreamsOfItsOwnACopyWaitsForTheKernels) {
  params.streams = false;
  params.launch = sc_core::SC_ZERO_TIME;
  test::ScriptedApp app = test::exchange(1000, 3, 90);
  EXPECT_GT(run(app), 93 + copy_out(1000));
  EXPECT_GT(in_us(program->slowest().waiting), copy_out(1000));
}

}  // namespace
}  // namespace gf::model::mpi_transport_test
