// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/text/schedule_text.h"

#include <gmock/gmock.h>

#include "tests/support/errors.h"
#include "workloads/schedule/inputs/schedule_file.h"

namespace gf::model::schedule_text_test {
namespace {

std::string expand(const std::string& text, const std::string& values = "") {
  return expand_schedule(text, "a.sched", values, 4).csv;
}
std::string wrong(const std::string& text, const std::string& values = "") {
  return test::error_of([&] { expand(text, values); });
}

TEST(ScheduleText, LoopsAndConditionsMakeLines) {
  const std::string text =
      "# a comment\n"
      "param n = devices\n"
      "\n"
      "graph,src,dst,bytes\n"
      "for i in 0..n - 1\n"
      "  if i != 2\n"
      "    g,{i},{(i + 1) % n},{1 KiB * i}\n"
      "  end\n"
      "end\n";
  const ExpandedSchedule made = expand_schedule(text, "a.sched", "", 4);
  EXPECT_EQ(made.csv, "graph,src,dst,bytes\ng,0,1,0\ng,1,2,1024\ng,3,0,3072\n");
  EXPECT_THAT(made.lines, testing::ElementsAre(4, 7, 7, 7));
}

TEST(ScheduleText, ParametersAreWhatTheUserSays) {
  const std::string text = "param n = 2\nparam size = n * 8\nx{n} {size}\n";
  EXPECT_EQ(expand(text), "x2 16\n");
  EXPECT_EQ(expand(text, "n=3"), "x3 24\n");
  EXPECT_EQ(expand(text, "n=devices, size = 1 MiB"), "x4 1048576\n");
  EXPECT_THAT(wrong(text, "m=3"), testing::HasSubstr("n, size"));
  EXPECT_THAT(wrong(text, "n=1/0"), testing::HasSubstr("a division by 0"));
}

TEST(ScheduleText, AnEmptyRangeMakesNothing) { EXPECT_EQ(expand("for i in 1..0\nx\nend\n"), ""); }

TEST(ScheduleText, ARangeMayEndAtTheLargestNumber) {
  EXPECT_EQ(expand("for i in 9223372036854775806..9223372036854775807\n{i}\nend\n"),
            "9223372036854775806\n9223372036854775807\n");
}

TEST(ScheduleText, NamesTheLineThatIsWrong) {
  EXPECT_THAT(wrong("x\nfor i in 0..1\n"), testing::HasSubstr("a.sched:2: a for or an if"));
  EXPECT_THAT(wrong("x\nend\n"), testing::HasSubstr("a.sched:2: an end without a for or if"));
  EXPECT_THAT(wrong("for i in 0\nend\n"), testing::HasSubstr("for NAME in FIRST..LAST"));
  EXPECT_THAT(wrong("x\n{k}\n"), testing::HasSubstr("a.sched:2: in 'k': unknown name k"));
  EXPECT_THAT(wrong("{1\n"), testing::HasSubstr("a { without }"));
  EXPECT_THAT(wrong("param devices = 3\n"), testing::HasSubstr("not devices"));
  EXPECT_THAT(wrong("if 1\nparam n = 3\nend\n"), testing::HasSubstr("a.sched:2"));
  EXPECT_THAT(wrong("param i = 1\nfor i in 0..1\nend\n"),
              testing::HasSubstr("i is already in use"));
  EXPECT_THAT(wrong("for i in 0..1 << 40\nend\n"), testing::HasSubstr("4194304 passes"));
}

TEST(ScheduleText, LinesAndPassesAreLimited) {
  const auto with = [](const std::string& text) {
    return expand_schedule(text, "a.sched", "", 4, 6).lines.size();
  };
  const std::string passes = "for i in 0..1\nfor j in 0..1\nend\nend\n";
  EXPECT_EQ(with(passes), 0u);
  EXPECT_THAT(test::error_of([&] { with(passes + "for i in 0..0\nend\n"); }),
              testing::HasSubstr("a.sched:5: too many loop passes"));
  const std::string lines = "for i in 0..1\nx\nx\nx\nend\n";
  EXPECT_EQ(with(lines), 6u);
  EXPECT_THAT(test::error_of([&] { with(lines + "x\n"); }),
              testing::HasSubstr("a.sched:6: more than 6 lines"));
}

TEST(ScheduleText, AFileIsNamedWithItsValues) {
  const ScheduleName name = schedule_name("d/ring.sched:n=8,bytes=1 MiB");
  EXPECT_EQ(name.file, "d/ring.sched");
  EXPECT_EQ(name.values, "n=8,bytes=1 MiB");
  EXPECT_EQ(schedule_name("a:b.csv").file, "a:b.csv");
  EXPECT_EQ(file_of_schedule("ring.sched"), "ring.sched");
}

TEST(ScheduleText, TheExampleIsAReduceScatterOnARing) {
  const std::string file = GF_SOURCE_DIR "/docs/examples/ring.sched";
  const Schedule ring = read_schedule_file(file + ":n=4,bytes=4 KiB").at(0);
  EXPECT_EQ(ring.tasks.size(), 2u * 3 * 4);
  EXPECT_EQ(ring.tasks[0].bytes.count(), 1024u);
  EXPECT_THAT(test::error_of([&] { read_schedule_file(file + ":n=9", 8); }),
              testing::HasSubstr("ring.sched:8: dst = '8'"));
}

}  // namespace
}  // namespace gf::model::schedule_text_test
