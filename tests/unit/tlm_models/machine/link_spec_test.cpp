// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/link_spec.h"

#include <gtest/gtest.h>

namespace gf::model::link_spec_test {
namespace {

double gigabytes(const char* text) { return link_spec(text)->raw_rate()->bytes_per_second() / 1e9; }

TEST(LinkSpec, TextComesBackAsItWas) {
  for (const char* text :
       {"pcie gen4 x16", "nvlink2 x6", "socket", "socket 19.2 GB/s", "socket 20.8 GB/s 25 ns",
        "12 GB/s 100 ns", "xgmi3 x1", "nvlink4 x18 20 GB/s", "nvlink2 x2 25 GB/s 30 ns"}) {
    ASSERT_TRUE(link_spec(text)) << text;
    EXPECT_EQ(to_text(*link_spec(text)), text);
  }
  EXPECT_EQ(to_text(*link_spec(" nvlink3 ")), "nvlink3 x1") << "one link where no number is said";
}

TEST(LinkSpec, RatesAreThoseOfTheKind) {
  EXPECT_NEAR(gigabytes("pcie gen3 x16"), 15.754, 0.0005);
  EXPECT_DOUBLE_EQ(gigabytes("nvlink1 x4"), 80);    // P100: 160 GB/s both ways
  EXPECT_DOUBLE_EQ(gigabytes("nvlink2 x6"), 150);   // V100: 300 GB/s
  EXPECT_DOUBLE_EQ(gigabytes("nvlink4 x18"), 450);  // H100: 900 GB/s
  EXPECT_DOUBLE_EQ(gigabytes("nvlink5 x18"), 900);  // B200: 1.8 TB/s
  EXPECT_DOUBLE_EQ(gigabytes("xgmi1 x1"), 46);      // MI100: 92 GB/s both ways
  EXPECT_DOUBLE_EQ(gigabytes("xgmi3 x7"), 448);     // MI300X: 896 GB/s
  EXPECT_DOUBLE_EQ(gigabytes("nvlink4 x2 20 GB/s"), 40);
  EXPECT_TRUE(link_spec("xgmi2")->is_xgmi() && !link_spec("nvlink5")->is_xgmi());
  EXPECT_DOUBLE_EQ(gigabytes("12 GB/s 100 ns"), 12);
  EXPECT_FALSE(link_spec("socket")->raw_rate()) << "the model's own";
}

TEST(LinkSpec, WhatIsNoneIsNone) {
  for (const char* text : {"",
                           "pcie",
                           "pcie gen4",
                           "pcie gen6 x16",
                           "pcie gen0 x1",
                           "pcie gen3 x3",
                           "pcie gen3 x16 x",
                           "pcie gen-1 x4",
                           "nvlink",
                           "nvlink6 x1",
                           "nvlink2 x0",
                           "nvlink2 x129",
                           "nvlink2 x1 x1",
                           "nvlink2 x1 20",
                           "nvlink2 x1 20 GB/s 2 us",
                           "xgmi0",
                           "xgmi4 x1",
                           "socket 19.2",
                           "socket 1 B/s",
                           "socket 19.2 GB/s 25",
                           "12 GB/s",
                           "12 GB/s 0 ns",
                           "12 GB/s 2 us",
                           "100 ns 12 GB/s",
                           "nan GB/s 1 ns",
                           "ethernet"})
    EXPECT_FALSE(link_spec(text)) << text;
}

}  // namespace
}  // namespace gf::model::link_spec_test
