// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/command_line.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::app::command_line_test {
namespace {

using test::error_of;

/// A command with an operand, an option, a switch and parameters.
struct Sample {
  Sample() : line("demo", "PLATFORM [OPTIONS]", "Shows.") {
    line.takes_parameters = true;
    line.operand("PLATFORM", platform);
    line.add("outdir", outdir, "DIR", "where");
    line.add("quiet", quiet, "less");
    line.add("param,p", settings, "NAME=VALUE", "set");
  }
  bool parse(const Arguments& words) { return line.parse(words); }

  CommandLine line;
  std::string platform;
  std::string outdir;
  bool quiet = false;
  std::vector<std::string> settings;
};

TEST(CommandLine, UnknownOptionsBecomeParametersInOrder) {
  Sample sample;
  ASSERT_TRUE(
      sample.parse({"--graphs", "a.csv", "box", "-p", "x=1", "--tau=0.2", "--outdir", "d"}));
  EXPECT_EQ(sample.platform, "box");
  EXPECT_EQ(sample.outdir, "d");
  EXPECT_THAT(sample.settings, ElementsAre("graphs=a.csv", "x=1", "tau=0.2"));
  EXPECT_THAT(sample.line.parameter_names, ElementsAre("graphs", "tau"));
}

TEST(CommandLine, ValuesMayLookLikeAnything) {
  Sample sample;
  ASSERT_TRUE(
      sample.parse({"--graphs=", "--offset", "-5", "--quiet", "-p", "--x=1", "--outdir", "--odd"}));
  EXPECT_THAT(sample.settings, ElementsAre("graphs=", "offset=-5", "--x=1"));
  EXPECT_EQ(sample.outdir, "--odd");
  EXPECT_TRUE(sample.quiet);
}

TEST(CommandLine, OptionsAreNotGuessed) {
  Sample sample;
  ASSERT_TRUE(sample.parse({"--out", "d"}));
  EXPECT_THAT(sample.outdir, IsEmpty());
  EXPECT_THAT(sample.settings, ElementsAre("out=d"));
}

TEST(CommandLine, ErrorsNameTheCommandAndTheNearest) {
  EXPECT_THAT(error_of([] { (void)Sample().parse({"--quite"}); }),
              AllOf(HasSubstr("demo: unknown option \"--quite\""), HasSubstr("nearest: --quiet"),
                    HasSubstr("gpufabric help demo")));
  EXPECT_THAT(error_of([] { (void)Sample().parse({"-z"}); }), HasSubstr("-z"));
  EXPECT_THAT(error_of([] { (void)Sample().parse({"a", "b"}); }), HasSubstr("too many operands"));
  EXPECT_THAT(error_of([] { (void)Sample().parse({"--outdir"}); }), HasSubstr("outdir"));
  EXPECT_THAT(error_of([] { (void)Sample().parse({"--quiet=1"}); }), HasSubstr("quiet"));
}

TEST(CommandLine, HelpHasUsageOptionsAndExitCodes) {
  Sample sample;
  sample.line.examples = "  gpufabric demo box\n";
  sample.line.exits = {core::ExitCode::kBadInput};
  EXPECT_THAT(sample.line.help(),
              AllOf(HasSubstr("Usage: gpufabric demo PLATFORM [OPTIONS]"), HasSubstr("--outdir"),
                    HasSubstr("gpufabric demo box"), HasSubstr("  5    invalid input file")));
}

TEST(OptionValue, PutsTheOptionBeforeTheCause) {
  EXPECT_THAT(error_of([] {
                option_value("--stop-at", "5", [](const std::string&) -> int {
                  throw core::UserError(core::ExitCode::kUsage, "no unit");
                });
              }),
              "--stop-at: no unit");
}

}  // namespace
}  // namespace gf::app::command_line_test
