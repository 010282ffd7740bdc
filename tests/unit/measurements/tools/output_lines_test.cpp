// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/output_lines.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::papers::tools::output_lines_test {
namespace {

using test::error_of;

/// The only line of `text`.
OutputLines line(const char* text) {
  OutputLines lines(text, "f");
  EXPECT_TRUE(lines.next());
  return lines;
}

TEST(OutputLines, CountsLinesAndDropsTheirEnds) {
  OutputLines lines("a b\r\n\n c", "f");
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.line(), "a b");
  ASSERT_TRUE(lines.next());
  EXPECT_THAT(lines.words(), IsEmpty());
  ASSERT_TRUE(lines.next());
  EXPECT_THAT(lines.words(), ElementsAre("c"));
  EXPECT_EQ(lines.number(), 3U);
  lines.again();
  ASSERT_TRUE(lines.next());
  EXPECT_EQ(lines.number(), 3U);
  EXPECT_FALSE(lines.next());
}

TEST(OutputLines, TellsRowsFromForeignLines) {
  EXPECT_TRUE(line("64 1000 1.5").is_row(3));
  EXPECT_TRUE(line("64 1000").is_row(3)) << "cut off";
  EXPECT_TRUE(line("64").is_row(3));
  EXPECT_TRUE(line("6x4 1000 1.5").is_row(3)) << "a damaged first cell";
  EXPECT_TRUE(line("0 N/A 1.5").is_row(3));
  EXPECT_FALSE(line("2 total processes killed (some possibly by mpirun)").is_row(2));
  EXPECT_FALSE(line("node1:2392:2401 [7] NCCL INFO comm 0x7f rank 15 nranks 32").is_row(13));
  EXPECT_FALSE(line("\n").is_row(2));
}

TEST(OutputLines, NamesFileLineAndCell) {
  const OutputLines row = line("64 abc");
  Measured value;
  EXPECT_EQ(error_of([&] { row.must_have(3); }), "f:1: a row of 2 cells; expected 3 cells");
  EXPECT_EQ(error_of([&] { row.read(row.words()[1], "busbw", value); }),
            "f:1: busbw = \"abc\"; expected a number of 0 or more");
  for (const char* wrong : {"-1", "nan", "inf", "1.5GB/s", ""})
    EXPECT_THAT(error_of([&] { row.read(wrong, "busbw", value); }), HasSubstr("expected a number"));
  EXPECT_THAT(error_of([&] { (void)row.whole("1.5", "size"); }), HasSubstr("a whole number"));
}

TEST(OutputLines, KeepsTheDigits) {
  Measured value;
  line("26.30").read("26.30", "rate", value);
  EXPECT_EQ(value.value, 26.3);
  EXPECT_EQ(value.digits, "26.30");
}

}  // namespace
}  // namespace gf::papers::tools::output_lines_test
