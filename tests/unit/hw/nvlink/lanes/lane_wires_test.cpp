// SPDX-License-Identifier: Apache-2.0
#include "hw/nvlink/lanes/lane_wires.h"

#include <gtest/gtest.h>
#include <stdexcept>

namespace gf::hw::nvlink::lane_wires_test {
namespace {

TEST(LaneWires, TwoSendersAreABug) {
  LaneWires wires("link");
  wires.drive(0, 0x1, 0);
  EXPECT_THROW(wires.drive(1, 0x1, 0), std::logic_error);
  EXPECT_THROW(wires.drive(0, 0x1, 0), std::logic_error);
  EXPECT_THROW(wires.release(1, 0x1, 0), std::logic_error);
  wires.release(0, 0x1, 50);
  EXPECT_THROW(wires.drive(1, 0x1, 49), std::logic_error);
  wires.drive(1, 0x1, 50);
  EXPECT_EQ(wires.driven_by(1), 1u);
}

}  // namespace
}  // namespace gf::hw::nvlink::lane_wires_test
