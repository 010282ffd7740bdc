// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_copies.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/errors.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/traffic/patterns.h"

namespace gf::platforms::network::network_copies_test {
namespace {

/// 72 nodes whose packets may take other ways than those before them.
class Bench {
 public:
  explicit Bench(const std::string& routing = "min", const NetworkCopyParams& params = {})
      : dragonfly_(shape()),
        routing_(hw::router::make_dragonfly_routing(routing, dragonfly_, 1)),
        traffic_(dragonfly_.graph().nodes()),
        copies_(params, dragonfly_.graph().nodes()) {
    NetworkParams network;
    network.injection.load = 0;
    network.router.vcs = routing_->vcs();
    network_ =
        std::make_unique<Network>(dragonfly_.graph(), network, *routing_, traffic_, copies_, 1);
    copies_.attach(*network_);
  }
  schedule::ScheduleResult run(std::vector<model::Task> tasks) {
    runner_ =
        std::make_unique<schedule::Runner>("host", schedule::RunnerParams(), copies_,
                                           std::vector<model::Schedule>{{"s", std::move(tasks)}});
    const core::RunEndReport end = core::run_simulation({});
    EXPECT_EQ(end.end, core::RunEnd::kQuiescent) << end.explanation;
    return runner_->results().at(0);
  }
  NetworkCopies& copies() { return copies_; }
  Network& network() { return *network_; }

 private:
  static model::DragonflyParams shape() {
    model::DragonflyParams shape;
    shape.p = shape.h = 2;
    shape.a = 4;
    return shape;
  }
  const model::Dragonfly dragonfly_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
  model::UniformTraffic traffic_;
  NetworkCopies copies_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<schedule::Runner> runner_;
};

using test::copy_task;

core::Ticks took(const model::Flow& flow) { return flow.finished - flow.submitted; }

constexpr core::Ticks kCycle = 1'000'000;  // 1 ns

TEST(NetworkCopies, TakeTheSetupAndTheWayOfTheirFlits) {
  Bench bench;
  const auto result = bench.run(
      {copy_task(2, 3, 128), copy_task(0, 40, 128), copy_task(8, 41, 256), copy_task(16, 17, 1)});
  // 16 B a flit and one for the header. To a neighbour at the same router: 1 us, a cycle to the
  // first flit, two terminal channels and a router of one each, and the eight flits behind it.
  EXPECT_EQ(took(result.flows[0]), (1000 + 1 + 3 + 8) * kCycle);
  EXPECT_EQ(took(result.flows[3]), (1000 + 1 + 3 + 1) * kCycle);
  // The second packet comes right behind the first.
  EXPECT_EQ(took(result.flows[2]) - took(result.flows[1]), 9 * kCycle);
  EXPECT_EQ(result.flows[2].delivered, 256u);
}

TEST(NetworkCopies, AnEngineServesItsCopiesOneAfterTheOther) {
  Bench bench;
  const auto result =
      bench.run({copy_task(0, 40, 1280), copy_task(0, 50, 1280), copy_task(1, 50, 1280)});
  const auto& flows = result.flows;
  // The second is set up when the last packet of the first has left.
  EXPECT_GE(flows[1].first_sent, flows[0].first_sent + (81 + 1000) * kCycle);
  EXPECT_LT(flows[2].first_sent, flows[0].first_sent + 10 * kCycle);
}

/// Looks every microsecond at what waits in the nodes.
SC_MODULE(Watch) {
  Network& network;
  std::uint64_t most = 0;
  SC_HAS_PROCESS(Watch);
  Watch(const sc_core::sc_module_name& name, Network& watched) : sc_module(name), network(watched) {
    SC_METHOD(look);
  }
  void look() {
    most = std::max(most, network.packets_waiting());
    if (sc_core::sc_time_stamp() < sc_core::sc_time(50, sc_core::SC_US))
      next_trigger(sc_core::sc_time(1, sc_core::SC_US));
  }
};

TEST(NetworkCopies, ALongCopyQueuesTwoPackets) {
  Bench bench;
  Watch watch("watch", bench.network());
  bench.run({copy_task(0, 40, 1 << 20)});
  EXPECT_EQ(watch.most, 2u);
}

/// Packets come in another order than they left in, of several copies of a pair at once: each copy
/// has ended when all of its own flits have come.
TEST(NetworkCopies, CountsToCompletenessInWhateverOrderFlitsCome) {
  NetworkCopyParams params;
  params.setup = sc_core::sc_time(1, sc_core::SC_NS);
  Bench bench("val", params);
  std::vector<model::Task> tasks;
  for (unsigned i = 0; i < 600; ++i) {
    tasks.push_back(copy_task(i % 8, 64 + i % 3, 1 + i * 7 % 300));
    tasks.push_back(copy_task(8 + i % 2, 64, 20));
  }
  const auto result = bench.run(tasks);
  for (const model::Flow& flow : result.flows) {
    EXPECT_EQ(flow.delivered, flow.bytes);
    EXPECT_GT(flow.finished, flow.first_sent);
  }
  EXPECT_THAT(core::pending_waits(), testing::IsEmpty());
}

TEST(NetworkCopies, RefusesEnginesAndPacketsThatItDoesNotHave) {
  Bench bench;
  const model::Task task = copy_task(0, 1, 8, {}, model::CopyMeans::kStores);
  EXPECT_THAT(test::error_of([&] {
                bench.copies().check({"s", {}}, task);
              }),
              testing::HasSubstr("graph s.engine = stores: expected dma"));
  NetworkCopyParams params;
  params.packet = core::Bytes(4096);
  EXPECT_THAT(test::error_of([&] { params.validate("copies"); }),
              testing::HasSubstr("up to 64 flits of 16 B"));
  EXPECT_EQ(params.flits_of(17), 3u);
}

}  // namespace
}  // namespace gf::platforms::network::network_copies_test
