// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/byte_check.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "tests/support/pcie_bench.h"

namespace gf::platforms::pcie::byte_check_test {
namespace {

struct ByteCheckTest : testing::Test {
  hw::pcie::CopyRequest request(hw::pcie::Flow& flow) {
    flow.source = 1;
    flow.destination = 6;
    flow.bytes = 10'000;
    hw::pcie::CopyRequest placed;
    placed.flow = &flow;
    placed.window = bench.gpu(6).window();
    check.place(placed);
    return placed;
  }

  test::PcieBench bench{"T2"};
  ByteCheck check{bench.machine(), {}, 1};
  hw::pcie::Flow first, second;
};

TEST_F(ByteCheckTest, ComparesEveryByteThatArrived) {
  bench.gpu(1).copy_engine.submit(request(first));
  bench.gpu(1).copy_engine.submit(request(second));
  core::run_simulation({});
  check.verify();
  EXPECT_EQ(check.bytes_compared(), 20'000u);
  EXPECT_EQ(check.difference(), "");
}

TEST_F(ByteCheckTest, NamesTheFirstCopyThatDidNot) {
  bench.gpu(1).copy_engine.submit(request(first));
  (void)request(second);  // and nobody makes it
  core::run_simulation({});
  check.verify();
  EXPECT_EQ(check.difference(), "copy 1->6 of 10000 B differs in the block at 0");
}

}  // namespace
}  // namespace gf::platforms::pcie::byte_check_test
