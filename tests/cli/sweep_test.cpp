// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/many/sweep* sc_main/cli/whole_file.h sc_main/many/command_runs.h sc_main/run/run_facts.h
// gpufabric sweep: one table of many runs, the same however it came about.
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <gmock/gmock.h>
#include <map>
#include <unistd.h>

#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "core/text/csv.h"
#include "tests/support/program.h"

namespace gf::test::sweep_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
/// A store and a directory of its own for each case.
class SweepTest : public testing::Test {
 protected:
  SweepTest() { ::setenv("GPUFABRIC_STORE", store().c_str(), 1); }
  std::string store() const { return scratch_ / "store"; }
  std::string csv(const std::string& name) const {
    return read_file(scratch_ / name / "sweep.csv");
  }
  core::CsvTable table(const std::string& name) const { return {csv(name), "sweep.csv"}; }
  /// Six points of some 0.1 s each.
  Words six(const std::string& outdir) const {
    return {"sweep", "store_goodput",      "-p",       "bytes=4 B,32 B,128 B",
            "-p",    "fabric=pcie,nvlink", "--outdir", scratch_ / outdir};
  }
  /// When each run of the store was made.
  std::map<std::string, fs::file_time_type> made() const {
    std::map<std::string, fs::file_time_type> times;
    std::error_code none;
    for (const auto& run : fs::directory_iterator(scratch_ / "store/runs", none))
      times[run.path().filename()] = fs::last_write_time(run.path() / "stats.json");
    return times;
  }
  const ScratchDirectory scratch_;
};

TEST_F(SweepTest, AGridIsAColumnAParameterAndALineAPoint) {
  const Captured run = program(six("s"));
  ASSERT_EQ(run.code, 0) << run.err;
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
  const Captured run = program({"run", "store_goodput", "-p", "bytes=32 B", "-p", "fabric=nvlink",
                                "--outdir", scratch_ / "run", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::string stats = read_file(scratch_ / "run/stats.json");
  const core::CsvTable all = table("s");
  EXPECT_EQ(all.text(3, "bytes") + all.text(3, "fabric"), "32 Bnvlink");
  EXPECT_THAT(stats, HasSubstr(all.text(3, "goodput").substr(0, 6)));
}

TEST_F(SweepTest, RangesHaveUnits) {
  const Captured run = program(
      {"sweep", "store_goodput", "-p", "bytes=16 B..64 B/lin:4", "--outdir", scratch_ / "s"});
  ASSERT_EQ(run.code, 0) << run.err;
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
  const Captured bad = program(list);
  EXPECT_EQ(bad.code, 5);
  EXPECT_THAT(bad.err, HasSubstr("points.csv:2: 1 cells"));
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

TEST_F(SweepTest, TheFirstSeedIsThatOfTheRunHoweverItIsGiven) {
  write_file(scratch_ / "seed.ini", "seed = 7\n");
  const Words words = {"sweep", "store_goodput", "-p",          "bytes=4 B,8 B", "--repeat",
                       "2",     "--outdir",      scratch_ / "s"};
  for (const Words& seed :
       {Words{"-p", "seed=7"}, {"--config", scratch_ / "seed.ini"}, {"--seed", "7"}}) {
    const Captured run = program(words + seed);
    ASSERT_EQ(run.code, 0) << run.err;
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
    const Captured run =
        program(Words{"sweep", "store_goodput", "-p", "fabric=nvlink", "--outdir", scratch_ / "s"} +
                settings);
    EXPECT_EQ(run.code, 0) << run.err;
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

TEST_F(SweepTest, OfAnInputFileTheContentCountsNotItsName) {
  fs::current_path(scratch_.path());
  for (const char* name : {"e", "q"})  // one of them is a part of "file:", too
    write_file(scratch_ / name, program({"workloads", "--example"}).out);
  const Captured run = program({"sweep", "nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4", "-p",
                                "workload=file:e,file:q", "--outdir", "s"});
  EXPECT_EQ(run.code, 0) << run.err;
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
  const Captured full = capture(limited + six("s"));
  EXPECT_EQ(full.code, 2);
  EXPECT_THAT(full.err, HasSubstr("sweep.html: the sweep cannot be written"));
  EXPECT_TRUE(fs::exists(scratch_ / "s/sweep.csv"));
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch_ / "s"), fs::directory_iterator()), 1);
}

TEST_F(SweepTest, TheNameOfItsDirectoryIsShownAndNotObeyed) {
  const Captured run = program(six("s\x1b[2J"));
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("s\\x1b[2J/sweep.csv"), Not(HasSubstr("\x1b"))));
  EXPECT_TRUE(fs::exists(scratch_ / "s\x1b[2J/sweep.csv"));
}

TEST_F(SweepTest, HelpNamesHowItMayEnd) {
  EXPECT_THAT(program({"sweep", "--help"}).out, AllOf(HasSubstr("\n  1 "), HasSubstr("\n  5 ")));
}

TEST_F(SweepTest, IsTheSameWhateverTheNumberOfJobs) {
  ASSERT_EQ(program(six("one") + Words{"-j", "1"}).code, 0);
  const auto before = made();
  ASSERT_EQ(program(six("two") + Words{"-j", "2", "--store", scratch_ / "other"}).code, 0);
  EXPECT_EQ(csv("one"), csv("two"));
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
  const Captured run = program(
      {"sweep", "store_goodput", "-p", "bytes=4 B,5 bytes,8 B", "--outdir", scratch_ / "s"});
  EXPECT_EQ(run.code, 1);
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
      program({"sweep", "store_goodput", "-p", "bytes=4 B,8 B", "--outdir", ""});
  EXPECT_EQ(outdir.code, 2);
  EXPECT_THAT(outdir.err, HasSubstr("--outdir"));
}

TEST_F(SweepTest, EndsWhereAResultDiffersInItsLastDigits) {
  const Captured run = program({"sweep", "store_goodput", "-p", "stores=200..390/lin:20",
                                "--outdir", scratch_ / "s"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_LT(fs::file_size(scratch_ / "s/sweep.html"), 1'000'000u);
}

TEST_F(SweepTest, NoControlCharacterReachesAnExecutor) {
  fs::current_path(scratch_.path());
  const std::string harm = "y\ntouch pwned\n";
  const auto refuses = [&](const Words& words, const std::string& field) {
    const Captured run = program(Words{"sweep", "store_goodput", "-p", "bytes=4 B,8 B"} + words);
    EXPECT_EQ(run.code, 2) << field;
    EXPECT_THAT(run.err, AllOf(HasSubstr("gpufabric: " + field + " = "),
                               HasSubstr("no control character"), HasSubstr("could take \\x0a")));
    EXPECT_TRUE(fs::is_empty(scratch_.path())) << field;
  };
  for (const Words& executor : {Words{"--hosts", ":"}, Words{"--slurm"}}) {
    refuses(executor + Words{"-p", "fabric=pcie,\"nvlink\ntouch pwned\n\""}, "-p");
    refuses(executor + Words{"--outdir", harm}, "--outdir");
    refuses(executor + Words{"--store", harm}, "--store");
    refuses(executor + Words{"--config", harm}, "--config");
  }
  refuses({"--hosts", ":" + harm}, "--hosts");
  fs::current_path("/");
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

/// Of this machine, so that ~/.parallel is left alone.
class ParallelTest : public SweepTest {
 protected:
  void SetUp() override {
    if (!core::find_program("parallel")) GTEST_SKIP() << "no GNU parallel (Debian: parallel)";
    ::setenv("PARALLEL_HOME", (scratch_ / "parallel").c_str(), 1);
    fs::create_directories(scratch_ / "parallel");
  }
};

TEST_F(ParallelTest, MakesThePointsAndTheSameTable) {
  ASSERT_EQ(program(six("pool") + Words{"--store", scratch_ / "other"}).code, 0);
  const Captured run = program(six("hosts") + Words{"--hosts", ":", "-j", "2", "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err << read_file(scratch_ / "hosts/sweep.log");
  EXPECT_EQ(csv("hosts"), csv("pool"));
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << read_file(scratch_ / "hosts/sweep.log");
  EXPECT_EQ(made().size(), 6u);
}

TEST_F(ParallelTest, WordsReachThePointsAsTheyWere) {
  fs::create_directories(scratch_ / "it's here {}");
  fs::current_path(scratch_ / "it's here {}");
  write_file(fs::current_path() / "points $1.csv", "bytes\n4 B\n8 B\n");
  const Captured run =
      program({"sweep", "store_goodput", "--design", "list:points $1.csv", "-p", "fabric=nvlink",
               "--seed", "3", "--store", "a store", "--outdir", "out put", "--hosts", ":", "-j2"});
  EXPECT_EQ(run.code, 0) << run.err << read_file("out put/sweep.log");
  EXPECT_THAT(run.err, Not(HasSubstr("were made here"))) << read_file("out put/sweep.log");
  EXPECT_THAT(read_file("out put/sweep.csv"), HasSubstr("\n8 B,3,"));
}

TEST_F(ParallelTest, AFailingPointIsNamedAndTheOthersKept) {
  const Words words = {"sweep",    "store_goodput", "-p",      "bytes=4 B,5 bytes",
                       "--outdir", scratch_ / "s",  "--hosts", ":"};
  const Captured run = program(words);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("gpufabric: bytes=5 bytes: "));
  EXPECT_EQ(made().size(), 1u);
}

/// Processes with `text` in their command line, zombies aside.
std::size_t processes_with(const std::string& text) {
  std::size_t count = 0;
  for (const auto& process : fs::directory_iterator("/proc"))
    if (read_file(process.path() / "cmdline").find(text) != std::string::npos) ++count;
  return count;
}

TEST_F(ParallelTest, ASignalEndsWhatItBegan) {
  core::ChildProcess sweep(
      {{GF_PROGRAM, "sweep", "dragonfly", "-p", "measurement.period=1000000", "-p",
        "load=0.1,0.2,0.3,0.4", "-j", "2", "--outdir", scratch_ / "s", "--hosts", ":"},
       {},
       scratch_ / "err",
       false});
  while (!sweep.ended() && processes_with(store() + "/work") < 2) ::usleep(10'000);
  sweep.signal(SIGTERM);
  sweep.wait();
  EXPECT_EQ(sweep.exit_code(), 143) << read_file(scratch_ / "err");
  for (int i = 0; i < 10'000 && processes_with(store()) > 0; ++i) ::usleep(10'000);
  EXPECT_EQ(processes_with(store()), 0u);
}

TEST_F(SweepTest, WithoutAnExecutorItNamesThePackage) {
  fs::create_directories(scratch_ / "none");
  ::setenv("PATH", (scratch_ / "none").c_str(), 1);
  const Captured hosts = program(six("s") + Words{"--hosts", ":"});
  EXPECT_EQ(hosts.code, 2);
  EXPECT_THAT(hosts.err, HasSubstr("install Debian's parallel"));
  const Captured slurm = program(six("s") + Words{"--slurm"});
  EXPECT_EQ(slurm.code, 2);
  EXPECT_THAT(slurm.err, AllOf(HasSubstr("install Debian's slurm-wlm"), HasSubstr("sweep.sbatch")));
}

/// Shell scripts in the place of sbatch and scancel.
TEST_F(SweepTest, AnInterruptedSbatchMayStillTellItsJob) {
  const auto script = [&](const char* name, const std::string& text) {
    const fs::path file = scratch_ / "bin" / name;
    write_file(file, "#!/bin/bash\n" + text);
    fs::permissions(file, fs::perms::owner_all);
  };
  script("sbatch", "trap 'echo 42; exit 1' TERM\ntouch \"$BEGUN\"\nsleep 1000 & wait\n");
  script("scancel", "echo \"$@\" > \"$ENDED\"\n");
  ::setenv("PATH", ((scratch_ / "bin").string() + ":" + std::getenv("PATH")).c_str(), 1);
  ::setenv("BEGUN", (scratch_ / "begun").c_str(), 1);
  ::setenv("ENDED", (scratch_ / "ended").c_str(), 1);
  ASSERT_EQ(program({"sweep", "store_goodput", "-p", "bytes=4 B,32 B", "-p", "fabric=pcie,nvlink",
                     "--outdir", scratch_ / "before"})
                .code,
            0);
  core::ChildProcess sweep(
      {Words{GF_PROGRAM} + six("s") + Words{"--slurm"}, {}, scratch_ / "err", false});
  while (!sweep.ended() && !fs::exists(scratch_ / "begun")) ::usleep(10'000);
  sweep.signal(SIGINT);
  sweep.wait();
  EXPECT_EQ(sweep.exit_code(), 130);
  EXPECT_EQ(read_file(scratch_ / "ended"), "42\n");
  EXPECT_THAT(read_file(scratch_ / "err"),
              AllOf(HasSubstr("interrupted; finished points are in the store; run it again"),
                    Not(HasSubstr("0 of 6"))));
}

TEST_F(SweepTest, TheScriptForSlurmMakesThePoints) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/proc/nowhere", 1);
  ASSERT_EQ(program(six("s") + Words{"--slurm", "--quiet"}).code, 2);
  ::setenv("PATH", path.c_str(), 1);
  const std::string script = scratch_ / "s/sweep.sbatch";
  EXPECT_EQ(capture({"/bin/bash", "-n", script}).code, 0);
  EXPECT_THAT(read_file(script), HasSubstr("#SBATCH --array=0-5\n"));
  for (const char* task : {"0", "1", "2", "3", "4", "5"})
    EXPECT_EQ(
        capture({"/usr/bin/env", std::string("SLURM_ARRAY_TASK_ID=") + task, "/bin/bash", script})
            .code,
        0);
  const auto before = made();
  EXPECT_EQ(before.size(), 6u);
  ASSERT_EQ(program(six("s")).code, 0);
  EXPECT_EQ(made(), before);
}

TEST_F(SweepTest, AnArrayOfSlurmHasAThousandTasksAtMost) {
  ::setenv("PATH", "/proc/nowhere", 1);
  EXPECT_EQ(program({"sweep", "store_goodput", "-p", "stores=2..2501/lin:2500", "--slurm",
                     "--outdir", scratch_ / "s"})
                .code,
            2);
  EXPECT_THAT(read_file(scratch_ / "s/sweep.sbatch"),
              AllOf(HasSubstr("#SBATCH --array=0-999\n"), HasSubstr("k < 2500; k += 1000")));
}

}  // namespace
}  // namespace gf::test::sweep_test
