// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/why/why_route.h
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_without_hops_test {
namespace {

/// Copies made by kernels: packets on links do not tell which copy their stores belong to.
class WhyUntold : public testing::Test {
 protected:
  void SetUp() override {
    write_file(scratch_ / "copies.csv",
               "graph,src,dst,bytes,engine\ng,0,2,256 KiB,stores\ng,1,3,256 KiB,stores\n"
               "g,2,0,256 KiB,stores\ng,3,1,256 KiB,stores\n");
    const Captured run =
        program({"run", "cluster", "--machine", GF_SOURCE_DIR "/docs/examples/server.ini", "-p",
                 "gpu_model=full", "--schedule", scratch_ / "copies.csv", "--quiet", "--no-page",
                 "--outdir", run_});
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
  EXPECT_THAT(text.out, ContainsRegex("^copy 0->2 took .* alone in the machine:.it.ran at"));
  EXPECT_THAT(text.out, HasSubstr("is not known"));
  EXPECT_THAT(text.out, ContainsRegex("rc0 -> rc1: 20.8.GB/s x 128/144 = 18.49 GB/s"));
  const auto json = core::parse_json(why({"copy 0->2", "--json"}).out);
  EXPECT_TRUE(json.at("lost_seconds").is_null());
  EXPECT_GT(json.at("seconds").get<double>(), json.at("alone_seconds").get<double>());
  EXPECT_GT(json.at("narrowest").at("most").get<double>(),
            262144 / json.at("alone_seconds").get<double>());
}

TEST_F(WhyUntold, AFollowedPacketOfACopyIsRefusedWithWhatToAsk) {
  const Captured text = why({"--follow", "copy 0->2, packet 3"});
  EXPECT_EQ(text.code, 2);
  EXPECT_THAT(text.err, HasSubstr("kernels make it; follow a packet of a flow"));
  EXPECT_THAT(text.err, ContainsRegex("such as 'writes of gpu_[0-3].pcie.requester, packet 3'"));
  EXPECT_THAT(why({"copy 0->9"}).err, HasSubstr("no flow of this run is called \"copy 0->9\""));
}

}  // namespace
}  // namespace gf::test::why_without_hops_test
