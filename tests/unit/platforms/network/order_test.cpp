// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/clock_part.h hw/router/routing/router_streams.h hw/router/router_cycle.cpp
// No result depends on the order in which the routers and nodes of a cycle are served.
#include <gmock/gmock.h>

#include "hw/router/routing/dragonfly_routing.h"
#include "hw/router/routing/fat_tree_routing.h"
#include "hw/router/routing/hyperx_routing.h"
#include "tests/support/network_machine.h"

namespace gf::platforms::network::order_test {
namespace {

template <class Make>
void expect_same(const model::RouterGraph& graph, NetworkParams params, const Make& make) {
  const auto routing = make(), same = make();
  test::NetworkMachine one("one", graph, params, *routing);
  test::NetworkMachine other("other", graph, params, *same);
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
  NetworkParams params = test::busy_network(make()->vcs());
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
  expect_same(tree.graph(), test::busy_network(2),
              [&] { return std::make_unique<hw::router::FatTreeRouting>(tree, GetParam(), 2, 1); });
}
INSTANTIATE_TEST_SUITE_P(Choices, FatTreeOrder,
                         testing::Values(hw::router::UpChoice::kAdaptive,
                                         hw::router::UpChoice::kDeterministic,
                                         hw::router::UpChoice::kRandom));

class HyperXOrder : public testing::TestWithParam<hw::router::HyperXPath> {};
TEST_P(HyperXOrder, DoesNotMatter) {
  const model::HyperX network{model::HyperXParams()};
  expect_same(network.graph(), test::busy_network(2), [&] {
    return std::make_unique<hw::router::HyperXRouting>(network, GetParam(), 2, 1);
  });
}
INSTANTIATE_TEST_SUITE_P(Ways, HyperXOrder,
                         testing::Values(hw::router::HyperXPath::kMinimal,
                                         hw::router::HyperXPath::kValiant,
                                         hw::router::HyperXPath::kUgal));

}  // namespace
}  // namespace gf::platforms::network::order_test
