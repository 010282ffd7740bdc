// SPDX-License-Identifier: Apache-2.0
// Holds: core/stats/summary_writer.cpp core/stats/result_value.h core/text/json.h
#include "core/stats/stats_writers.h"

#include <limits>
#include <sstream>

#include "core/text/json.h"
#include "tests/support/matchers.h"

namespace gf::core::stats_writers_test {
namespace {

const std::vector<ResultValue> kResults = {{"end_max", 0.036, "s"}, {"graphs", 2, "count"}};
const std::vector<StatRow> kRows = {
    {"t2.a", "tlps", 12, Unit::kCount, "TLPs put on the link"},
    {"t2.a", "stall.no_credit", 3e-6, Unit::kSeconds, "head TLP waits"},
    {"t2.a", "stall.link_busy", 0, Unit::kSeconds, "head TLP waits"},
    {"t2.b", "stall.no_credit", 1e-6, Unit::kSeconds, "head TLP waits"},
    {"t2.b", "stall.link_busy", 4e-6, Unit::kSeconds, "head TLP waits"},
};

std::string json_of(const std::vector<ResultValue>& results, const std::vector<StatRow>& rows) {
  std::ostringstream out;
  write_stats_json(out, results, rows);
  return out.str();
}

TEST(StatsJson, HoldsResultsAndStatistics) {
  const auto json = parse_json(json_of(kResults, kRows));
  EXPECT_EQ(json["results"]["end_max"]["value"], 0.036);
  EXPECT_EQ(json["results"]["end_max"]["unit"], "s");
  EXPECT_EQ(json["stats"].size(), 2u);
  EXPECT_EQ(json["stats"]["t2.a"]["tlps"]["value"], 12);
  EXPECT_EQ(json["stats"]["t2.a"]["tlps"]["unit"], "count");
  EXPECT_EQ(json["stats"]["t2.a"]["tlps"]["description"], "TLPs put on the link");
  EXPECT_EQ(json["stats"]["t2.b"]["stall.link_busy"]["value"], 4e-6);
}

TEST(StatsJson, OneValueALineInOrder) {
  EXPECT_EQ(json_of({{"z", 1, "B"}, {"a", 2, "B"}}, {kRows[0]}),
            "{\n"
            "  \"results\": {\n"
            "    \"z\": {\"value\": 1, \"unit\": \"B\"},\n"
            "    \"a\": {\"value\": 2, \"unit\": \"B\"}\n"
            "  },\n"
            "  \"stats\": {\n"
            "    \"t2.a\": {\n"
            "      \"tlps\": {\"value\": 12, \"unit\": \"count\", "
            "\"description\": \"TLPs put on the link\"}\n"
            "    }\n"
            "  }\n"
            "}\n");
}

TEST(StatsJson, EmptyIsStillJson) {
  const auto json = parse_json(json_of({}, {}));
  EXPECT_TRUE(json["results"].is_object());
  EXPECT_TRUE(json["stats"].empty());
}

TEST(StatsJson, NumbersReadBackAsTheSameValues) {
  for (const double value : {0.1, 1.0 / 3, 1e-15, 5e-324, 1.7976931348623157e308, 9007199254740993.,
                             123456789012345680., -0.25}) {
    const auto json = parse_json(json_of({{"x", value, ""}}, {}));
    EXPECT_EQ(json["results"]["x"]["value"].get<double>(), value);
  }
  EXPECT_THAT(json_of({{"x", 0.1, ""}}, {}), HasSubstr("\"value\": 0.1,"));
}

TEST(StatsJson, NoNumberIsNull) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(parse_json(json_of({{"x", nan, ""}}, {}))["results"]["x"]["value"].is_null());
}

TEST(StatsJson, EscapesNames) {
  const auto json = parse_json(json_of({{"a\"b\\c\n", 1, "\x01"}, {"\xff", 1, ""}}, {}));
  EXPECT_TRUE(json["results"].contains("a\"b\\c\n"));
}

TEST(StatsCsv, OneRowAValue) {
  std::ostringstream out;
  write_stats_csv(out, {kRows[0], kRows[1]});
  EXPECT_EQ(out.str(), "path,name,value,unit\nt2.a,tlps,12,count\nt2.a,stall.no_credit,3e-06,s\n");
}

TEST(StatsCsv, QuotesWhatNeedsIt) {
  std::ostringstream out;
  write_stats_csv(out, {{"a,b", "say \"x\"", 1, Unit::kBytes, ""}});
  EXPECT_EQ(out.str(), "path,name,value,unit\n\"a,b\",\"say \"\"x\"\"\",1,B\n");
}

TEST(Summary, ResultsStallsAndStatistics) {
  std::ostringstream out;
  write_summary(out, kResults, kRows);
  EXPECT_EQ(out.str(),
            "Results\n\n"
            "result   value\n"
            "-------  -----\n"
            "end_max  36 ms\n"
            "graphs       2\n"
            "\n"
            "Stall time, all components\n\n"
            "cause      time   share  longest  there\n"
            "---------  ----  ------  -------  -----\n"
            "no_credit  4 us  50.0 %     3 us  t2.a\n"
            "link_busy  4 us  50.0 %     4 us  t2.b\n"
            "total      8 us\n"
            "\n"
            "Statistics other than 0 (all are in stats.csv)\n\n"
            "component  statistic        value  meaning\n"
            "---------  ---------------  -----  --------------------\n"
            "t2.a       tlps                12  TLPs put on the link\n"
            "           stall.no_credit   3 us  head TLP waits\n"
            "t2.b       stall.no_credit   1 us  head TLP waits\n"
            "           stall.link_busy   4 us  head TLP waits\n");
}

TEST(Summary, TotalsOfStallDurationsAreNotCountedTwice) {
  StatGroup group(std::string("x"));
  StallDuration stall(group, "stall", "waits");
  stall.add(StallCause::kReplay, 1'000'000'000);
  std::ostringstream out;
  write_summary(out, {}, StatRegistry::instance().rows());
  EXPECT_THAT(out.str(), HasSubstr("total   1 us\n"));
}

TEST(Summary, WithoutStallsThereIsNoSuchTable) {
  std::ostringstream out;
  write_summary(out, kResults, {kRows[0]});
  EXPECT_THAT(out.str(), Not(HasSubstr("Stall")));
}

}  // namespace
}  // namespace gf::core::stats_writers_test
