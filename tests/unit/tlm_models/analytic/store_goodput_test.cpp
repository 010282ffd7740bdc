// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/store_goodput.h"

#include <gmock/gmock.h>
#include <utility>

#include "tests/support/errors.h"

namespace gf::model::store_goodput_test {
namespace {

constexpr auto kPcie = StoreFormat::kPcie;
constexpr auto kNvlink = StoreFormat::kNvlink;

TEST(StoreGoodput, IsThePublishedFourByteValue) {
  EXPECT_DOUBLE_EQ(store_goodput(kPcie, 4), 4.0 / 28);
  EXPECT_DOUBLE_EQ(store_goodput(kNvlink, 4), 4.0 / 48);
}

TEST(StoreGoodput, HasTheWholeCurve) {
  // In tenths of a per cent: bytes, PCIe, NVLink.
  const unsigned rows[][3] = {{4, 143, 83},   {8, 250, 167},   {16, 400, 500}, {32, 571, 667},
                              {64, 727, 800}, {128, 842, 889}, {256, 914, 941}};
  for (const auto& [bytes, pcie, nvlink] : rows) {
    EXPECT_NEAR(store_goodput(kPcie, bytes) * 1000, pcie, 0.5) << bytes;
    EXPECT_NEAR(store_goodput(kNvlink, bytes) * 1000, nvlink, 0.5) << bytes;
  }
}

TEST(StoreGoodput, FlitsAndPacketsBeginOneByteLater) {
  EXPECT_EQ(store_wire_bytes(kNvlink, 15), 48u) << "byte enables";
  EXPECT_EQ(store_wire_bytes(kNvlink, 16), 32u);
  EXPECT_EQ(store_wire_bytes(kNvlink, 17), 64u);
  EXPECT_EQ(store_wire_bytes(kNvlink, 256), 272u);
  EXPECT_EQ(store_wire_bytes(kNvlink, 257), 272u + 48);
  EXPECT_EQ(store_wire_bytes(kPcie, 256), 280u);
  EXPECT_EQ(store_wire_bytes(kPcie, 257), 280u + 25);
  EXPECT_EQ(store_wire_bytes(kPcie, 0), 0u);
}

TEST(StoreGoodput, FormatsHaveNames) {
  EXPECT_EQ(parse_store_format("pcie"), kPcie);
  EXPECT_EQ(parse_store_format("nvlink"), kNvlink);
  EXPECT_THAT(test::error_of([] { parse_store_format("isa"); }),
              testing::HasSubstr("pcie or nvlink"));
}

}  // namespace
}  // namespace gf::model::store_goodput_test
