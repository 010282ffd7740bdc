// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::diff_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using Words = std::vector<std::string>;

class DiffTest : public testing::Test {
 protected:
  std::string run(const std::string& name, const Words& more) const {
    Words words = {"run", "store_goodput", "--quiet", "--outdir", scratch_ / name};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(program(words).code, 0);
    return scratch_ / name;
  }
  const ScratchDirectory scratch_;
};

TEST_F(DiffTest, ShowsWhatDiffersOnOneScreen) {
  const std::string a = run("a", {"-p", "bytes=4 B"});
  const std::string b = run("b", {"-p", "bytes=8 B", "-p", "nvlink.lanes=8"});
  const Captured diff = program({"diff", a, b});
  EXPECT_EQ(diff.code, 0) << diff.err;
  EXPECT_THAT(diff.out, testing::ContainsRegex("bytes +4 B +8 B\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("nvlink\\.lanes +16 +8\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("goodput +8\\.33333 % +16\\.6667 % +\\+100\\.00 %"));
  EXPECT_THAT(diff.out, Not(HasSubstr("\nfabric"))) << "what is the same is not shown";
  EXPECT_LT(lines_of(diff.out).size(), 24u);
}

TEST_F(DiffTest, SaysThatNothingDiffers) {
  const Captured diff = program({"diff", run("a", {}), run("b", {})});
  EXPECT_EQ(diff.code, 0);
  EXPECT_EQ(diff.out, "parameters: the same\n\nresults: the same\n");
}

TEST_F(DiffTest, ShowsWhatOneOfThemDoesNotHave) {
  const std::string a = run("a", {});
  const Captured other = program(
      {"run", "pcie_t2", "--workload", "ring:bytes=4 KiB", "--quiet", "--outdir", scratch_ / "b"});
  ASSERT_EQ(other.code, 0) << other.err;
  const Captured diff = program({"diff", a, scratch_ / "b"});
  EXPECT_EQ(diff.code, 0);
  EXPECT_THAT(diff.out, testing::ContainsRegex("bytes +4 B +-\n"));
  EXPECT_THAT(diff.out, testing::ContainsRegex("goodput +8\\.33333 % +- *\n"));
}

TEST_F(DiffTest, TellsWhatIsNoRun) {
  const std::string a = run("a", {});
  const Captured none = program({"diff", a, scratch_ / "none"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, AllOf(HasSubstr("none: no run directory"), HasSubstr("--outdir")));
  const std::string b = run("b", {});
  write_file(b + "/stats.json", "{\"results\": ");
  const Captured damaged = program({"diff", a, b});
  EXPECT_EQ(damaged.code, 5);
  EXPECT_THAT(damaged.err, HasSubstr("b: unreadable stats.json"));
  std::filesystem::remove(b + "/stats.json");
  EXPECT_EQ(program({"diff", a, b}).code, 5);
  const std::string c = run("c", {});
  write_file(c + "/config.resolved.ini", "bytes 4 B\n");
  const Captured config = program({"diff", a, c});
  EXPECT_EQ(config.code, 5);
  EXPECT_THAT(config.err, HasSubstr("config.resolved.ini:1"));
  EXPECT_EQ(program({"diff", a}).code, 2);
  EXPECT_EQ(program({"diff"}).code, 2);
}

}  // namespace
}  // namespace gf::test::diff_test
