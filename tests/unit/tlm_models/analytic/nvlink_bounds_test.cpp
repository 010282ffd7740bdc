// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/nvlink_bounds.h"

#include <gtest/gtest.h>

#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_shapes.h"

namespace gf::model::nvlink_bounds_test {
namespace {

const NvlinkLanes kLanes = nvlink_generation("nvlink2").link;
constexpr double kLink = 25e9;

NvlinkGraph hgx_16(unsigned trunk) {
  NvlinkPlanes shape;
  shape.boards = 2;
  shape.trunk = trunk;
  return nvlink_planes(16, shape, kLanes);
}

TEST(NvlinkBounds, PairsOfTheCubeMesh) {
  const NvlinkBounds bounds(nvlink_hybrid_cube_mesh(6, kLanes));
  EXPECT_EQ(bounds.pair(0, 1).bytes_per_second(), kLink);
  EXPECT_EQ(bounds.pair(0, 3).bytes_per_second(), 2 * kLink);
  EXPECT_EQ(bounds.pair(0, 5).bytes_per_second(), 0);
  EXPECT_EQ(bounds.bisection().bytes_per_second(), 6 * kLink);
}

TEST(NvlinkBounds, ARelayCarriesWhatItsNarrowerLinkDoes) {
  const NvlinkBounds bounds(with_relays(nvlink_hybrid_cube_mesh(6, kLanes)));
  EXPECT_EQ(bounds.pair(0, 5).bytes_per_second(), kLink);  // by GPU 1: one link, then two
  EXPECT_EQ(bounds.pair(1, 6).bytes_per_second(), kLink);  // by GPU 2: two, then one
  EXPECT_GT(bounds.all_to_all().bytes_per_second(), 0);
}

TEST(NvlinkBounds, PlanesCarryAllLinksOfAGpu) {
  const NvlinkBounds bounds(hgx_16(8));
  EXPECT_DOUBLE_EQ(bounds.pair(0, 1).bytes_per_second(), 6 * kLink);
  EXPECT_DOUBLE_EQ(bounds.pair(0, 15).bytes_per_second(), 6 * kLink);
  EXPECT_DOUBLE_EQ(bounds.bisection().bytes_per_second(), 48 * kLink);
  // Destinations have a trunk each: uniform traffic sees all links of a GPU.
  EXPECT_DOUBLE_EQ(bounds.all_to_all().bytes_per_second(), 6 * kLink);
}

TEST(NvlinkBounds, ThinnerTrunksAreTheBottleneck) {
  const NvlinkBounds bounds(hgx_16(2));
  EXPECT_DOUBLE_EQ(bounds.bisection().bytes_per_second(), 12 * kLink);
  // A trunk has 4 destinations with 8 senders each: 32 pairs, against 15 of a GPU.
  EXPECT_DOUBLE_EQ(bounds.all_to_all().bytes_per_second(), 6 * kLink * 15 / 32);
}

TEST(NvlinkBounds, CutOfSomeGpus) {
  const NvlinkBounds bounds(nvlink_mesh(4, kLanes));
  EXPECT_EQ(bounds.cut({0}).bytes_per_second(), 3 * kLink);
  EXPECT_EQ(bounds.cut({0, 3}).bytes_per_second(), 4 * kLink);
}

}  // namespace
}  // namespace gf::model::nvlink_bounds_test
