// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/sweep_page.cpp sc_main/many/sweep_sqlite.cpp
#include "sc_main/many/sweep_table.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <sqlite3.h>

#include "core/text/csv.h"
#include "core/text/json.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::app::sweep_table_test {
namespace {

class SweepTableTest : public testing::Test {
 protected:
  SweepTableTest() { table_.axes = {{"size", {}}, {"kind", {}}}; }
  /// A point with these results, as text of JSON: "null" is no number.
  void add(const std::vector<std::string>& values,
           const std::vector<std::pair<std::string, std::string>>& results) {
    std::string entries;
    for (const auto& [name, value] : results)
      entries += fmt::format(R"({}"{}": {{"value": {}, "unit": "s"}})", entries.empty() ? "" : ",",
                             name, value);
    const auto run = scratch_ / std::to_string(table_.points.size());
    test::write_file(run / "stats.json", R"({"results": {)" + entries + "}}");
    table_.points.push_back({values, 1});
    table_.outcomes.push_back({runs::Result(run), ""});
  }
  void add_failure(const std::vector<std::string>& values, const std::string& failure) {
    table_.points.push_back({values, 1});
    table_.outcomes.push_back({std::nullopt, failure});
  }
  const test::ScratchDirectory scratch_;
  SweepTable table_;
};

TEST_F(SweepTableTest, CsvHasAColumnAParameterAndAResult) {
  add({"4 KiB", "a,b"}, {{"time", "0.1"}, {"extra", "1e-9"}});
  add({"8 KiB", "c"}, {{"time", "null"}});
  add_failure({"9 KiB", "c"}, "deadlock: \"x\", y");
  EXPECT_EQ(sweep_csv(table_),
            "size,kind,seed,extra,time,failure\n"
            "4 KiB,\"a,b\",1,1e-09,0.1,\n"
            "8 KiB,c,1,,,\n"
            "9 KiB,c,1,,,\"deadlock: \"\"x\"\", y\"\n");
  EXPECT_EQ(table_.failed(), 1u);
  EXPECT_EQ(table_.finished(), 3u);
}

TEST_F(SweepTableTest, NumbersReadBackAsTheSameValue) {
  const double values[] = {0.1, 1.0 / 3, 1e300, 5e-324, 123456789012345680.0, 2, -0.5};
  for (const double value : values) add({"1", "a"}, {{"time", fmt::format("{:.17g}", value)}});
  const core::CsvTable read(sweep_csv(table_), "sweep.csv");
  for (std::size_t i = 0; i < std::size(values); ++i) EXPECT_EQ(read.number(i, "time"), values[i]);
}

/// Returns the rows that a query of the database `bytes` gives, cells with "|" between them.
std::vector<std::string> asked(std::string bytes, const char* query) {
  sqlite3* database = nullptr;
  sqlite3_open(":memory:", &database);
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  sqlite3_deserialize(database, "main", reinterpret_cast<unsigned char*>(bytes.data()), size, size,
                      SQLITE_DESERIALIZE_READONLY);
  std::vector<std::string> rows;
  const auto add = [](void* into, int count, char** cells, char**) {
    std::string row;
    for (int i = 0; i < count; ++i)
      row += (i == 0 ? "" : "|") + std::string(cells[i] == nullptr ? "NULL" : cells[i]);
    static_cast<std::vector<std::string>*>(into)->push_back(row);
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, query, add, &rows, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
  return rows;
}

TEST_F(SweepTableTest, TheDatabaseHasNumbersWithUnitsAndDistinctNames) {
  table_.axes = {{"size", {}}, {"kind", {}}, {"T", {}}};
  add({"4 KiB", "1 ns", "a"}, {{"t", "0.5"}, {"rate", "null"}});
  add({"8 KiB", "1 B", "b"}, {{"t", "2"}});
  add_failure({"0", "2", "it's"}, "deadlock");
  table_.points.back().seed = ~std::uint64_t{0};
  const std::string bytes = sweep_sqlite(table_);
  EXPECT_THAT(asked(bytes, "select point, size, kind, T, seed, t_2, rate, failure from points"),
              ElementsAre("0|4096.0|1 ns|a|1|0.5|NULL|NULL", "1|8192.0|1 B|b|1|2.0|NULL|NULL",
                          "2|0.0|2|it's|18446744073709551615|NULL|NULL|deadlock"));
  EXPECT_THAT(
      asked(bytes, "select name, kind, of, unit from columns where kind not like 'f%'"),
      ElementsAre("point|point|point|", "size|parameter|size|B", "kind|parameter|kind|",
                  "T|parameter|T|", "seed|seed|seed|", "rate|result|rate|s", "t_2|result|t|s"));
}

TEST_F(SweepTableTest, TheDatabaseTellsWhichResultsHaveNoColumn) {
  std::vector<std::pair<std::string, std::string>> many;
  for (unsigned i = 0; i < 2000; ++i) many.emplace_back(fmt::format("r{:04}", i), "1");
  add({"1", "a"}, many);
  const std::string bytes = sweep_sqlite(table_);
  EXPECT_THAT(asked(bytes, "select r1994 from points"), ElementsAre("1.0"));
  EXPECT_THAT(asked(bytes, "select count(*), min(of) from columns where name is null"),
              ElementsAre("5|r1995"));
}

TEST_F(SweepTableTest, SensitivityIsTheSpreadOfMeansOverTheMean) {
  add({"1", "a"}, {{"time", "1"}, {"same", "7"}});
  add({"1", "b"}, {{"time", "3"}, {"same", "7"}});
  add({"2", "a"}, {{"time", "5"}, {"same", "7"}});
  add({"2", "b"}, {{"time", "7"}, {"same", "7"}});
  const auto all = sensitivities(table_);
  ASSERT_EQ(all.size(), 2u) << "what is the same everywhere is not among them";
  EXPECT_EQ(all[0].parameter, "size");
  EXPECT_DOUBLE_EQ(all[0].spread, (6.0 - 2.0) / 4.0);
  EXPECT_EQ(all[0].lowest, "1");
  EXPECT_EQ(all[0].highest, "2");
  EXPECT_EQ(all[1].parameter, "kind");
  EXPECT_DOUBLE_EQ(all[1].spread, (5.0 - 3.0) / 4.0);
  EXPECT_THAT(means_of(table_, 0, "time"), ElementsAre(2.0, 6.0));
}

TEST_F(SweepTableTest, MeansLeaveOutWhatIsNoNumber) {
  add({"1", "a"}, {{"time", "1"}});
  add({"1", "a"}, {{"time", "null"}});
  add_failure({"1", "a"}, "deadlock");
  add_failure({"2", "a"}, "deadlock");
  EXPECT_THAT(means_of(table_, 0, "time"), ElementsAre(1.0, std::nullopt));
  EXPECT_THAT(values_of(table_, 0), ElementsAre("1", "2"));
  EXPECT_THAT(sensitivities(table_), IsEmpty());
}

TEST_F(SweepTableTest, PageShowsWhatMovesAndNamesWhatFailed) {
  add({"1 KiB", "<kind>"}, {{"time", "1"}});
  add({"2 KiB", "<kind>"}, {{"time", "3"}});
  add_failure({"3 KiB", "<kind>"}, "deadlock & more");
  const std::string page = sweep_page(table_, "Sweep of box", "gpufabric sweep box -p 'a<b'");
  EXPECT_THAT(page, AllOf(HasSubstr("<h1>Sweep of box</h1>"), HasSubstr("a&lt;b"),
                          HasSubstr("100.00 %"), HasSubstr("time against size"),
                          HasSubstr("deadlock &amp; more"), HasSubstr("3 KiB")));
  EXPECT_THAT(page, Not(HasSubstr("<kind>"))) << "text of the user's is no markup";
  EXPECT_THAT(page, Not(HasSubstr("time against kind"))) << "it has one value";
}

/// Where the marks of all figures stand: the names of bars, or numbers.
std::vector<std::string> places_in(const std::string& page) {
  std::vector<std::string> places;
  const std::string begin = "class=\"chart-data\">";
  for (std::size_t at = page.find(begin); at != page.npos; at = page.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    const auto chart = core::parse_json(page.substr(from, page.find('<', from) - from));
    const auto& names = chart["x"]["categories"];
    for (const double x : chart["series"][0]["x"])
      places.push_back(names.empty() ? fmt::format("{:g}", x)
                                     : names[static_cast<std::size_t>(x)].get<std::string>());
  }
  return places;
}

TEST_F(SweepTableTest, PageTakesTextThatBeginsLikeANumberForAName) {
  const std::vector<std::pair<const char*, const char*>> pairs = {
      {"4x_kepler", "4x_pascal"}, {"1,2", "1,4"}, {"4 x2", "4 x3"}, {"inf", "nan"}};
  for (const auto& [one, other] : pairs) {
    SCOPED_TRACE(one);
    table_ = {{{"size", {}}}, {}, {}};
    add({one}, {{"time", "1"}});
    add({other}, {{"time", "3"}});
    EXPECT_THAT(places_in(sweep_page(table_, "", "")), ElementsAre(one, other));
  }
}

TEST_F(SweepTableTest, PageDrawsNumbersWithTheirUnitToScale) {
  add({"4 KiB", "1"}, {{"time", "1"}});
  add({"8 KiB", "-2.5e-1"}, {{"time", "3"}});
  EXPECT_THAT(places_in(sweep_page(table_, "", "")), ElementsAre("4", "8", "-0.25", "1"));
}

}  // namespace
}  // namespace gf::app::sweep_table_test
