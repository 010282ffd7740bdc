// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/busy_parts.h"

#include <gtest/gtest.h>

namespace gf::hw::gpu::busy_parts_test {
namespace {

TEST(BusyParts, EachIsForgottenAlone) {
  BusyParts busy;
  EXPECT_FALSE(busy.any());
  busy.add(MemoryPart::kPeers);
  busy.add(MemoryPart::kPorts);
  busy.remove(MemoryPart::kPeers);
  busy.remove(MemoryPart::kStreams);
  EXPECT_FALSE(busy.has(MemoryPart::kPeers));
  EXPECT_TRUE(busy.has(MemoryPart::kPorts));
  EXPECT_TRUE(busy.any());
}

}  // namespace
}  // namespace gf::hw::gpu::busy_parts_test
