// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_report_test {
namespace {

TEST_F(WhyTest, SaysWhoTookWhichShareOfACopysTime) {
  const Captured text = exits(0, why({"copy 0->2"}));
  EXPECT_THAT(text.out, ContainsRegex("^copy 0->2 took .* alone in the machine"));
  EXPECT_THAT(text.out, HasSubstr("shared with copy 1->2"));
  EXPECT_THAT(text.out, ContainsRegex("\n\\[=+A+"));
  for (const std::string& line : lines_of(text.out)) EXPECT_LE(line.size(), 80u) << line;
}

TEST_F(WhyTest, WhatWasLostIsWhatItTookLongerThanAlone) {
  for (const char* copy : {"copy 0->2", "copy 1->2", "copy 0->3"}) {
    const Captured text = exits(0, why({copy, "--json"}));
    const nlohmann::json json = core::parse_json(text.out);
    const double took = json["seconds"], alone = json["alone_seconds"], lost = json["lost_seconds"];
    EXPECT_NEAR(lost / took, (took - alone) / took, 0.02) << text.out;
    EXPECT_GT(lost / took, 0.3) << "the copies are in each other's way";
    double sum = 0;
    for (const auto& cause : json["causes"]) sum += cause["share"].get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

}  // namespace
}  // namespace gf::test::why_report_test
