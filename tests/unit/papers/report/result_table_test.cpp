// SPDX-License-Identifier: Apache-2.0
// Holds: core/text/fold.h
#include "papers/report/result_table.h"

#include <sstream>

#include "core/base/printable.h"
#include "core/text/fold.h"
#include "tests/support/matchers.h"

namespace gf::papers::report::result_table_test {
namespace {

Measurement row(const std::string& id, const std::string& quantity, double simulated) {
  return {id, quantity, Kind::kEmergent, 1.0, simulated, "ms", relative(0.1, "why"), "src", ""};
}

Measurement deviating(const std::string& id) {
  Measurement m = row(id, "quantity", 2);
  m.tolerance = in_range(1.9, 2.1, "pinned");
  m.deviation = "PCIE-7";
  return m;
}

Report report_of(std::vector<Measurement> measurements) {
  Report report;
  Entry entry;
  entry.experiment = {"p.e", "title", "[P20], Fig. 1", Experiment::Set::kQuick, {}};
  entry.experiment.paper = "P20";
  entry.result.measurements = std::move(measurements);
  entry.finished = true;
  report.entries = {entry};
  return report;
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) longest = std::max(longest, core::width_of(line));
  return longest;
}

TEST(ResultTable, AlignsCharactersNotBytes) {
  EXPECT_EQ(result_table(report_of({row("p.e", "0→1", 2), row("p.e.b", "plain", 1)})),
            "id    | quantity | published | simulated | unit |     error | tolerance | kind     | "
            "verdict\n"
            "------+----------+-----------+-----------+------+-----------+-----------+----------+-"
            "-------\n"
            "p.e   | 0→1      |         1 |         2 | ms   | +100.00 % |      10 % | emergent | "
            "fail\n"
            "p.e.b | plain    |         1 |         1 | ms   |   +0.00 % |      10 % | emergent | "
            "pass\n"
            "\n"
            "[P20] published numbers: 2; emergent and inside 1; calibrated 0; derived 0; exact 0; "
            "deviate 0; fail 1\n"
            "1 pass, 0 deviate, 1 fail, 0 info\n");
}

TEST(ResultTable, WithoutAllShowsOnlyWhatDeviatesOrFails) {
  const Report report =
      report_of({row("p.e.good", "q", 1), row("p.e.bad", "q", 2), deviating("p.e.known")});
  const std::string news = result_table(report, false);
  EXPECT_THAT(news, Not(HasSubstr("p.e.good")));
  EXPECT_THAT(news, HasSubstr("p.e.bad "));
  EXPECT_THAT(news, HasSubstr("p.e.known: deviation PCIE-7\n"));
  EXPECT_THAT(news, HasSubstr("1 pass, 1 deviate, 1 fail, 0 info\n"));
  EXPECT_THAT(result_table(report, true), HasSubstr("p.e.good"));
}

TEST(ResultTable, NothingToTellLeavesTheHeadlineAlone) {
  EXPECT_EQ(result_table(report_of({row("p.e", "q", 1)}), false),
            "[P20] published numbers: 1; emergent and inside 1; calibrated 0; derived 0; exact 0; "
            "deviate 0; fail 0\n"
            "1 pass, 0 deviate, 0 fail, 0 info\n");
}

TEST(ResultTable, FoldsTheQuantityWhereTheTableIsTooWide) {
  const Report report = report_of(
      {row("p.e.a", "the mean of the elapsed times of all communications of the graph", 1)});
  const std::string text = result_table(report, true, 110);
  EXPECT_THAT(text, HasSubstr("p.e.a | the mean of the elapsed "));
  EXPECT_THAT(text, HasSubstr("\n      | times of all "));
  EXPECT_LE(longest_line(text), 110u);
  EXPECT_GT(longest_line(result_table(report)), 110u);
}

TEST(ResultTable, NoLineIsLongerThanTheTerminal) {
  const Report report = report_of(
      {row("p.e.a", "the mean of the elapsed times of all communications of the graph", 1),
       failed("p.e.b", "q", "the run of this experiment ended with signal 11 and said nothing"),
       deviating("p.e.known")});
  for (std::size_t width = 40; width < 200; ++width)
    EXPECT_LE(longest_line(result_table(report, true, width)), width);
}

TEST(ResultTable, NarrowTerminalsGetLinesForEachRow) {
  EXPECT_THAT(result_table(report_of({row("p.e.a", "elapsed time", 2)}), true, 60),
              HasSubstr("fail: p.e.a\n"
                        "  elapsed time\n"
                        "  published 1 ms, simulated 2 ms, error +100.00 %, tolerance\n"
                        "  10 %, emergent\n"));
}

TEST(ResultTable, SaysWhyThereIsNoNumber) {
  Report report = report_of({failed("p.e", "q", "the worker ended with signal 11")});
  report.entries[0].finished = false;
  EXPECT_THAT(result_table(report), HasSubstr("\np.e: the worker ended with signal 11\n"));
  EXPECT_THAT(result_table(report), HasSubstr("interrupted: 1 of 1 experiments unfinished"));
}

TEST(Fold, BreaksAtSpacesAndKeepsLongWords) {
  EXPECT_THAT(core::fold("a bb ccc dddddd e", 5), ElementsAre("a bb", "ccc", "dddddd", "e"));
  EXPECT_THAT(core::fold("→→ →→", 5), ElementsAre("→→ →→"));
  EXPECT_THAT(core::fold("", 5), ElementsAre(""));
  EXPECT_EQ(core::folded("a bb ccc", 6, "  "), "a bb\n  ccc");
}

TEST(ResultTable, VerdictsHaveTheirTone) {
  const std::string table = result_table(report_of({row("p.e.a", "fine", 1), deviating("p.e.b")}));
  const std::string toned = with_toned_verdicts(table, true);
  EXPECT_THAT(toned, HasSubstr("| \033[32mpass\033[0m\n"));
  EXPECT_THAT(toned, HasSubstr("| \033[33mdeviates\033[0m\n"));
  EXPECT_THAT(with_toned_verdicts("fail: p.e.c\n  published 1\n", true),
              testing::StartsWith("\033[1;31mfail\033[0m: p.e.c\n"));
  EXPECT_EQ(with_toned_verdicts(table, false), table);
}

}  // namespace
}  // namespace gf::papers::report::result_table_test
