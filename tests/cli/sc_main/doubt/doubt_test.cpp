// SPDX-License-Identifier: Apache-2.0
// gpufabric doubt, reproduce --doubt: results over what is only assumed.
#include <map>

#include "core/text/csv.h"
#include "core/text/json.h"
#include "tests/support/doubt_command.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::doubt_test {
namespace {

TEST_F(DoubtTest, PrintsRangesAndWhatCarriesThem) {
  EXPECT_THAT(exits(0, doubt("d")).out,
              AllOf(HasSubstr("default (5 % ... 95 %)"), HasSubstr("goodput"),
                    HasSubstr("16 runs, 0 failed"), HasSubstr("90 % confidence")));
  const core::CsvTable table(file("d/doubt.csv"), "doubt.csv");
  EXPECT_EQ(table.rows(), 16u);
  EXPECT_TRUE(table.has("nvlink.propagation"));
  const auto json = core::parse_json(file("d/doubt.json"));
  EXPECT_EQ(json["runs"], 16);
  EXPECT_EQ(json["results"].size(), doubt("again", {"--of", "*"}).code == 0 ? 6u : 0u);
  EXPECT_EQ(file("again/doubt.csv"), file("d/doubt.csv"));
}

TEST_F(DoubtTest, PrintsTheGuessesThatMatter) {
  const Captured run =
      exits(0, program({"doubt", "store_goodput", "-p", "fabric=pcie", "-p", "stores=200", "--runs",
                        "64", "--of", "goodput", "--outdir", scratch_ / "d"}));
  EXPECT_THAT(run.out, ContainsRegex("goodput  pcie.header_credits +[0-9.]+ % +[0-9.]+ % +"
                                     "0.[0-9]+ \\(0.[0-9]+ \\.\\.\\. 0.[0-9]+\\) "));
}

/// Windows below the GPU's memory, more misses than ways, pages that structures do not begin at.
TEST_F(DoubtTest, GuessesThatContradictEachOtherAreMoved) {
  EXPECT_THAT(
      exits(0, program({"doubt", "proact", "-p", "system=4x_kepler", "-p", "mechanism=memcpy", "-p",
                        "workload=jacobi", "-p", "size=small", "-p", "app.bytes=64 KiB", "--runs",
                        "16", "--outdir", scratch_ / "d"}))
          .out,
      AllOf(HasSubstr("16 runs, 0 failed"),
            HasSubstr("Moved to the nearest value that satisfies the constraints, in ")));
  const auto json = core::parse_json(file("d/doubt.json"));
  std::map<std::string, unsigned> moved;
  for (const auto& guess : json["moved"]) moved[guess["guess"]] = guess["runs"];
  EXPECT_GT(moved["pcie.bar"], 0u);
  EXPECT_GT(moved["pages.page"], 0u);
  EXPECT_GT(moved["proact.counters.misses"], 0u);
}

TEST_F(DoubtTest, TheListSaysWhyAndRunsNothing) {
  EXPECT_THAT(exits(0, doubt("d", {"--list", "-p", "fabric=pcie"})).out,
              AllOf(HasSubstr("pcie.propagation"), HasSubstr("half to twice"), HasSubstr("metre"),
                    HasSubstr("fixed"), HasSubstr("guesses")));
  EXPECT_FALSE(fs::exists(scratch_ / "d"));
  EXPECT_FALSE(fs::exists(scratch_ / "store"));
}

TEST_F(DoubtTest, WhatAMachinesFileSaysIsKnownAndChoicesAreNoGuesses) {
  const Words machine{"cluster", "--machine", GF_SOURCE_DIR "/docs/examples/server.ini"};
  Words words{"doubt"};
  words.insert(words.end(), machine.begin(), machine.end());
  words.emplace_back("--list");
  const Captured list = exits(0, program(words));
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
      exits(0, doubt("d", {"-p", "fabric=nvlink", "-p", "nvlink.ack_latency=600 ns", "--quiet"}));
  EXPECT_THAT(run.err, AllOf(HasSubstr("runs failed: "), HasSubstr("replay_timeout")));
  EXPECT_THAT(run.out, Not(HasSubstr(", 0 failed")));
  EXPECT_THAT(file("d/doubt.csv"), HasSubstr("replay_timeout"));
}

}  // namespace
}  // namespace gf::test::doubt_test
