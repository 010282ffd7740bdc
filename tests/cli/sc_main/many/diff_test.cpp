// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fmt/format.h>

#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::diff_test {
namespace {

class DiffTest : public testing::Test {
 protected:
  std::string run(const std::string& name, const Words& more) const {
    exits(0, program(Words{"run", "store_goodput", "--quiet", "--outdir", scratch_ / name} + more));
    return scratch_ / name;
  }
  const ScratchDirectory scratch_;
};

TEST_F(DiffTest, ShowsWhatDiffersOnOneScreen) {
  const std::string a = run("a", {"-p", "bytes=4 B"});
  const std::string b = run("b", {"-p", "bytes=8 B", "-p", "nvlink.lanes=8"});
  const Captured diff = exits(0, program({"diff", a, b}));
  EXPECT_THAT(diff.out, testing::ContainsRegex("bytes +4 B +8 B\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("nvlink\\.lanes +16 +8\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("goodput +8\\.33333 % +16\\.6667 % +\\+100\\.00 %"));
  EXPECT_THAT(diff.out, Not(HasSubstr("\nfabric"))) << "what is the same is not shown";
  EXPECT_LT(lines_of(diff.out).size(), 24u);
}

TEST_F(DiffTest, SaysThatNothingDiffers) {
  const Captured diff = exits(0, program({"diff", run("a", {}), run("b", {})}));
  EXPECT_EQ(diff.out, "parameters: the same\n\nresults: the same\n");
}

TEST_F(DiffTest, ShowsWhatOneOfThemDoesNotHave) {
  const std::string a = run("a", {});
  exits(0, program({"run", "pcie_t2", "--workload", "ring:bytes=4 KiB", "--quiet", "--outdir",
                    scratch_ / "b"}));
  const Captured diff = exits(0, program({"diff", a, scratch_ / "b", "--all"}));
  EXPECT_THAT(diff.out, testing::ContainsRegex("bytes +4 B +-\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("goodput +8\\.33333 % +- *\n"));
}

TEST_F(DiffTest, OfAnInputFileTheContentCounts) {
  const auto graph = [&](const char* name, const char* bytes) {
    write_file(scratch_ / name / "g.csv",
               std::string("graph,src,dst,bytes,start_ns\na,0,1,") + bytes + ",0\n");
    const Captured run = exits(0, program({"run", "pcie_t2", "--graphs", scratch_ / name / "g.csv",
                                           "--quiet", "--outdir", scratch_ / name / "run"}));
    return (scratch_ / name / "run").string();
  };
  const std::string a = graph("a", "4096"), b = graph("b", "8192"), c = graph("c", "4096");
  EXPECT_THAT(program({"diff", a, b}).out,
              testing::ContainsRegex("graphs +inputs/g\\.csv, sha1 [0-9a-f]{12} +inputs/"));
  EXPECT_THAT(program({"diff", a, c}).out, HasSubstr("parameters: the same"));
}

TEST_F(DiffTest, ShowsWhichProgramsMadeThem) {
  const std::string a = run("a", {}), b = run("b", {});
  EXPECT_THAT(program({"diff", a, b}).out, Not(HasSubstr("revision")));
  std::string record = read_file(b + "/run.json");
  const std::string key = "\"revision\": \"";
  record.insert(record.find(key) + key.size(), "other-");
  write_file(b + "/run.json", record);
  EXPECT_THAT(program({"diff", a, b}).out, testing::ContainsRegex("program's revision +.*other-"));
}

TEST_F(DiffTest, ShowsTwentyRowsThatChangedMostUnlessAsked) {
  const auto with_results = [&](const char* name, int factor) {
    const std::string directory = run(name, {});
    std::string results;
    for (int i = 1; i <= 30; ++i)
      results += fmt::format(R"({}"r{}": {{"value": {}, "unit": "s"}})", i == 1 ? "" : ",", i,
                             100 + factor * i);
    write_file(directory + "/stats.json", R"({"results": {)" + results + "}}");
    return directory;
  };
  const std::string a = with_results("a", 0), b = with_results("b", -1);
  const Captured most = exits(0, program({"diff", a, b}));
  EXPECT_THAT(most.out, testing::ContainsRegex("---\nr30 .*\nr29 "));
  EXPECT_THAT(most.out, AllOf(HasSubstr("\nr11 "), Not(HasSubstr("\nr10 ")),
                              HasSubstr("\n... and 10 more (--all)\n")));
  const Captured all = program({"diff", "--all", a, b});
  EXPECT_THAT(all.out, AllOf(HasSubstr("\nr1 "), Not(HasSubstr("more"))));
}

TEST_F(DiffTest, NamesOfDirectoriesAreShownAndNotObeyed) {
  const std::string a = run(">a", {"-p", "bytes=4 B"});
  const std::string b = run("b\x1b[2J", {"-p", "bytes=8 B"});
  const Captured diff = exits(0, program({"diff", a, b}));
  EXPECT_THAT(diff.out, AllOf(HasSubstr("first: "), HasSubstr("/>a\n"), HasSubstr("second: "),
                              HasSubstr("b\\x1b[2J\n"), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(diff.out, testing::ContainsRegex("\nparameter +first +second\n"));
}

TEST_F(DiffTest, TellsWhatIsNoRun) {
  const std::string a = run("a", {});
  const Captured none = exits(2, program({"diff", a, scratch_ / "none"}));
  EXPECT_THAT(none.err, AllOf(HasSubstr("none: no run directory"), HasSubstr("--outdir")));
  const std::string b = run("b", {});
  write_file(b + "/stats.json", "{\"results\": ");
  const Captured damaged = exits(5, program({"diff", a, b}));
  EXPECT_THAT(damaged.err, HasSubstr("b/stats.json: is damaged: "));
  std::filesystem::remove(b + "/stats.json");
  EXPECT_EQ(program({"diff", a, b}).code, 5);
  for (const char* text : {"{", "{}", R"({"revision": "1", "inputs": [1]})"}) {
    const std::string d = run("d", {"--force"});
    write_file(d + "/run.json", text);
    const Captured record = program({"diff", a, d});
    EXPECT_EQ(record.code, 5) << text;
    EXPECT_THAT(record.err, HasSubstr("run.json: "));
    std::filesystem::remove_all(d);
  }
  const std::string c = run("c", {});
  write_file(c + "/config.resolved.ini", "bytes 4 B\n");
  const Captured config = exits(5, program({"diff", a, c}));
  EXPECT_THAT(config.err, HasSubstr("config.resolved.ini:1"));
  EXPECT_EQ(program({"diff", a}).code, 2);
  EXPECT_EQ(program({"diff"}).code, 2);
}

}  // namespace
}  // namespace gf::test::diff_test
