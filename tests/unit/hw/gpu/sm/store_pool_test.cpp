// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/store_pool.h"

#include <gtest/gtest.h>

namespace gf::hw::gpu::store_pool_test {
namespace {

TEST(StorePool, KnowsWhoseEachIs) {
  StorePool stores(2);
  LineRequest& first = stores.next();
  stores.insert({4, 9, false});
  LineRequest& second = stores.next();
  stores.insert({5, 8, true});
  EXPECT_TRUE(stores.full());
  EXPECT_EQ(stores.used(), 2u);
  const StorePool::Owner owner = stores.remove(first);
  EXPECT_EQ(owner.warp, 4u);
  EXPECT_EQ(owner.cta, 9u);
  EXPECT_FALSE(stores.full());
  EXPECT_TRUE(stores.remove(second).returns);
  EXPECT_TRUE(stores.empty());
}

TEST(StorePool, AnAnswerNobodyWaitsForIsABug) {
  StorePool stores(2);
  LineRequest& request = stores.next();
  stores.insert({});
  stores.remove(request);
  EXPECT_THROW(stores.remove(request), std::logic_error);
}

}  // namespace
}  // namespace gf::hw::gpu::store_pool_test
