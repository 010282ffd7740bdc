// SPDX-License-Identifier: Apache-2.0
// gpufabric sweep: one table of many runs, the same however it came about.
#include <csignal>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/text/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/sweep_command.h"

namespace gf::test::sweep_test {
namespace {

TEST_F(SweepTest, AGridIsAColumnAParameterAndALineAPoint) {
  const Captured run = exits(0, program(six("s")));
  const core::CsvTable all = table("s");
  ASSERT_EQ(all.rows(), 6u);
  EXPECT_EQ(all.head()[0], "bytes");
  EXPECT_EQ(all.head()[1], "fabric");
  EXPECT_EQ(all.head()[2], "seed");
  EXPECT_EQ(all.head().back(), "failure");
  EXPECT_EQ(all.text(1, "bytes"), "4 B");
  EXPECT_EQ(all.text(1, "fabric"), "nvlink");
  EXPECT_LT(all.number(0, "goodput"), all.number(4, "goodput")) << "large stores waste less";
  EXPECT_THAT(run.out, AllOf(HasSubstr("goodput"), HasSubstr("6 points, 0 of them failed")));
  EXPECT_THAT(read_file(scratch_ / "s/sweep.html"),
              AllOf(HasSubstr("goodput against bytes"), HasSubstr("</html>")));
}

TEST_F(SweepTest, APointHasTheResultsOfTheRun) {
  ASSERT_EQ(program(six("s")).code, 0);
  const Captured run =
      exits(0, program({"run", "store_goodput", "-p", "bytes=32 B", "-p", "fabric=nvlink",
                        "--outdir", scratch_ / "run", "--quiet"}));
  const std::string stats = read_file(scratch_ / "run/stats.json");
  const core::CsvTable all = table("s");
  EXPECT_EQ(all.text(3, "bytes") + all.text(3, "fabric"), "32 Bnvlink");
  EXPECT_THAT(stats, HasSubstr(all.text(3, "goodput").substr(0, 6)));
}

TEST_F(SweepTest, RangesHaveUnits) {
  exits(0, program({"sweep", "store_goodput", "-p", "bytes=16 B..64 B/lin:4", "--outdir",
                    scratch_ / "s"}));
  const core::CsvTable all = table("s");
  ASSERT_EQ(all.rows(), 4u);
  EXPECT_EQ(all.text(0, "bytes"), "16 B");
  EXPECT_EQ(all.text(1, "bytes"), "32 B");
  EXPECT_EQ(all.text(3, "bytes"), "64 B");
}

TEST_F(SweepTest, RandomPointsAreThoseOfTheSeed) {
  const auto draw = [&](const std::string& name, const char* seed) {
    EXPECT_EQ(program(six(name) + Words{"--design", "random:4", "--seed", seed}).code, 0);
    return csv(name);
  };
  const std::string first = draw("a", "5");
  EXPECT_EQ(first, draw("b", "5"));
  EXPECT_NE(first, draw("c", "6"));
  EXPECT_EQ(core::CsvTable(first, "a").rows(), 4u);
  EXPECT_EQ(core::CsvTable(first, "a").text(0, "seed"), "5");
}

TEST_F(SweepTest, AListIsADesign) {
  write_file(scratch_ / "points.csv", "fabric,bytes\nnvlink,8 B\npcie,64 B\n");
  const Words list = {"sweep",    "store_goodput",
                      "--design", "list:" + (scratch_ / "points.csv").string(),
                      "--outdir", scratch_ / "s"};
  ASSERT_EQ(program(list).code, 0);
  EXPECT_EQ(table("s").head()[0], "fabric");
  EXPECT_EQ(table("s").text(1, "bytes"), "64 B");
  EXPECT_EQ(program(list + Words{"-p", "bytes=4 B,8 B"}).code, 2);
  write_file(scratch_ / "points.csv", "fabric,bytes\nnvlink\n");
  EXPECT_THAT(exits(5, program(list)).err, HasSubstr("points.csv:2: 1 cells"));
  // The first point is looked at before anything is run, the others when they are.
  write_file(scratch_ / "points.csv", "stores,bytes\nx,8 B\n");
  EXPECT_THAT(program(list).err, HasSubstr("points.csv:2): expected an integer"));
  write_file(scratch_ / "points.csv", "\xEF\xBB\xBFstores,bytes\n9,8 B\n\nx,8 B\n");
  EXPECT_THAT(program(list).err, HasSubstr("points.csv:4): expected an integer"));
  fs::remove(scratch_ / "points.csv");
  EXPECT_EQ(program(list).code, 2);
}

TEST_F(SweepTest, RepeatsHaveSeedsFromTheFirstOn) {
  ASSERT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "--repeat", "2", "--seed",
                     "7", "--outdir", scratch_ / "s"})
                .code,
            0);
  EXPECT_THAT(table("s").numbers("seed"), ElementsAre(7, 8, 7, 8));
}

TEST_F(SweepTest, OfAnInputFileTheContentCountsNotItsName) {
  fs::current_path(scratch_.path());
  for (const char* name : {"e", "q"})  // one of them is a part of "file:", too
    write_file(scratch_ / name, program({"workloads", "--example"}).out);
  const Captured run = exits(0, program({"sweep", "nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4",
                                         "-p", "workload=file:e,file:q", "--outdir", "s"}));
  EXPECT_EQ(made().size(), 1u) << "they are the same run";
}

TEST_F(SweepTest, TriesItsDirectoryBeforeItRuns) {
  write_file(scratch_ / "file", "");
  fs::create_directories(scratch_ / "page/sweep.html");
  fs::create_directories(scratch_ / "part/sweep.csv.part");
  for (const auto& [name, says] : {std::pair("file/s", "--outdir"),
                                   {"page", "sweep.html"},
                                   {"part", "sweep.csv: the sweep cannot be written"}})
    for (const Words& more : {Words{}, Words{"--store", ""}, Words{"--hosts", ":"}}) {
      const Captured run = program(six(name) + more);
      EXPECT_EQ(run.code, 2) << name;
      EXPECT_THAT(run.err, HasSubstr(says));
      EXPECT_EQ(run.out, "") << "nothing came of it";
    }
  EXPECT_EQ(made().size(), 0u) << "nothing was run";
  EXPECT_FALSE(fs::exists(scratch_ / "page/sweep.csv.part"));
}

TEST_F(SweepTest, WithoutAStoreAWrongDirectoryCostsNothing) {
  write_file(scratch_ / "file", "");
  const Captured run = program({"sweep", "dragonfly", "-p", "measurement.period=10000000", "-p",
                                "load=0.1,0.2", "--store", "", "--outdir", scratch_ / "file/s"});
  EXPECT_EQ(run.code, 2) << "and not after the hours that these points take";
}

TEST_F(SweepTest, WhatCannotBeWrittenWholeIsTakenAway) {
  ASSERT_EQ(program(six("first")).code, 0);  // into the store, so that the next one only writes
  const Words limited = {"/bin/bash", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$@\"", "bash",
                         GF_PROGRAM};
  EXPECT_THAT(exits(2, capture(limited + six("s"))).err,
              HasSubstr("sweep.sqlite: the sweep cannot be written"));
  EXPECT_TRUE(fs::exists(scratch_ / "s/sweep.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch_ / "s"), fs::directory_iterator()), 1);
}

TEST_F(SweepTest, TheNameOfItsDirectoryIsShownAndNotObeyed) {
  EXPECT_THAT(exits(0, program(six("s\x1b[2J"))).out,
              AllOf(HasSubstr("s\\x1b[2J/sweep.csv"), Not(HasSubstr("\x1b"))));
  EXPECT_TRUE(fs::exists(scratch_ / "s\x1b[2J/sweep.csv"));
}

TEST_F(SweepTest, IsTheSameWhateverTheNumberOfJobs) {
  ASSERT_EQ(program(six("one") + Words{"-j", "1"}).code, 0);
  const auto before = made();
  ASSERT_EQ(program(six("two") + Words{"-j", "2", "--store", scratch_ / "other"}).code, 0);
  EXPECT_EQ(csv("one"), csv("two"));
  EXPECT_EQ(read_file(scratch_ / "one/sweep.sqlite"), read_file(scratch_ / "two/sweep.sqlite"));
  ASSERT_EQ(program(six("three") + Words{"-j", "2", "--store", ""}).code, 0);
  EXPECT_EQ(csv("one"), csv("three"));
  ASSERT_EQ(program(six("again")).code, 0);
  EXPECT_EQ(csv("one"), csv("again"));
  EXPECT_EQ(made(), before) << "no run was made twice";
  EXPECT_EQ(before.size(), 6u);
}

TEST_F(SweepTest, KilledAtAnyMomentItGoesOn) {
  ASSERT_EQ(program(six("whole") + Words{"--store", scratch_ / "other"}).code, 0);
  for (const std::size_t moment : {0, 1, 3, 5}) {
    fs::remove_all(store());
    core::ChildProcess sweep({Words{GF_PROGRAM} + six("s") + Words{"-j", "1"}, {}, {}, false});
    while (!sweep.ended() && made().size() < moment) ::usleep(1000);
    sweep.signal(SIGKILL);
    sweep.wait();
    const auto kept = made();
    EXPECT_GE(kept.size(), moment);
    ASSERT_EQ(program(six("s")).code, 0);
    EXPECT_EQ(csv("s"), csv("whole"));
    const auto now = made();
    EXPECT_EQ(now.size(), 6u);
    for (const auto& [run, time] : kept) EXPECT_EQ(now.at(run), time) << "it was made again";
  }
}

TEST_F(SweepTest, ADamagedRunIsMadeAgain) {
  ASSERT_EQ(program(six("s")).code, 0);
  const std::string whole = csv("s");
  for (const auto& [file, text] : {std::pair{"stats.json", "{"}, {"key.txt", "other"}}) {
    write_file(fs::path(store()) / "runs" / made().begin()->first / file, text);
    const Captured again = program(six("s"));
    EXPECT_EQ(again.code, 0) << file << again.err;
    EXPECT_EQ(csv("s"), whole);
  }
}

TEST_F(SweepTest, PointsThatFailAreNamedAndTheOthersKept) {
  const Captured run = exits(1, program({"sweep", "store_goodput", "-p", "bytes=4 B,5 bytes,8 B",
                                         "--outdir", scratch_ / "s"}));
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("gpufabric: bytes=5 bytes: "), Not(HasSubstr("bytes=4 B:"))));
  EXPECT_THAT(run.out, HasSubstr("3 points, 1 of them failed"));
  const core::CsvTable all = table("s");
  EXPECT_EQ(all.text(0, "failure"), "");
  EXPECT_GT(all.number(2, "goodput"), 0);
  EXPECT_EQ(all.text(1, "goodput"), "");
  EXPECT_THAT(all.text(1, "failure"), HasSubstr("5 bytes"));
  EXPECT_THAT(read_file(scratch_ / "s/sweep.html"), HasSubstr("Points that failed"));
}

TEST_F(SweepTest, AValueWithACommaStandsInQuotes) {
  const Captured run = program({"sweep", "pcie_t2", "-p",
                                "workload=\"all_to_all:order=xor,bytes=4 KiB\",ring:bytes=8 KiB",
                                "--outdir", scratch_ / "s"});
  EXPECT_THAT(csv("s"), HasSubstr("\n\"all_to_all:order=xor,bytes=4 KiB\",1,")) << run.err;
  EXPECT_THAT(csv("s"), HasSubstr("\nring:bytes=8 KiB,1,"));
}

TEST_F(SweepTest, EndsWhereAResultDiffersInItsLastDigits) {
  exits(0, program({"sweep", "store_goodput", "-p", "stores=200..390/lin:20", "--outdir",
                    scratch_ / "s"}));
  EXPECT_LT(fs::file_size(scratch_ / "s/sweep.html"), 1'000'000u);
}

TEST_F(SweepTest, ASignalTellsHowFarItCame) {
  core::ChildProcess sweep({{GF_PROGRAM, "sweep", "dragonfly", "-p", "measurement.period=1000000",
                             "-p", "load=0.1,0.2", "-j", "1", "--outdir", scratch_ / "s"},
                            {},
                            scratch_ / "err",
                            false});
  const auto begun = [&] {
    std::error_code none;
    for (const auto& work : fs::recursive_directory_iterator(scratch_ / "store/work", none))
      if (work.path().filename() == "stderr.txt") return true;
    return false;
  };
  while (!sweep.ended() && !begun()) ::usleep(10'000);
  sweep.signal(SIGTERM);
  sweep.wait();
  EXPECT_EQ(sweep.exit_code(), 143);
  EXPECT_THAT(read_file(scratch_ / "err"), HasSubstr("interrupted with 0 of 2 points"));
  EXPECT_FALSE(fs::exists(scratch_ / "s")) << "nothing empty is left";
}

}  // namespace
}  // namespace gf::test::sweep_test
