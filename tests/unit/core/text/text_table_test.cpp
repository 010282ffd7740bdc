// SPDX-License-Identifier: Apache-2.0
#include "core/text/text_table.h"

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

/// A table whose long cell takes 41 characters of its 61.
std::string printed(std::size_t columns) {
  TextTable table({"parameter", "meaning", ">value"});
  table.add_row({"gpu.rate", "how many bytes leave the card in a second", "63"});
  table.add_row({"gpu.lanes", "width", "16"});
  std::ostringstream out;
  table.print(out, columns);
  return out.str();
}

TEST(TextTable, FitsTheColumnsAndStaysAligned) {
  EXPECT_EQ(printed(39),
            "parameter  meaning                value\n"
            "---------  ---------------------  -----\n"
            "gpu.rate   how many bytes leave      63\n"
            "           the card in a second\n"
            "gpu.lanes  width                     16\n");
}

TEST(TextTable, IsNotWrappedWhereItFits) {
  EXPECT_EQ(printed(59), printed(kAnyColumns));
  EXPECT_NE(printed(58), printed(59));
}

TEST(TextTable, HasALeastWidth) {
  EXPECT_EQ(printed(1), printed(26));
  EXPECT_NE(printed(1).find("\n           leave"), std::string::npos) << printed(1);
}

TEST(TextTable, WordsWithoutRoomAreBroken) {
  TextTable table({"a", "component"});
  table.add_row({"1", "node_0.nvlink_3.sublink"});
  std::ostringstream out;
  table.print(out, 15);
  EXPECT_EQ(out.str(),
            "a  component\n"
            "-  ------------\n"
            "1  node_0.nvlin\n"
            "   k_3.sublink\n");
}

TEST(TextTable, CharactersCountNotBytes) {
  TextTable table({"unit", "x"});
  table.add_row({"\u00b5\u00b5\u00b5\u00b5", "1"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "unit  x\n----  -\n\u00b5\u00b5\u00b5\u00b5  1\n");
}

TEST(TextTable, ControlCharactersDoNotReachTheTerminal) {
  TextTable table({"graph"});
  table.add_row({"a\x1b[2J\nb"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "graph\n-------------\na\\x1b[2J\\x0ab\n");
}

TEST(TextTable, ControlCharactersOfAHeadDoNotReachItEither) {
  TextTable table({">gr\x1b[2J"});
  table.add_row({"1"});
  std::ostringstream out;
  table.print(out);
  EXPECT_EQ(out.str(), "gr\\x1b[2J\n---------\n        1\n");
}

/// Columns of numbers, at most `columns` wide.
std::string numbers(std::size_t columns) {
  TextTable table({"gpu", ">in packets", ">out used %"});
  table.add_row({"0", "196608", "84.4"});
  std::ostringstream out;
  table.print(out, columns);
  return out.str();
}

TEST(TextTable, HeadsOfNumbersFoldAtBlanks) {
  EXPECT_EQ(numbers(20),
            "gpu       in     out\n"
            "     packets  used %\n"
            "---  -------  ------\n"
            "0     196608    84.4\n");
}

TEST(TextTable, NumbersKeepTheirWidth) {
  EXPECT_EQ(numbers(1), numbers(18));
  EXPECT_NE(numbers(1), numbers(19));
  EXPECT_NE(numbers(1).find("\n0     196608  84.4\n"), std::string::npos) << numbers(1);
}

TEST(TextTable, TooManyCellsAreRefused) {
  EXPECT_THROW(TextTable({"a"}).add_row({"1", "2"}), std::logic_error);
}

}  // namespace
}  // namespace gf::core::text_table_test
