// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>

#include "core/text/json.h"
#include "tests/support/dry_run.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::run_facts_test {
namespace {

TEST_F(DryRun, DefaultsOfTheUserAreRecorded) {
  write_file(scratch_ / "config.ini", "[run]\noutdir = auto\nmax-wall = 1 h\n");
  setenv("GPUFABRIC_DEFAULTS", (scratch_ / "config.ini").c_str(), 1);
  EXPECT_EQ(program({"run", "store_goodput", "-q"}).code, 0);
  const auto record = core::parse_json(read_file("out/store_goodput-1/run.json"));
  ASSERT_EQ(record.at("defaults").size(), 2u);
  EXPECT_EQ(record.at("defaults")[0].at("option"), "outdir");
  EXPECT_THAT(record.at("defaults")[0].at("origin").get<std::string>(), HasSubstr("config.ini:2"));
  EXPECT_EQ(program({"run", "store_goodput", "-q", "--no-defaults"}).code, 0);
  EXPECT_FALSE(fs::exists("out/store_goodput-2"));
  write_file(scratch_ / "config.ini", "max-wall = soon\n");
  EXPECT_THAT(program({"run", "store_goodput"}).err,
              AllOf(HasSubstr("--max-wall: \"soon\""), HasSubstr("config.ini:1")));
  write_file(scratch_ / "config.ini", "[run]\nouddir = x\n");
  const Captured bad = exits(5, program({"run", "store_goodput"}));
  EXPECT_THAT(bad.err, HasSubstr("config.ini:2: \"ouddir\""));
}

TEST_F(DryRun, DefaultsReachNoRunThatIsKept) {
  setenv("GPUFABRIC_DEFAULTS", "", 1);
  setenv("XDG_CONFIG_HOME", scratch_.path().c_str(), 1);
  setenv("GPUFABRIC_MAX_WALL", "1 ms", 1);
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "-q"}).code, 0);
}

}  // namespace
}  // namespace gf::test::run_facts_test
