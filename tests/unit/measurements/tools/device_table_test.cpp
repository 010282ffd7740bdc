// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/device_table.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::tools::device_table_test {
namespace {

using test::error_of;

/// Reads the rows of `text`, each cell as "row,column=word".
std::vector<std::string> cells(const std::string& text, unsigned columns,
                               std::optional<unsigned> rows) {
  OutputLines lines(text, "f");
  std::vector<std::string> found;
  read_device_rows(lines, columns, rows, [&](unsigned row, unsigned column, std::string_view word) {
    found.push_back(std::to_string(row) + "," + std::to_string(column) + "=" + std::string(word));
  });
  return found;
}

TEST(DeviceTable, ReadsRowsAmongForeignLines) {
  EXPECT_THAT(cells("0 N/A 1.5\nnode3: a warning\n1 2.5 N/A\n\n", 2, 2),
              ElementsAre("0,0=N/A", "0,1=1.5", "1,0=2.5", "1,1=N/A"));
  EXPECT_THAT(cells("0 1.5\nend\n1 2.5\n", 1, std::nullopt), ElementsAre("0,0=1.5"));
}

TEST(DeviceTable, NamesWrongRows) {
  const auto error = [](const std::string& text) { return error_of([&] { cells(text, 2, 2); }); };
  EXPECT_EQ(error("0 1 2\n1 3\n"), "f:2: a row of 2 cells; expected 3 cells");
  EXPECT_EQ(error("0 1 2\n1 3 4 5\n"), "f:2: a row of 4 cells; expected 3 cells");
  EXPECT_EQ(error("0 1 2\n2 3 4\n"), "f:2: a row of device 2; expected the row of device 1");
  EXPECT_EQ(error("0 1 2\n"), "f:1: the table ends after 1 rows; expected 2 rows");
  EXPECT_EQ(error("0 1 2\n1 3 4\n2 5 6\n"), "f:3: a row behind the last one; expected 2 rows");
}

TEST(DeviceTable, KnowsItsHead) {
  OutputLines lines("D\\D 0 1 2\nD\\D 0 2\n0 1 2 3", "f");
  ASSERT_TRUE(lines.next());
  EXPECT_TRUE(is_device_head(lines, 1));
  EXPECT_FALSE(is_device_head(lines, 0));
  ASSERT_TRUE(lines.next());
  EXPECT_FALSE(is_device_head(lines, 1));
  ASSERT_TRUE(lines.next());
  EXPECT_TRUE(is_device_head(lines, 0));
}

TEST(DeviceTable, SizesItsCells) {
  const DeviceCells cells{{{{0, 3}, 1.5}, {{1, 0}, 2.0}}};
  EXPECT_EQ(cells.rows(), 2U);
  EXPECT_EQ(cells.columns(), 4U);
  EXPECT_EQ(cells.at(0, 3), 1.5);
  EXPECT_FALSE(cells.at(0, 0));
  EXPECT_EQ(cells.sum(), 3.5);
}

}  // namespace
}  // namespace gf::papers::tools::device_table_test
