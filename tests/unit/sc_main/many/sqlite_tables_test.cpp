// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sqlite_tables.h"

#include <stdexcept>

#include "tests/support/matchers.h"

namespace gf::app::sqlite_tables_test {
namespace {

TEST(SqliteTables, NamesDifferInMoreThanCase) {
  EXPECT_THAT(SqliteTables::distinct({"n", "N", "n", "seed", "n_2"}),
              ElementsAre("n", "N_2", "n_3", "seed", "n_2_2"));
}

TEST(SqliteTables, EqualTablesAreEqualBytes) {
  const auto tables = [](double value) {
    SqliteTables tables;
    tables.add_table("one \"two\"", {"a", "b;\"c"});
    tables.add_row({value, "it's"});
    tables.add_row({std::monostate(), std::int64_t{7}});
    return tables.bytes();
  };
  EXPECT_EQ(tables(0.1), tables(0.1));
  EXPECT_NE(tables(0.1), tables(0.2));
  EXPECT_EQ(tables(0.1).substr(0, 15), "SQLite format 3");
}

TEST(SqliteTables, AnErrorOfSqliteIsThrown) {
  SqliteTables tables;
  tables.add_table("t", {"a"});
  EXPECT_THROW(tables.add_table("t", {"a"}), std::runtime_error);
  EXPECT_THROW(tables.add_table("u", {"a", "A"}), std::runtime_error);
  EXPECT_THROW(tables.add_table("v", std::vector<std::string>(SqliteTables::kMostColumns + 1, "x")),
               std::runtime_error);
}

TEST(SqliteTables, ParametersAreNumbersInSiUnits) {
  const auto is = [](const char* text, double value, const std::string& unit) {
    const auto found = quantity_of(text);
    ASSERT_TRUE(found.has_value()) << text;
    EXPECT_DOUBLE_EQ(found->value, value) << text;
    EXPECT_EQ(found->unit, unit) << text;
  };
  is("4 KiB", 4096, "B");
  is("64k", 65536, "B");
  is("28 Gb/s", 3.5e9, "B/s");
  is("80 ns", 80e-9, "s");
  is("-0.5", -0.5, "");
  for (const char* text : {"", "val", "4x_kepler", "1,2", "5 apples", "inf", "nan", "2x3x1"})
    EXPECT_FALSE(quantity_of(text).has_value()) << text;
}

}  // namespace
}  // namespace gf::app::sqlite_tables_test
