// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/network_copies.h"

#include <algorithm>
#include <gmock/gmock.h>

#include "core/quiescence.h"
#include "core/watchdog.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "platforms/schedule/runner.h"
#include "tests/support/errors.h"
#include "tlm_models/topology/dragonfly.h"
#include "tlm_models/work/copies/generators.h"
#include "tlm_models/work/traffic/patterns.h"

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

model::Task copy(unsigned src, unsigned dst, std::uint64_t bytes) {
  return {src, dst, core::Bytes(bytes), sc_core::SC_ZERO_TIME};
}
core::Ticks took(const model::Flow& flow) { return flow.finished - flow.submitted; }

constexpr core::Ticks kCycle = 1'000'000;  // 1 ns

TEST(NetworkCopies, APacketMoreTakesItsFlitsMore) {
  Bench bench;
  const auto result =
      bench.run({copy(0, 40, 128), copy(8, 41, 256), copy(16, 1, 128 * 100), copy(24, 42, 1)});
  // 16 B a flit and one for the header: nine cycles a packet of 128 B, two for a single byte.
  EXPECT_EQ(result.flows[0].delivered, 128u);
  EXPECT_GT(took(result.flows[0]), 1000 * kCycle);
  EXPECT_LT(took(result.flows[0]), 1100 * kCycle);
  EXPECT_EQ(took(result.flows[1]) - took(result.flows[0]), 9 * kCycle);
}

TEST(NetworkCopies, AnEngineServesItsCopiesOneAfterTheOther) {
  Bench bench;
  const auto result = bench.run({copy(0, 40, 1280), copy(0, 50, 1280), copy(1, 50, 1280)});
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
  bench.run({copy(0, 40, 1 << 20)});
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
    tasks.push_back(copy(i % 8, 64 + i % 3, 1 + i * 7 % 300));
    tasks.push_back(copy(8 + i % 2, 64, 20));
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
  model::Task task = copy(0, 1, 8);
  task.engine = model::CopyMeans::kStores;
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
