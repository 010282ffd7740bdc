// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "hw/nvlink/end/link_end.h"

namespace gf::test {

/// Nothing waits, is under way or turns; every credit is home.
inline void expect_home(const hw::nvlink::LinkEnd& end) {
  EXPECT_TRUE(end.idle()) << end.name();
  EXPECT_TRUE(end.tx.idle()) << end.name() << ": a packet or a credit is missing";
  EXPECT_TRUE(end.turns.idle()) << end.name();
}

/// Both ends of a link are home; each lane in service has one sender, the same in the eyes of both.
inline void expect_joined(const hw::nvlink::LinkEnd& near, const hw::nvlink::LinkEnd& far) {
  expect_home(near);
  expect_home(far);
  EXPECT_EQ(near.lanes.out(), far.lanes.in()) << near.name();
  EXPECT_EQ(near.lanes.in(), far.lanes.out()) << near.name();
  EXPECT_EQ(near.lanes.out() & near.lanes.in(), 0u) << near.name();
  EXPECT_EQ(near.lanes.out() | near.lanes.in(), near.lanes.in_service()) << near.name();
}

}  // namespace gf::test
