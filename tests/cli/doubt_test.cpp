// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/doubt/doubt.cpp sc_main/doubt/doubt_options.h sc_main/reproduce/reproduce_doubt.h
// Holds: sc_main/run/output_directory.h
// gpufabric doubt, reproduce --doubt: results over what is only assumed.
#include <cstdlib>
#include <gmock/gmock.h>
#include <map>

#include "core/text/csv.h"
#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::doubt_test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A store and a directory of its own for each case.
class DoubtTest : public testing::Test {
 protected:
  DoubtTest() { ::setenv("GPUFABRIC_STORE", fs::path(scratch_ / "store").c_str(), 1); }
  Captured doubt(const std::string& outdir, std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {"doubt",      "store_goodput",  "-p",
                                      "stores=200", "--runs",         "16",
                                      "--outdir",   scratch_ / outdir};
    words.insert(words.end(), more.begin(), more.end());
    return program(words);
  }
  std::string file(const std::string& name) const { return read_file(scratch_ / name); }
  const ScratchDirectory scratch_;
};

TEST_F(DoubtTest, PrintsRangesAndWhatCarriesThem) {
  const Captured run = doubt("d");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("default (5 % ... 95 %)"), HasSubstr("goodput"),
                             HasSubstr("16 runs, 0 of them failed"), HasSubstr("90 % sure")));
  const core::CsvTable table(file("d/doubt.csv"), "doubt.csv");
  EXPECT_EQ(table.rows(), 16u);
  EXPECT_TRUE(table.has("nvlink.propagation"));
  EXPECT_THAT(file("d/doubt.html"), HasSubstr("</html>"));
  const auto json = core::parse_json(file("d/doubt.json"));
  EXPECT_EQ(json["runs"], 16);
  EXPECT_EQ(json["results"].size(), doubt("again", {"--of", "*"}).code == 0 ? 6u : 0u);
  EXPECT_EQ(file("again/doubt.csv"), file("d/doubt.csv"));
}

/// Windows below the GPU's memory, more misses than ways, pages that structures do not begin at.
TEST_F(DoubtTest, GuessesThatContradictEachOtherAreMoved) {
  const Captured run =
      program({"doubt", "proact", "-p", "system=4x_kepler", "-p", "mechanism=memcpy", "-p",
               "workload=jacobi", "-p", "size=small", "-p", "app.bytes=64 KiB", "--runs", "16",
               "--outdir", scratch_ / "d"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("16 runs, 0 of them failed"),
                             HasSubstr("Moved to the nearest value that fits the others, in ")));
  const auto json = core::parse_json(file("d/doubt.json"));
  std::map<std::string, unsigned> moved;
  for (const auto& guess : json["moved"]) moved[guess["guess"]] = guess["runs"];
  EXPECT_GT(moved["pcie.bar"], 0u);
  EXPECT_GT(moved["pages.page"], 0u);
  EXPECT_GT(moved["proact.counters.misses"], 0u);
}

TEST_F(DoubtTest, WhatIsSetStaysAndResultsCanBeChosen) {
  const Captured run = doubt("d", {"-p", "nvlink.propagation=10 ns", "--of", "good*", "--json"});
  ASSERT_EQ(run.code, 0) << run.err;
  const auto json = core::parse_json(run.out);
  EXPECT_EQ(json["results"].size(), 1u);
  EXPECT_THAT(file("d/doubt.csv"), Not(HasSubstr("nvlink.propagation")));
}

TEST_F(DoubtTest, TheListSaysWhyAndRunsNothing) {
  const Captured run = doubt("d", {"--list", "-p", "fabric=pcie"});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("pcie.propagation"), HasSubstr("half to twice"),
                             HasSubstr("metre"), HasSubstr("stays"), HasSubstr("guesses")));
  EXPECT_FALSE(fs::exists(scratch_ / "d"));
  EXPECT_FALSE(fs::exists(scratch_ / "store"));
}

TEST_F(DoubtTest, WhatAMachinesFileSaysIsKnownAndChoicesAreNoGuesses) {
  const Words machine{"cluster", "--machine", GF_SOURCE_DIR "/docs/examples/server.ini"};
  Words words{"doubt"};
  words.insert(words.end(), machine.begin(), machine.end());
  words.emplace_back("--list");
  const Captured list = program(words);
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("*.hop_latency"));
  for (const char* known : {"20.8 GB/s", "25 ns", "\nreal_bytes ", "\nrecord ", "\ntasks "})
    EXPECT_THAT(list.out, Not(HasSubstr(known)));
  words.front() = "params";
  words.back() = "--markdown";
  const std::string page = program(words).out;
  EXPECT_THAT(page, HasSubstr("seed of all random streams | none |"));
  EXPECT_THAT(page, HasSubstr("raw rate of one direction | the machine's file, line 7 |"));
}

TEST_F(DoubtTest, RunsThatAreRefusedAreCountedAndNamed) {
  // A replay_timeout of 0.5 ... 2 us must be longer than that.
  const Captured run =
      doubt("d", {"-p", "fabric=nvlink", "-p", "nvlink.ack_latency=600 ns", "--quiet"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, AllOf(HasSubstr("runs failed: "), HasSubstr("replay_timeout")));
  EXPECT_THAT(run.out, Not(HasSubstr(", 0 of them failed")));
  EXPECT_THAT(file("d/doubt.csv"), HasSubstr("replay_timeout"));
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
  const Captured run = doubt("d", {"--of", "speed"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("--of"));
  EXPECT_FALSE(fs::exists(scratch_ / "d"));
}

TEST_F(DoubtTest, ReproduceSaysInHowManySamplesAGateHolds) {
  const std::vector<std::string> words = {"reproduce", "pcie.efficiency",  "--doubt", "--runs", "2",
                                          "--outdir",  scratch_ / "claims"};
  const Captured run = program(words);
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, AllOf(HasSubstr("pcie.efficiency"), HasSubstr("holds in"),
                             HasSubstr("derived: "), HasSubstr("in 2 samples")));
  const core::CsvTable table(file("claims/claims.csv"), "claims.csv");
  ASSERT_GT(table.rows(), 0u);
  EXPECT_EQ(table.text(0, "samples"), "2");
  EXPECT_EQ(table.text(0, "failed"), "0");
  const std::string csv = file("claims/claims.csv"), json = file("claims/claims.json");
  EXPECT_EQ(program(words).code, 0);  // from the store
  EXPECT_EQ(file("claims/claims.csv"), csv);
  EXPECT_EQ(file("claims/claims.json"), json);
}

}  // namespace
}  // namespace gf::test::doubt_test
