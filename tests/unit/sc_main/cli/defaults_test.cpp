// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/defaults.h"

#include <cstdlib>

#include "core/base/error.h"
#include "sc_main/cli/command_line.h"
#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::app::defaults_test {
namespace {

using test::error_of;

/// "jobs=4 from GPUFABRIC_JOBS", ...
std::vector<std::string> texts(const std::vector<OptionDefault>& defaults) {
  std::vector<std::string> texts;
  for (const OptionDefault& one : defaults)
    texts.push_back(one.option + "=" + one.value + " from " + one.origin);
  return texts;
}

class DefaultsTest : public testing::Test {
 protected:
  DefaultsTest() {
    for (const char* name : {"STORE", "QUIET", "JOBS", "RUN_MAX_WALL"})
      unsetenv((std::string("GPUFABRIC_") + name).c_str());
    setenv("GPUFABRIC_DEFAULTS", file().c_str(), 1);
  }
  [[nodiscard]] std::string file() const { return scratch_ / "config.ini"; }
  void write(const std::string& text) const { test::write_file(file(), text); }
  test::ScratchDirectory scratch_;
};

TEST_F(DefaultsTest, CommandsBeforeAllAndEnvironmentBeforeFile) {
  write("jobs = 4\nquiet = true\n[run]\noutdir = auto\nmax-wall = 1 h\n[sweep]\njobs = 8\n");
  setenv("GPUFABRIC_QUIET", "false", 1);
  setenv("GPUFABRIC_RUN_MAX_WALL", "2 h", 1);
  EXPECT_THAT(texts(defaults_of("run")),
              testing::ElementsAre(
                  "quiet=false from GPUFABRIC_QUIET", "max-wall=2 h from GPUFABRIC_RUN_MAX_WALL",
                  "outdir=auto from " + file() + ":4", "max-wall=1 h from " + file() + ":5",
                  "jobs=4 from " + file() + ":1", "quiet=true from " + file() + ":2"));
  EXPECT_THAT(texts(defaults_of("sweep"))[1], "jobs=8 from " + file() + ":7");
}

TEST_F(DefaultsTest, TheUsualPlaceMayBeEmpty) {
  setenv("GPUFABRIC_DEFAULTS", "", 1);
  setenv("XDG_CONFIG_HOME", scratch_.path().c_str(), 1);
  EXPECT_THAT(defaults_of("run"), IsEmpty());
  test::write_file(scratch_ / "gpufabric" / "config.ini", "color = never\n");
  EXPECT_THAT(texts(defaults_of("run")),
              testing::ElementsAre(HasSubstr("color=never from " + scratch_.path().string())));
  setenv("XDG_CONFIG_HOME", "", 1);
  setenv("HOME", "/h", 1);
  EXPECT_EQ(defaults_file(), "/h/.config/gpufabric/config.ini");
}

TEST_F(DefaultsTest, NoneSwitchesAllOff) {
  setenv("GPUFABRIC_JOBS", "3", 1);
  setenv("GPUFABRIC_DEFAULTS", "none", 1);
  EXPECT_THAT(defaults_of("sweep"), IsEmpty());
}

TEST_F(DefaultsTest, ErrorsNameFileAndLine) {
  const auto error = [this](const std::string& text) {
    write(text);
    return error_of([] { (void)defaults_of("run"); });
  };
  EXPECT_THAT(error("# mine\njosb = 4\n"),
              AllOf(HasSubstr(file() + ":2: \"josb\" is no option"), HasSubstr("nearest: jobs")));
  EXPECT_THAT(error("[rnu]\njobs = 4\n"),
              AllOf(HasSubstr(":2: no command [rnu]"), HasSubstr("nearest: run")));
  EXPECT_THAT(error("seed = 7\n"), HasSubstr(":1: \"seed\" is no option that can have a default"));
  EXPECT_THAT(error("outdir = here\n"), AllOf(HasSubstr(":1: outdir means"), HasSubstr("[run]")));
  setenv("GPUFABRIC_DEFAULTS", (scratch_ / "gone.ini").c_str(), 1);
  EXPECT_THAT(error_of([] { (void)defaults_of("run"); }), HasSubstr("gone.ini"));
}

/// A command line with some of the options that may have defaults.
struct Sample {
  Sample() : line("run", "[OPTIONS]", "Shows.") {
    line.add("jobs,j", jobs, "N", "n");
    line.add("quiet,q", quiet, "less");
    line.add("verbose,v", verbose, "more");
    line.add("outdir,o", outdir, "DIR", "where").bare = "auto";
  }
  CommandLine line;
  unsigned jobs = 1;
  bool quiet = false;
  bool verbose = false;
  std::string outdir;
};

TEST_F(DefaultsTest, FillInWhatTheCommandLineDoesNotSay) {
  write("jobs = 4\nquiet = true\nstore = /s\n");
  Sample sample;
  ASSERT_TRUE(sample.line.parse({"-j", "2"}));
  EXPECT_EQ(sample.jobs, 2);
  EXPECT_TRUE(sample.quiet);
  EXPECT_TRUE(is_default("quiet"));
  EXPECT_FALSE(is_default("jobs"));
  EXPECT_FALSE(is_default("store"));  // the command has no such option
}

TEST_F(DefaultsTest, GiveWayToTheirOpposite) {
  write("quiet = true\n");
  Sample sample;
  ASSERT_TRUE(sample.line.parse({"-v"}));
  EXPECT_TRUE(sample.verbose);
  EXPECT_FALSE(sample.quiet);
}

TEST_F(DefaultsTest, CanBeLeftOut) {
  write("jobs = 4\n");
  Sample sample;
  ASSERT_TRUE(sample.line.parse({"--no-defaults"}));
  EXPECT_EQ(sample.jobs, 1);
  EXPECT_FALSE(is_default("jobs"));
}

TEST_F(DefaultsTest, AValueThatIsRefusedTellsWhereItIsFrom) {
  write("[run]\njobs = many\n");
  const std::string error = error_of([] { (void)Sample().line.parse({}); });
  EXPECT_THAT(with_origins(error),
              AllOf(HasSubstr("many"), HasSubstr("; --jobs is from " + file() + ":2")));
}

TEST_F(DefaultsTest, ABareOptionHasItsValue) {
  write("");
  for (const Arguments& words :
       {Arguments{"-o"}, {"--outdir"}, {"-o", "-q"}, {"--outdir", "--quiet"}, {"-q", "-o"}}) {
    Sample sample;
    ASSERT_TRUE(sample.line.parse(words));
    EXPECT_EQ(sample.outdir, "auto");
  }
  Sample sample;
  ASSERT_TRUE(sample.line.parse({"-o", "here", "-q"}));
  EXPECT_EQ(sample.outdir, "here");
}

TEST_F(DefaultsTest, HelpNamesThemAll) {
  for (const DefaultableOption& option : defaultable_options())
    EXPECT_THAT(defaults_help(), HasSubstr("\n  " + option.name + " "));
}

}  // namespace
}  // namespace gf::app::defaults_test
