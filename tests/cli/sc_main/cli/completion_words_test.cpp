// SPDX-License-Identifier: Apache-2.0
#include "tests/support/first_fields.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::completion_words_test {
namespace {

Words offered(Words words) {
  words.insert(words.begin(), {"completion", "words"});
  const Captured run = exits(0, program(words));
  EXPECT_EQ(run.err, "");
  return first_fields(run.out);
}

TEST(Completion, OffersCommands) {
  EXPECT_THAT(offered({""}), IsSupersetOf({"list", "run", "help", "completion", "--plugin"}));
  EXPECT_THAT(offered({"ru"}), ElementsAre("run", "runs"));
  EXPECT_THAT(offered({"help", "swe"}), ElementsAre("sweep"));
  EXPECT_THAT(offered({"man", "cit"}), ElementsAre("cite"));
}

TEST(Completion, OffersPlatforms) {
  EXPECT_THAT(offered({"run", "pcie"}), ElementsAre("pcie_t1", "pcie_t2", "pcie_tree"));
  EXPECT_THAT(offered({"sweep", "--seed", "3", "drag"}), ElementsAre("dragonfly"));
  EXPECT_THAT(offered({"run", "pcie_t2", ""}), IsEmpty()) << "it takes one";
}

TEST(Completion, OffersOptionsAndParametersOfTheRoot) {
  EXPECT_THAT(offered({"run", "pcie_t2", "--out"}), ElementsAre("--outdir"));
  EXPECT_THAT(offered({"run", "dragonfly", "--ro"}), ElementsAre("--routing", "--router_latency"));
  EXPECT_THAT(offered({"run", "pcie_t2", "--ro"}), IsEmpty());
  EXPECT_THAT(offered({"cite", "--b"}), ElementsAre("--bibtex"));
}

TEST(Completion, OffersTheLegalValuesOfOptions) {
  EXPECT_THAT(offered({"cite", "--color", "a"}), ElementsAre("auto", "always"));
  EXPECT_THAT(offered({"cite", "--color=n"}), ElementsAre("--color=never"));
}

TEST(Completion, OffersPathsAComponentAtATime) {
  const Words roots = offered({"run", "pcie_t2", "-p", ""});
  EXPECT_THAT(roots, IsSupersetOf({"rc.", "plx_a.", "graphs="}));
  EXPECT_THAT(roots, Not(Contains(StartsWith("rc.h"))));
  EXPECT_THAT(offered({"run", "pcie_t2", "-p", "rc.hop"}), ElementsAre("rc.hop_latency="));
  EXPECT_THAT(offered({"params", "pcie_t2", "rc.hop"}), ElementsAre("rc.hop_latency"));
}

TEST(Completion, OffersLegalValues) {
  EXPECT_THAT(offered({"run", "dragonfly", "-p", "routing=ugal_l_"}),
              ElementsAre("routing=ugal_l_vc", "routing=ugal_l_vc_h", "routing=ugal_l_cr"));
  EXPECT_THAT(offered({"run", "dragonfly", "--routing", "v"}), ElementsAre("val"));
  EXPECT_THAT(offered({"run", "dragonfly", "--routing=v"}), ElementsAre("--routing=val"));
  EXPECT_THAT(offered({"run", "dragonfly", "--unsafe", ""}), ElementsAre("true", "false"));
}

TEST(Completion, ParametersFollowWhatWasSet) {
  const auto paths = [](const char* tree) {
    return offered({"run", "pcie_tree", "--topology", tree, "-p", "sw_1_"});
  };
  EXPECT_THAT(paths("rc:2,2"), ElementsAre("sw_1_0.", "sw_1_1."));
  EXPECT_THAT(paths("rc:3,2"), ElementsAre("sw_1_0.", "sw_1_1.", "sw_1_2."));
}

TEST(Completion, AWrongLineIsNoError) {
  EXPECT_THAT(offered({"rnu", ""}), IsEmpty());
  EXPECT_THAT(offered({"run", "pcie_t9", "--ro"}), IsEmpty());
  EXPECT_THAT(offered({"--plugin", "/proc/nowhere.so", "ru"}), ElementsAre("run", "runs"));
  EXPECT_THAT(offered({"--plugin", "x"}), IsEmpty());
  EXPECT_THAT(offered({"run", "pcie_t2", "-p", "rc.hop_latency=fast", "--outd"}),
              ElementsAre("--outdir"));
}

}  // namespace
}  // namespace gf::test::completion_words_test
