// SPDX-License-Identifier: Apache-2.0
#include "core/text/csv.h"

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::core::csv_test {
namespace {

using test::error_of;

TEST(CsvTable, ReadsCellsByColumn) {
  const CsvTable table(
      "# a comment\n\nid,value,why\na,1.5,\"one, two\"\n\nb,-2e3,\"say \"\"no\"\"\"\n", "t.csv");
  EXPECT_THAT(table.head(), ElementsAre("id", "value", "why"));
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(0, "why"), "one, two");
  EXPECT_EQ(table.text(1, "why"), "say \"no\"");
  EXPECT_THAT(table.numbers("value"), ElementsAre(1.5, -2000));
  EXPECT_EQ(table.line(0), 4u);
  EXPECT_EQ(table.line(1), 6u);
  EXPECT_TRUE(table.has("id"));
  EXPECT_FALSE(table.has("ID"));
}

TEST(CsvTable, TakesLinesOfWindowsAndCellsOfManyLines) {
  const CsvTable table("id,text\r\na,\"first\nsecond\"\r\nb,last", "t.csv");
  EXPECT_EQ(table.text(0, "text"), "first\nsecond");
  EXPECT_EQ(table.text(1, "text"), "last") << "without a newline at the end";
  EXPECT_EQ(table.line(1), 4u);
}

TEST(CsvTable, EmptyCellsAreCells) {
  const CsvTable table("a,b,c\n,,\n", "t.csv");
  EXPECT_EQ(table.text(0, "a"), "");
  EXPECT_EQ(table.text(0, "c"), "");
}

TEST(CsvTable, NamesFileAndLineOfWhatIsWrong) {
  const auto error = [](const char* text) {
    return error_of([&] { const CsvTable table(text, "t.csv"); });
  };
  EXPECT_THAT(error(""), HasSubstr("t.csv: no line"));
  EXPECT_THAT(error("# only\n"), HasSubstr("t.csv: no line"));
  EXPECT_THAT(error("a,b\n1,2\n3\n"), HasSubstr("t.csv:3: 1 cells; expected 2"));
  EXPECT_THAT(error("a\nx\n\"open\nmore\n"), HasSubstr("t.csv:3: an unclosed quote"));
  const CsvTable table("a,b\n1,x\n2,\n", "t.csv");
  EXPECT_THAT(error_of([&] { (void)table.text(0, "c"); }),
              AllOf(HasSubstr("t.csv: no column \"c\""), HasSubstr("one of a, b")));
  EXPECT_THAT(error_of([&] { (void)table.number(0, "b"); }), HasSubstr("t.csv:2: b = \"x\""));
  EXPECT_THAT(error_of([&] { (void)table.number(1, "b"); }), HasSubstr("t.csv:3: b = \"\""));
}

TEST(CsvRecords, WrittenByHandHaveBlanksAndCommentsAnywhere) {
  const std::string text = "# a\n a , b\t\r\n \n  # c\n1, \"2 \" ,\n";
  CsvRecords records(text, "t.csv", CsvRecords::Form::kByHand);
  ASSERT_TRUE(records.next());
  EXPECT_THAT(records.cells(), testing::ElementsAre("a", "b"));
  EXPECT_EQ(records.line(), 2u);
  ASSERT_TRUE(records.next());
  EXPECT_THAT(records.cells(), testing::ElementsAre("1", "2 ", ""));
  EXPECT_EQ(records.line(), 5u);
  EXPECT_FALSE(records.next());
}

TEST(CsvRecords, WrittenByProgramsHaveThemAsCells) {
  const CsvTable table("a\n# b\n c \n", "t.csv");
  EXPECT_EQ(table.text(0, "a"), "# b");
  EXPECT_EQ(table.text(1, "a"), " c ");
}

TEST(CsvRecords, AQuoteIsRefusedAtTheLineOfItsFile) {
  const std::vector<unsigned> lines{4, 9};
  CsvRecords records("a\n\"b\n", "t.csv", CsvRecords::Form::kByHand, &lines);
  records.next();
  EXPECT_THAT(error_of([&] { records.next(); }), HasSubstr("t.csv:9: an unclosed quote"));
}

TEST(CsvCell, ReadsBackAsItself) {
  for (const std::string text : {"plain", "a,b", "say \"no\"", "two\nlines", "", "\"", "4 KiB"}) {
    const CsvTable table("head,x\n" + csv_cell(text) + ",1\n", "t.csv");
    EXPECT_EQ(table.text(0, "head"), text);
  }
  EXPECT_EQ(csv_cell("4 KiB"), "4 KiB") << "quotes only where they are needed";
}

}  // namespace
}  // namespace gf::core::csv_test
