// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/sweep_command.h"

namespace gf::test::sweep_design_test {
namespace {

TEST_F(SweepTest, TheFirstSeedIsThatOfTheRunHoweverItIsGiven) {
  write_file(scratch_ / "seed.ini", "seed = 7\n");
  const Words words = {"sweep", "store_goodput", "-p",          "bytes=4 B,8 B", "--repeat",
                       "2",     "--outdir",      scratch_ / "s"};
  for (const Words& seed :
       {Words{"-p", "seed=7"}, {"--config", scratch_ / "seed.ini"}, {"--seed", "7"}}) {
    exits(0, program(words + seed));
    EXPECT_THAT(table("s").numbers("seed"), ElementsAre(7, 8, 7, 8)) << seed[0];
  }
  EXPECT_EQ(program(words + Words{"-p", "seed=7", "--seed", "1e3"}).code, 0);
  EXPECT_THAT(table("s").numbers("seed"), ElementsAre(1000, 1001, 1000, 1001));
}

TEST_F(SweepTest, TheSeedIsNoAxis) {
  write_file(scratch_ / "points.csv", "bytes,seed\n4 B,1\n8 B,2\n");
  for (const Words& axis : {Words{"-p", "seed=1,2"}, Words{"-p", "see?=1..9/lin:3"},
                            Words{"--design", "list:" + (scratch_ / "points.csv").string()}}) {
    const Captured run =
        program(Words{"sweep", "store_goodput", "--outdir", scratch_ / "s"} + axis);
    EXPECT_EQ(run.code, 2) << axis[1];
    EXPECT_THAT(run.err, HasSubstr("use --repeat N"));
  }
}

TEST_F(SweepTest, OfAGlobAndANameTheLastOneWins) {
  const auto rates = [&](const Words& settings) {
    exits(0, program(Words{"sweep", "store_goodput", "-p", "fabric=nvlink", "--outdir",
                           scratch_ / "s"} +
                     settings));
    return table("s").numbers("payload_rate");
  };
  const auto name_last = rates({"-p", "*.lanes=8,16", "-p", "nvlink.lanes=4"});
  ASSERT_EQ(name_last.size(), 2u);
  EXPECT_EQ(name_last[0], name_last[1]) << "both have 4 lanes";
  EXPECT_EQ(made().size(), 1u);
  const auto glob_last = rates({"-p", "nvlink.lanes=4", "-p", "*.lanes=8,16"});
  ASSERT_EQ(glob_last.size(), 2u);
  EXPECT_LT(name_last[0], glob_last[0]);
  EXPECT_LT(glob_last[0], glob_last[1]);
}

TEST_F(SweepTest, HelpNamesHowItMayEnd) {
  EXPECT_THAT(program({"sweep", "--help"}).out, AllOf(HasSubstr("\n  1 "), HasSubstr("\n  5 ")));
}

TEST_F(SweepTest, SaysWhatMakesNone) {
  const auto fails = [&](const Words& words, const std::string& text) {
    const Captured run =
        program(Words{"sweep", "store_goodput", "--outdir", scratch_ / "s"} + words);
    EXPECT_EQ(run.code, 2) << text;
    EXPECT_THAT(run.err, HasSubstr(text));
    EXPECT_FALSE(fs::exists(scratch_ / "s"));
  };
  fails({}, "nothing to sweep");
  fails({"-p", "bytes=4 B"}, "nothing to sweep");
  fails({"-p", "bytes=4 B,,8 B"}, "-p bytes = 4 B,,8 B: expected A,B,C or FROM..TO/log:N");
  fails({"-p", "bytes=4 B..8 KiB/log:3"}, "give both ends in the same unit");
  fails({"-p", "bytes=4 B..8 B"}, "add /log:5 or /lin:5");
  fails({"-p", "bites=4 B,8 B"}, "bytes");
  fails({"-p", "bytes=4 B,8 B", "-p", "bytes=16 B,32 B"}, "bytes has values twice");
  fails({"-p", "bytes=4 B,8 B", "-p", "bytes=16 B"}, "bytes has values twice");
  fails({"-p", "bytes=4 B,8 B", "--design", "best"}, "grid, random:N or list:FILE");
  fails({"-p", "bytes=4 B,8 B", "--design", "random:0"}, "random:N");
  fails({"-p", "bytes=4 B,8 B", "--repeat", "0"}, "1 ... 100000");
  fails({"-p", "bytes=4 B,8 B", "-j", "0"}, "1 ... 4096");
  fails({"-p", "bytes=4 B,8 B", "--only", "2"}, "0 ... 1");
  fails({"-p", "bytes=4 B,8 B", "--hosts", ":", "--slurm"}, "exclude each other");
  fails({"-p", "bytes=4 B,8 B", "--hosts", ":", "--store", ""}, "give --store DIR");
  fails({"-p", "bytes=4 B,8 B", "--slurm", "--store", ""}, "give --store DIR");
  EXPECT_EQ(program({"sweep"}).code, 2);
  const Captured outdir =
      exits(2, program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "--outdir", ""}));
  EXPECT_THAT(outdir.err, HasSubstr("--outdir"));
}

}  // namespace
}  // namespace gf::test::sweep_design_test
