// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/why/why.cpp sc_main/why/why_run.h sc_main/why/why_report.h sc_main/why/followed_packet.h
// Holds: sc_main/page/bottleneck.h sc_main/page/link_names.h sc_main/why/why_message.cpp sc_main/why/why_route.h
// Holds: sc_main/why/why_without_hops.h
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::why_test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class WhyTest : public testing::Test {
 protected:
  /// 0->2 and 1->2 share the link of GPU 2; 0->3 waits for the engine.
  void SetUp() override {
    std::ofstream(scratch_ / "graphs.csv") << "graph,src,dst,bytes\n"
                                              "g,0,2,100000\ng,1,2,100000\ng,0,3,50000\n";
    const Captured run = program({"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv", "--quiet",
                                  "--no-page", "--outdir", run_});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  Captured why(Words more) const {
    more.insert(more.begin(), {"why", run_});
    return program(more);
  }
  const ScratchDirectory scratch_;
  const std::string run_ = scratch_ / "run";
};

TEST_F(WhyTest, SaysWhoTookWhichShareOfACopysTime) {
  const Captured text = why({"copy 0->2"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, ContainsRegex("^copy 0->2 took .* alone in the machine"));
  EXPECT_THAT(text.out, HasSubstr("shared with copy 1->2"));
  EXPECT_THAT(text.out, ContainsRegex("\n\\[=+A+"));
  for (const std::string& line : lines_of(text.out)) EXPECT_LE(line.size(), 80u) << line;
}

TEST_F(WhyTest, WhatWasLostIsWhatItTookLongerThanAlone) {
  for (const char* copy : {"copy 0->2", "copy 1->2", "copy 0->3"}) {
    const Captured text = why({copy, "--json"});
    ASSERT_EQ(text.code, 0) << text.err;
    const nlohmann::json json = core::parse_json(text.out);
    const double took = json["seconds"], alone = json["alone_seconds"], lost = json["lost_seconds"];
    EXPECT_NEAR(lost / took, (took - alone) / took, 0.02) << text.out;
    EXPECT_GT(lost / took, 0.3) << "the copies are in each other's way";
    double sum = 0;
    for (const auto& cause : json["causes"]) sum += cause["share"].get<double>();
    EXPECT_NEAR(sum, 1, 1e-9);
  }
}

TEST_F(WhyTest, WithoutACopyShowsTheSlowestAndTheBottleneck) {
  const Captured text = why({"--top", "2"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("2 of 3 flows"));
  EXPECT_THAT(text.out, HasSubstr("\nbottleneck: "));
}

TEST_F(WhyTest, ARunEndsWithItsBottleneckUnlessItIsQuiet) {
  const std::string line = lines_of(why({}).out).back();
  const Words run{"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv"};
  EXPECT_EQ(lines_of(program(run).out).back(), line);
  EXPECT_THAT(line, ContainsRegex("^bottleneck: k80_0 -> plx_a, busy [0-9]+ %; waits there: "));
  Words quiet = run;
  quiet.emplace_back("-q");
  EXPECT_THAT(program(quiet).out, Not(HasSubstr("bottleneck")));
  Words as_json = run;
  as_json.emplace_back("--json");
  const auto json = core::parse_json(program(as_json).out).at("bottleneck");
  EXPECT_THAT(line, HasSubstr(json.at("link").get<std::string>()));
  EXPECT_THAT(line, HasSubstr(json.at("waits_for").get<std::string>()));
  EXPECT_GT(json.at("busy").get<double>(), 0.5);
  EXPECT_GT(json.at("of_waits").get<double>(), 0);
}

TEST_F(WhyTest, ALinkThatIsHardlyBusyIsNoBottleneck) {
  const Captured idle = program({"run", "pcie_t2", "--workload", "ring:bytes=64 B"});
  ASSERT_EQ(idle.code, 0) << idle.err;
  EXPECT_THAT(lines_of(idle.out).back(),
              ContainsRegex("^bottleneck: no link; the busiest is .* -> .*, [0-9.]+ %$"));
}

TEST_F(WhyTest, FollowsAPacket) {
  const Captured text = why({"--follow", "copy 1->2, packet 17"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("gpu1.copy_engine"));
  EXPECT_THAT(text.out, HasSubstr("shared with copy 0->2"));
  // `run` shows the same below its results.
  const Captured run = program({"run", "pcie_t2", "--graphs", scratch_ / "graphs.csv", "--quiet",
                                "--follow", "copy 1->2, packet 17"});
  EXPECT_THAT(run.out, HasSubstr("\n\n" + text.out));
}

TEST_F(WhyTest, NamesWhatThereIsWhereAskedForWhatThereIsNot) {
  const Captured none = why({"copy 0->7"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err,
              HasSubstr("no flow of this run is called \"copy 0->7\"; it has 3, such as"));
  EXPECT_EQ(why({"--follow", "copy 1->2, packet 99999"}).code, 2);
  const Captured form = why({"--follow", "copy 1->2"});
  EXPECT_EQ(form.code, 2);
  EXPECT_THAT(form.err, HasSubstr("'copy 0->2, packet 17'"));
  const Captured nowhere = program({"why", scratch_ / "none"});
  EXPECT_EQ(nowhere.code, 2);
  EXPECT_THAT(nowhere.err, HasSubstr("no run directory"));
}

TEST_F(WhyTest, RefusesARunThatIsNoLongerTheSame) {
  std::ofstream(run_ + "/inputs/graphs.csv") << "graph,src,dst,bytes\ng,0,2,200000\n";
  const Captured text = why({"copy 0->2"});
  EXPECT_EQ(text.code, 1) << text.out;
  EXPECT_THAT(text.err, HasSubstr("has changed since"));
}

TEST_F(WhyTest, RefusesARunThatEndedEarly) {
  const std::string early = scratch_ / "early";
  program({"run", "pcie_t2", "--quiet", "--no-page", "--stop-at", "20 us", "--outdir", early});
  const Captured text = program({"why", early});
  EXPECT_EQ(text.code, 2) << text.out;
  EXPECT_THAT(text.err, HasSubstr("ended early"));
}

/// Messages of a cluster: the list, one of them, and the same alone.
/// GPUs that tell of packets on links, and not of the copies that they are parts of.
class WhyUntold : public testing::Test {
 protected:
  void SetUp() override {
    const Captured run =
        program({"run", "cluster", "--machine", GF_SOURCE_DIR "/docs/examples/server.ini", "-p",
                 "gpu_model=full", "--workload", "pairwise:distance=2,bytes=256 KiB", "--quiet",
                 "--no-page", "--outdir", run_});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  Captured why(const Words& more) const {
    Words words{"why", run_};
    words.insert(words.end(), more.begin(), more.end());
    return program(words);
  }
  const ScratchDirectory scratch_;
  const std::string run_ = scratch_ / "run";
};

TEST_F(WhyUntold, CopiesKeepTheirNamesAndWhatTheyLostIsNotKnown) {
  const Captured text = why({});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, ContainsRegex("\ncopy 0->2 +[0-9.]+ us  not known\n"));
  EXPECT_THAT(text.out, HasSubstr("4 of 4 copies"));
  EXPECT_THAT(text.out, HasSubstr("writes of gpu_0.pcie.requester"));
  EXPECT_THAT(text.out, Not(HasSubstr(" 0 %")));
}

TEST_F(WhyUntold, ACopyNamesTheNarrowestLinkOfItsWayWithItsArithmetic) {
  const Captured text = why({"copy 0->2"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, ContainsRegex("^copy 0->2 took .* alone in the machine: it.ran at"));
  EXPECT_THAT(text.out, HasSubstr("is not known"));
  EXPECT_THAT(text.out, HasSubstr("rc0 -> rc1: 20.8 GB/s x 64/72 = 18.49 GB/s"));
  const auto json = core::parse_json(why({"copy 0->2", "--json"}).out);
  EXPECT_TRUE(json.at("lost_seconds").is_null());
  EXPECT_GT(json.at("seconds").get<double>(), json.at("alone_seconds").get<double>());
  EXPECT_GT(json.at("narrowest").at("most").get<double>(),
            262144 / json.at("alone_seconds").get<double>());
}

TEST_F(WhyUntold, AFollowedPacketOfACopyIsRefusedWithWhatToAsk) {
  const Captured text = why({"--follow", "copy 0->2, packet 3"});
  EXPECT_EQ(text.code, 2);
  EXPECT_THAT(text.err,
              HasSubstr("not of the copies that they are parts of; follow one of a flow"));
  EXPECT_THAT(text.err, ContainsRegex("such as 'writes of gpu_[0-3].pcie.requester, packet 3'"));
  EXPECT_THAT(why({"copy 0->9"}).err, HasSubstr("no flow of this run is called \"copy 0->9\""));
}

TEST(WhyMessage, GoesFromThePutCallToTheProgramThatIsTold) {
  const ScratchDirectory scratch;
  const std::string run = scratch / "run";
  const Captured made =
      program({"run", "apenet_cluster", "--shape", "2x2", "--test", "alltoall", "--min", "8KiB",
               "--max", "8KiB", "--iterations", "1", "--quiet", "--no-page", "--outdir", run});
  ASSERT_EQ(made.code, 0) << made.err;
  const Captured list = program({"why", run, "--top", "3"});
  ASSERT_EQ(list.code, 0) << list.err;
  EXPECT_THAT(list.out, HasSubstr("3 of 24 messages"));
  EXPECT_THAT(list.out, HasSubstr("\nbottleneck: "));
  for (const char* name : {"message 0->3", "message 2->1 #2"}) {
    const Captured text = program({"why", run, name, "--json"});
    ASSERT_EQ(text.code, 0) << text.err;
    const nlohmann::json json = core::parse_json(text.out);
    double sum = 0, lost = 0;
    for (const auto& share : json["shares"]) {
      sum += share["seconds"].get<double>();
      if (share["lost"].get<bool>()) lost += share["seconds"].get<double>();
    }
    const double took = json["seconds"], alone = json["alone_seconds"];
    EXPECT_NEAR(sum, took, 1e-12);
    EXPECT_GT(lost / took, 0.3) << "cards have more than one to send and to receive";
    EXPECT_NEAR(lost / took, (took - alone) / took, 0.02) << text.out;
  }
  const Captured none = program({"why", run, "message 0->7"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("no message of this run is called \"message 0->7\""));
  EXPECT_EQ(program({"why", run, "message 0->3", "--alone"}).code, 2);
}

}  // namespace
}  // namespace gf::test::why_test
