// SPDX-License-Identifier: Apache-2.0
#include "core/text_table.h"

#include <gmock/gmock.h>
#include <sstream>

namespace gf::core::text_table_test {
namespace {

TEST(TextTable, AlignsColumns) {
  TextTable table({"name", ">value", "unit"});
  table.add_row({"end_time", "36.0", "ms"});
  table.add_row({"x", "7"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(),
            "name      value  unit\n"
            "--------  -----  ----\n"
            "end_time   36.0  ms\n"
            "x             7\n");
}

TEST(TextTable, TooManyCellsAreRefused) {
  EXPECT_THROW(TextTable({"a"}).add_row({"1", "2"}), std::logic_error);
}

}  // namespace
}  // namespace gf::core::text_table_test
