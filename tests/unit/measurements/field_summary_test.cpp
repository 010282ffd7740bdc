// SPDX-License-Identifier: Apache-2.0
#include "measurements/field_summary.h"

#include "tests/support/matchers.h"

namespace gf::papers::field::field_summary_test {
namespace {

Asked rate(const std::string& id, std::optional<double> measured, const std::string& group = "") {
  Asked asked;
  asked.id = id;
  asked.measured = measured;
  asked.group = group;
  return asked;
}

TEST(FieldSummary, WhatCannotBeExpressedIsAMiss) {
  std::vector<Asked> asked = {rate("a", 10), rate("b", 10), rate("c", 10), rate("d", {}),
                              rate("e", 10)};
  asked[4].known = true;
  const FieldSummary summary = summary_of(asked, {{"a", 11}, {"b", 8}, {"d", 1}, {"e", 1}});
  EXPECT_EQ(summary.measured, 3u);
  EXPECT_EQ(summary.expressed, 2u);
  EXPECT_EQ(summary.within_10, 1u);
  EXPECT_EQ(summary.within_25, 2u);
  EXPECT_DOUBLE_EQ(summary.median, 15);
  EXPECT_DOUBLE_EQ(summary.worst, 20);
}

TEST(FieldSummary, AGroupCountsAlone) {
  const std::vector<Asked> asked = {rate("a", 10, "pcie"), rate("b", 10, "nvlink")};
  EXPECT_DOUBLE_EQ(summary_of(asked, {{"a", 11}, {"b", 30}}, "pcie").worst, 10);
  EXPECT_EQ(summary_of({}, {}).expressed, 0u);
}

TEST(FieldSummary, OfTimesTheShorterIsFaster) {
  Asked a = rate("a", 1), b = rate("b", 2);
  EXPECT_EQ(faster_of(speed_ratio(a, 1, b, 2)), "b");
  a.counts = b.counts = Asked::Counts::kTime;
  EXPECT_EQ(faster_of(speed_ratio(a, 1, b, 2)), "a");
  EXPECT_EQ(faster_of(1.019), "alike");
  EXPECT_EQ(faster_of(1 / 1.019), "alike");
}

TEST(FieldSummary, OrderIsComparedWithWhatWasMeasured) {
  const std::vector<Asked> asked = {rate("a", 10), rate("b", 20), rate("c", 20.1), rate("d", {}),
                                    rate("e", 5)};
  const std::vector<AskedPair> pairs = {{"1", "a", "b", "a", ""},   // measured b, said b
                                        {"2", "b", "c", "a", ""},   // measured alike, said a
                                        {"3", "a", "d", "a", ""},   // not measured
                                        {"4", "a", "e", "a", ""}};  // cannot be said
  const OrderSummary order = order_of(pairs, asked, {{"a", 1}, {"b", 3}, {"c", 2}});
  EXPECT_EQ(order.measured, 3u);
  EXPECT_EQ(order.right, 1u);
}

}  // namespace
}  // namespace gf::papers::field::field_summary_test
