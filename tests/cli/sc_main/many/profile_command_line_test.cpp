// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/profile.cpp
#include <cmath>

#include "core/text/json.h"
#include "tests/support/matchers.h"
#include "tests/support/profile_command.h"
#include "tests/support/program.h"

namespace gf::test::profile_command_line_test {
namespace {

using namespace profile_command;  // NOLINT: what these tests share

/// In microseconds, of `inline` with these words.
double time_of_run(std::vector<std::string> more) {
  const Words words =
      Words{"run", "proact", "--json", "--quiet"} +
      parameters({"gpus=2", "gpu.sms=4", "iterations=1", "workload=pagerank", "mechanism=inline"});
  const auto results = core::parse_json(program(words + more).out).at("results");
  return results.at("time").at("value").get<double>() * 1e6;
}

TEST(Profile, TheSeedIsThatOfTheRunHoweverItIsGiven) {
  const ScratchDirectory scratch;
  write_file(scratch / "seed.ini", "seed = 7\n");
  const double seventh = time_of_run({"--seed", "7"});
  EXPECT_GT(std::abs(seventh - time_of_run({})), 0.01);
  for (const auto& words :
       {std::vector<std::string>{"-p", "seed=7"}, {"--config", scratch / "seed.ini"}}) {
    std::vector<std::string> profile = {"--csv", "--mechanisms", "inline", "--out",
                                        scratch / "best.ini"};
    profile.insert(profile.end(), words.begin(), words.end());
    const auto rows = csv(program(small(scratch, profile)).out);
    EXPECT_NEAR(std::stod(rows.at(1).at(3)), seventh, 0.0006) << words[0];
    EXPECT_THAT(read_file(scratch / "best.ini"), HasSubstr("\nseed = 7\n"));
  }
}

TEST(Profile, SaysWhatIsWrong) {
  const ScratchDirectory scratch;
  const auto fails = [&](std::vector<std::string> more, const char* text) {
    const Captured run = program(small(scratch, std::move(more)));
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_THAT(run.err, HasSubstr(text));
  };
  fails({"--mechanisms", "best"}, "of memcpy, inline, p2p_loads, polling, cdp, hw");
  fails({"--chunks", "5 KiB"}, "powers of two, 4 KiB ... 16 MiB");
  fails({"--chunks", "16"}, "--chunks");
  fails({"--chunks", "64 KiB:16 KiB"}, "powers of two");
  fails({"--threads", "16:64"}, "powers of two, 32 ... 8192");
  fails({"--threads", "many"}, "32 ... 8192");
  fails({"-p", "mechanism=hw"}, "use --mechanisms");
  fails({"-p", "gpu.smz=4"}, "gpu.sms");
  fails({"-j", "0"}, "1 ... 4096");
  fails({"--within", "-1"}, "--within = -1: expected 0 ... 10000");
  fails({"--within", "nan"}, "expected 0 ... 10000");
  fails({"--out", ""}, "--out '': expected the name of a file");
  EXPECT_THAT(program({"profile", "pcie_t2"}).err, HasSubstr("pcie_t2 has no mechanisms"));
}

TEST(Profile, HelpNamesTheDefaults) {
  const Captured help = exits(0, program({"profile", "--help"}));
  EXPECT_THAT(help.out, AllOf(testing::ContainsRegex("default:[[:space:]]+inline,polling,cdp"),
                              HasSubstr("default: '4 KiB:16 MiB'"), HasSubstr("default: 32:8192"),
                              HasSubstr("Exit codes")));
}

}  // namespace
}  // namespace gf::test::profile_command_line_test
