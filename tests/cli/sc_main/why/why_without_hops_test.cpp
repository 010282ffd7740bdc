// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/why/why_route.h
#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/why_command.h"

namespace gf::test::why_without_hops_test {
namespace {

/// Copies that PROACT units push to other nodes: packets do not tell which copy they belong to.
class WhyUntold : public testing::Test {
 protected:
  void SetUp() override {
    write_file(scratch_ / "copies.csv",
               "graph,id,task,src,dst,bytes,engine\npushed,near,copy,0,1,256 KiB,proact\n"
               "pushed,far,copy,0,9,256 KiB,proact\npushed,copied,copy,1,9,256 KiB,dma\n");
    const Captured run = exits(
        0,
        program({"run", "cluster", "--machine", GF_SOURCE_DIR "/docs/examples/four_dgx1.ini",
                 "--schedule", scratch_ / "copies.csv", "--quiet", "--no-page", "--outdir", run_}));
  }
  Captured why(const Words& more) const { return program(Words{"why", run_} + more); }
  const ScratchDirectory scratch_;
  const std::string run_ = scratch_ / "run";
};

TEST_F(WhyUntold, CopiesKeepTheirNamesAndWhatTheyLostIsNotKnown) {
  const Captured text = exits(0, why({}));
  EXPECT_THAT(text.out, ContainsRegex("\ncopy 0->9 +[0-9.]+ us  not known\n"));
  EXPECT_THAT(text.out, HasSubstr("1 of 1 copies"));
  EXPECT_THAT(text.out, ContainsRegex("\ncopy 0->1 +[0-9.]+ us +[0-9]+ %"));
}

TEST_F(WhyUntold, ACopyIsComparedWithItsTimeAlone) {
  const Captured text = exits(0, why({"copy 0->9"}));
  EXPECT_THAT(text.out, ContainsRegex("^copy 0->9 took .* alone in the machine:.it.ran at"));
  EXPECT_THAT(text.out, HasSubstr("is not known"));
  const auto json = core::parse_json(why({"copy 0->9", "--json"}).out);
  EXPECT_TRUE(json.at("lost_seconds").is_null());
  EXPECT_GE(json.at("seconds").get<double>(), json.at("alone_seconds").get<double>());
}

TEST_F(WhyUntold, AFollowedPacketOfACopyIsRefusedWithWhatToAsk) {
  EXPECT_THAT(exits(2, why({"--follow", "copy 0->9, packet 3"})).err,
              HasSubstr("or pushed to another node; follow a packet"));
  EXPECT_THAT(why({"copy 0->8"}).err, HasSubstr("no flow of this run is called \"copy 0->8\""));
}

}  // namespace
}  // namespace gf::test::why_without_hops_test
