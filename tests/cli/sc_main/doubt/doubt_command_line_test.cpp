// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/doubt/doubt.cpp
#include "core/text/json.h"
#include "tests/support/doubt_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::doubt_command_line_test {
namespace {

TEST_F(DoubtTest, WhatIsSetStaysAndResultsCanBeChosen) {
  const Captured run =
      exits(0, doubt("d", {"-p", "nvlink.propagation=10 ns", "--of", "good*", "--json"}));
  const auto json = core::parse_json(run.out);
  EXPECT_EQ(json["results"].size(), 1u);
  EXPECT_THAT(file("d/doubt.csv"), Not(HasSubstr("nvlink.propagation")));
}

TEST_F(DoubtTest, BadCommandLinesRunNothing) {
  EXPECT_EQ(program({"doubt", "store_goodput", "--runs", "3"}).code, 2);
  EXPECT_EQ(program({"doubt", "store_goodputt"}).code, 2);
  EXPECT_EQ(doubt("d", {"--outdir", ""}).code, 2);
  EXPECT_EQ(doubt("d", {"-p", "nvlink.lanez=3"}).code, 2);
  EXPECT_EQ(doubt("/dev/null/x").code, 2);
  EXPECT_EQ(program({"reproduce", "proact.fig2", "--doubt", "--runs", "0"}).code, 2);
  EXPECT_FALSE(fs::exists(scratch_ / "store"));
}

TEST_F(DoubtTest, ResultsThatThereAreNotAreAnError) {
  EXPECT_THAT(exits(2, doubt("d", {"--of", "speed"})).err, HasSubstr("--of"));
  EXPECT_FALSE(fs::exists(scratch_ / "d"));
}

}  // namespace
}  // namespace gf::test::doubt_command_line_test
