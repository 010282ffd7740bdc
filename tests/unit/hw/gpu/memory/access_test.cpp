// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/access.h"

#include <gtest/gtest.h>

namespace gf::hw::gpu::access_test {
namespace {

TEST(Places, WhatComesBackCountsFromTheNextCycleOn) {
  Places places(1);
  EXPECT_TRUE(places.take(5));
  EXPECT_FALSE(places.take(6));
  EXPECT_FALSE(places.soon());
  places.give(7);
  EXPECT_FALSE(places.take(7));
  EXPECT_TRUE(places.soon());
  EXPECT_TRUE(places.take(8));
  EXPECT_FALSE(places.take(9)) << "once";
}

TEST(Fifo, KeepsTheOrder) {
  Access a, b, c;
  Fifo<Access> fifo;
  fifo.push(a);
  fifo.push(b);
  EXPECT_EQ(&fifo.pop(), &a);
  fifo.push(c);
  Access* const all = fifo.release();
  EXPECT_TRUE(fifo.empty());
  EXPECT_EQ(all, &b);
  EXPECT_EQ(all->next, &c);
  EXPECT_EQ(c.next, nullptr);
}

}  // namespace
}  // namespace gf::hw::gpu::access_test
