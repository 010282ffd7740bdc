// SPDX-License-Identifier: Apache-2.0
// What help tells of a platform is what its runs give; options have one letter everywhere.
#include <regex>
#include <set>

#include "platforms/platform.h"
#include "sc_main/cli/command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::platform_help_test {
namespace {

TEST(Help, APlatformIsNoCommand) {
  const Captured run = exits(2, program({"torus"}));
  EXPECT_THAT(run.err, HasSubstr("torus is a platform: gpufabric run torus, or gpufabric help"));
  EXPECT_EQ(program({"help", "--json"}).code, 2);
}

TEST(Help, OfDefaultsAndOfHelp) {
  EXPECT_THAT(program({"help", "defaults"}).out, HasSubstr("GPUFABRIC_JOBS=4"));
  EXPECT_THAT(program({"help", "help"}).out, HasSubstr("Usage: gpufabric help"));
}

/// "  -j [ --jobs ] N": letters and the options that they stand for.
std::set<std::pair<std::string, std::string>> letters_in(const std::string& help) {
  static const std::regex kPair("\n  -([a-z]) \\[ --([a-z-]+) \\]");
  std::set<std::pair<std::string, std::string>> letters;
  for (std::sregex_iterator i(help.begin(), help.end(), kPair), end; i != end; ++i)
    letters.emplace((*i)[1], (*i)[2]);
  return letters;
}

TEST(Help, OptionsHaveOneLetterEverywhere) {
  // A command writes a directory or a file, so -o names the one that it has.
  const std::map<std::string, std::string> letter_of = {
      {"outdir", "o"}, {"output", "o"}, {"quiet", "q"}, {"verbose", "v"},
      {"jobs", "j"},   {"param", "p"},  {"help", "h"}};
  for (const app::Command& command : app::all_commands()) {
    const std::string help = program({"help", command.name}).out;
    const auto letters = letters_in(help);
    for (const auto& [option, letter] : letter_of) {
      // Without its letter it would stand as "  --quiet".
      EXPECT_THAT(help, testing::Not(HasSubstr("\n  --" + option + " "))) << command.name;
    }
    for (const auto& [letter, option] : letters) {
      // The sizes of predict --as all_reduce_perf have the letters of that tool.
      if (command.name == std::string("predict") &&
          std::string("bef").find(letter) != std::string::npos)
        continue;
      ASSERT_EQ(letter_of.count(option), 1u) << command.name << " --" << option;
      EXPECT_EQ(letter_of.at(option), letter) << command.name;
    }
  }
}

}  // namespace
}  // namespace gf::test::platform_help_test
