// SPDX-License-Identifier: Apache-2.0
// Holds: core/text/json.h
#include "papers/serialize.h"

#include <gmock/gmock.h>
#include <limits>

#include "core/text/json.h"

namespace gf::papers::serialize_test {
namespace {

TEST(Serialize, NumbersReadBackBitForBit) {
  ExperimentResult result;
  result.measurements = {failed("a.b", "q", "r")};
  result.measurements[0].simulated = 0.1 + 0.2;
  const auto parsed = core::parse_json(core::json_text(to_json(result)));
  EXPECT_EQ(parsed["measurements"][0]["simulated"].get<double>(), 0.1 + 0.2);
}

TEST(Serialize, AFigureKeepsItsPublishedRowsAndGuides) {
  Chart chart;
  chart.guides = {{Guide::Along::kY, 2, "half of the links", "A half", Role::kPublished}};
  ExperimentResult result;
  result.figures = {{"f", "t", "c", chart, {{"a.b", Guide::Along::kX, 0.5}}}};
  const auto figure = to_json(result)["figures"][0];
  EXPECT_EQ(core::json_text(figure["rows"]), R"([{"id":"a.b","along":0,"at":0.5}])");
  EXPECT_EQ(core::json_text(figure["chart"]["guides"]),
            R"([{"along":1,"value":2.0,"label":"half of the links","tag":"A half","role":2}])");
}

TEST(PublicRecord, HasExactlyTheDocumentedKeys) {
  Measurement m{"a.b", "q", Kind::kEmergent, 36.0, 37.8, "ms", relative(0.05, "w"), "s", ""};
  EXPECT_EQ(
      core::json_text(public_record(m)),
      R"({"id":"a.b","number":"a.b","quantity":"q","published":36.0,"simulated":37.8,"unit":"ms",)"
      R"("error":4.999999999999992,"tolerance":"5 %","kind":"emergent","verdict":"pass"})");
}

TEST(PublicRecord, TextAndMissingValues) {
  Measurement m{"a.b", "q", Kind::kExact, std::string("> 97 %"), {}, "%", at_least(95, "w"),
                "",    ""};
  const auto record = public_record(m);
  EXPECT_EQ(record["published"], "> 97 %");
  EXPECT_TRUE(record["simulated"].is_null());
  EXPECT_TRUE(record["error"].is_null());
  EXPECT_EQ(record["tolerance"], ">= 95 %");
  EXPECT_EQ(record["verdict"], "fail");
}

TEST(PublicRecord, NoNumberIsNull) {
  Measurement m{"a.b", "q",        Kind::kExact, 1.0, std::numeric_limits<double>::quiet_NaN(),
                "",    equal("w"), "",           ""};
  EXPECT_TRUE(public_record(m)["simulated"].is_null());
}

}  // namespace
}  // namespace gf::papers::serialize_test
