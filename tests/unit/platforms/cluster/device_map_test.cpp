// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/device_map.h"

#include <gtest/gtest.h>

namespace gf::platforms::cluster {
namespace {

TEST(DeviceMap, NumbersGpusAndHostsNodeAfterNode) {
  DeviceMap map;
  map.add_node(2, 1);
  map.add_node(0, 2);  // no GPUs
  map.add_node(3, 0);
  EXPECT_EQ(map.nodes(), 3u);
  EXPECT_EQ(map.gpus(), 5u);
  EXPECT_EQ(map.hosts(), 3u);
  EXPECT_EQ(map.node_of(1), 0u);
  EXPECT_EQ(map.node_of(2), 2u);
  EXPECT_EQ(map.local(4), 2u);
  EXPECT_EQ(map.first_gpu(2), 2u);
  EXPECT_EQ(map.node_of(model::kFirstHost + 2), 1u);
  EXPECT_EQ(map.local(model::kFirstHost + 2), model::kFirstHost + 1);
  EXPECT_TRUE(map.on_one_node(0, model::kFirstHost));
  EXPECT_FALSE(map.on_one_node(2, model::kFirstHost + 1));
}

}  // namespace
}  // namespace gf::platforms::cluster
