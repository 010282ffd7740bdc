// SPDX-License-Identifier: Apache-2.0
// Holds: core/clock_part.h hw/router/routing/router_streams.h hw/router/router_cycle.cpp
// Holds: platforms/network/measurement.cpp
// No result depends on the order in which the routers and nodes of a cycle are served.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <sstream>

#include "core/watchdog.h"
#include "hw/router/routing/dragonfly_routing.h"
#include "hw/router/routing/fat_tree_routing.h"
#include "hw/router/routing/hyperx_routing.h"
#include "platforms/network/measurement.h"
#include "platforms/network/network.h"
#include "tlm_models/work/traffic/patterns.h"

namespace gf::platforms::network::order_test {
namespace {

/// A network under load and its measurement, below a module of its own: two of them run in one
/// simulation, and know nothing of each other.
class Machine final : public sc_core::sc_module {
 public:
  Machine(const sc_core::sc_module_name& name, const model::RouterGraph& graph,
          const NetworkParams& params, std::unique_ptr<hw::router::RoutingIf> routing)
      : sc_module(name),
        traffic_(graph.nodes()),
        routing_(std::move(routing)),
        measurement_("measurement", periods()),
        network_(graph, params, *routing_, traffic_, measurement_, 1) {
    measurement_.observe(network_, params.injection.reply_flits > 0);
  }
  Network& network() { return network_; }
  [[nodiscard]] std::string numbers() {
    std::ostringstream out;
    for (const auto& result : measurement_.results())
      out << fmt::format("{} {}\n", result.name, result.value);
    measurement_.write_latencies(out);
    for (unsigned r = 0; r < network_.graph().routers(); ++r) {
      const auto& stats = network_.router(r).stats();
      out << fmt::format("{} {} {} {}\n", r, stats.flits.value(), stats.no_credit.value(),
                         stats.lost.value());
    }
    out << network_.replays() << '\n';
    return out.str();
  }

 private:
  static MeasurementParams periods() {
    MeasurementParams params;
    params.period = 100;
    params.warmup_most = 6;
    params.samples = 2;
    params.drain_most = 4;
    return params;
  }
  model::UniformTraffic traffic_;
  std::unique_ptr<hw::router::RoutingIf> routing_;
  Measurement measurement_;
  Network network_;
};

NetworkParams busy(unsigned vcs) {
  NetworkParams params;
  params.router.vcs = vcs;
  params.router.vc_buffer = 8;
  params.injection.load = 0.4;
  params.injection.packet_flits = 2;
  params.injection.reply_flits = 1;
  params.router.packet_flits = 2;
  params.flit_error_rate = 0.01;
  return params;
}

template <class Make>
void expect_same(const model::RouterGraph& graph, NetworkParams params, const Make& make) {
  Machine one("one", graph, params, make());
  Machine other("other", graph, params, make());
  other.network().clock().part(0).turn_around();
  core::run_simulation({});
  EXPECT_EQ(one.numbers(), other.numbers());
  EXPECT_GT(one.network().flit_hops(), 5'000u);
}

class DragonflyOrder : public testing::TestWithParam<const char*> {};
TEST_P(DragonflyOrder, DoesNotMatter) {
  model::DragonflyParams shape;
  shape.p = shape.h = 2;
  shape.a = 4;
  const model::Dragonfly dragonfly(shape);
  const auto make = [&] { return hw::router::make_dragonfly_routing(GetParam(), dragonfly, 1); };
  NetworkParams params = busy(make()->vcs());
  params.router.credit_delay.on = GetParam() == std::string("ugal_l_cr");
  params.router.credit_delay.most = params.router.vc_buffer;
  expect_same(dragonfly.graph(), params, make);
}
INSTANTIATE_TEST_SUITE_P(Routings, DragonflyOrder,
                         testing::Values("min", "val", "ugal_l", "ugal_g", "ugal_l_vc",
                                         "ugal_l_vc_h", "ugal_l_cr", "par"));

class FatTreeOrder : public testing::TestWithParam<hw::router::UpChoice> {};
TEST_P(FatTreeOrder, DoesNotMatter) {
  const model::FatTree tree{model::FatTreeParams()};
  expect_same(tree.graph(), busy(2), [&] {
    return std::make_unique<hw::router::FatTreeRouting>(tree, GetParam(), 2, 1);
  });
}
INSTANTIATE_TEST_SUITE_P(Choices, FatTreeOrder,
                         testing::Values(hw::router::UpChoice::kAdaptive,
                                         hw::router::UpChoice::kDeterministic,
                                         hw::router::UpChoice::kRandom));

class HyperXOrder : public testing::TestWithParam<hw::router::HyperXWay> {};
TEST_P(HyperXOrder, DoesNotMatter) {
  const model::HyperX network{model::HyperXParams()};
  expect_same(network.graph(), busy(2), [&] {
    return std::make_unique<hw::router::HyperXRouting>(network, GetParam(), 2, 1);
  });
}
INSTANTIATE_TEST_SUITE_P(Ways, HyperXOrder,
                         testing::Values(hw::router::HyperXWay::kMinimal,
                                         hw::router::HyperXWay::kValiant,
                                         hw::router::HyperXWay::kUgal));

}  // namespace
}  // namespace gf::platforms::network::order_test
