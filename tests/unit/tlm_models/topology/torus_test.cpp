// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/torus.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"

namespace gf::model::torus_test {
namespace {

TorusParams shape(unsigned x, unsigned y, unsigned z, bool wrap = true) {
  TorusParams params;
  params.x = x;
  params.y = y;
  params.z = z;
  params.wrap = wrap;
  return params;
}

TEST(Torus, HasThreeChannelsARouter) {
  const Torus torus(shape(4, 4, 4));
  EXPECT_EQ(torus.graph().nodes(), 64u);
  EXPECT_EQ(torus.graph().channels(ChannelType::kLocal), 3u * 64);
  EXPECT_EQ(Torus(shape(4, 2, 1)).graph().channels(ChannelType::kLocal), 2u * 8);
  EXPECT_EQ(Torus(shape(4, 4, 1, false)).graph().channels(ChannelType::kLocal), 2u * 4 * 3);
}

TEST(Torus, UpLeadsToTheNextAndDownBack) {
  const Torus torus(shape(5, 3, 2));
  for (unsigned router = 0; router < 30; ++router) {
    for (unsigned d = 0; d < 3; ++d) {
      const RouterPort& up = torus.graph().port(router, torus.port(d, true));
      EXPECT_EQ(torus.coordinate(up.peer, d), (torus.coordinate(router, d) + 1) % torus.size(d));
      EXPECT_EQ(up.peer_port, torus.port(d, false));
      EXPECT_EQ(torus.graph().port(up.peer, up.peer_port).peer, router);
    }
  }
}

TEST(Torus, DistanceIsShortestOverAllRings) {
  const Torus torus(shape(5, 4, 1));
  EXPECT_EQ(torus.distance(0, 4), 1u) << "over the edge";
  EXPECT_EQ(torus.distance(0, 2 + 5 * 2), 4u);
  EXPECT_EQ(Torus(shape(5, 4, 1, false)).distance(0, 4), 4u);
}

TEST(Torus, OneRouterIsNoNetwork) {
  EXPECT_THAT(test::error_of([] { Torus{shape(1, 1, 1)}; }),
              testing::HasSubstr("at least 2 routers"));
}

TEST(Torus, ADimensionHasItsLimits) {
  EXPECT_THAT(test::error_of([] { Torus{shape(4, 65, 1)}; }),
              testing::HasSubstr("torus.y = 65: expected 1 ... 64"));
}

}  // namespace
}  // namespace gf::model::torus_test
