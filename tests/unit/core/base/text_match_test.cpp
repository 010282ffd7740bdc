// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_match.h"

#include "tests/support/matchers.h"

namespace gf::core::text_match_test {
namespace {

TEST(GlobMatch, PlainPatternMatchesOnlyItself) {
  EXPECT_TRUE(glob_match("pcie.table1", "pcie.table1"));
  EXPECT_FALSE(glob_match("pcie.table1", "pcie.table12"));
  EXPECT_FALSE(glob_match("pcie.table12", "pcie.table1"));
  EXPECT_TRUE(glob_match("", ""));
}

TEST(GlobMatch, StarMatchesAnyRunDotsIncluded) {
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("*.lanes", "node0.gpu1.nvlink.lanes"));
  EXPECT_TRUE(glob_match("a*b*c", "a.b.b.c"));
  EXPECT_FALSE(glob_match("a*b*c", "a.c.b"));
  EXPECT_TRUE(glob_match("pcie.*", "pcie."));
}

TEST(GlobMatch, QuestionMarkMatchesExactlyOne) {
  EXPECT_TRUE(glob_match("table?", "table1"));
  EXPECT_FALSE(glob_match("table?", "table"));
  EXPECT_FALSE(glob_match("table?", "table12"));
}

TEST(GlobMatch, ManyStarsStayLinearEnough) {
  EXPECT_FALSE(glob_match("*a*a*a*a*a*a*a*a*b", std::string(5000, 'a')));
}

TEST(SplitGlobs, DropsBlanksAndEmptyOnes) {
  EXPECT_EQ(split_globs(" a.* ,b?,, c d "), (std::vector<std::string>{"a.*", "b?", "c d"}));
  EXPECT_TRUE(split_globs(" , ").empty());
}

TEST(IsGlob, KnowsItsSigns) {
  EXPECT_TRUE(is_glob("pcie.*"));
  EXPECT_TRUE(is_glob("table?"));
  EXPECT_FALSE(is_glob("pcie.table1"));
}

TEST(EditDistance, CountsSingleEdits) {
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("lanes", "lane"), 1u);
  EXPECT_EQ(edit_distance("tabel2", "table2"), 1u);
  EXPECT_EQ(edit_distance("same", "same"), 0u);
}

TEST(NearestNames, SameLeafThenWhatHoldsItThenEdits) {
  const std::vector<std::string> names{"seed",       "three",        "pcie.tree_depth",
                                       "pcie.tree",  "subtree.lane", "node.pcie.tree",
                                       "hop_latency"};
  EXPECT_THAT(
      nearest_names("tree", names, 5),
      ElementsAre("pcie.tree", "node.pcie.tree", "pcie.tree_depth", "subtree.lane", "three"));
  EXPECT_THAT(nearest_names("*.Latency", names, 1), ElementsAre("hop_latency"));
  EXPECT_THAT(nearest_names("dev.tre", names, 1), ElementsAre("pcie.tree"));
  EXPECT_THAT(nearest_names("b.hop", {"a.hop_latency", "b.hop_latency"}, 1),
              ElementsAre("b.hop_latency"));
}

TEST(IsNear, TyposAndPartsOfNamesButNotAnything) {
  EXPECT_TRUE(is_near("tree", "pcie.tree"));
  EXPECT_TRUE(is_near("dev.lanse", "gpu_0.nvlink.lanes"));
  EXPECT_TRUE(is_near("hop_latncy", "k80_0.hop_latency"));
  EXPECT_TRUE(is_near("*.latency", "k80_0.hop_latency"));
  EXPECT_FALSE(is_near("tree", "seed"));
  EXPECT_FALSE(is_near("cpu.*", "dev.lanes"));
  EXPECT_FALSE(is_near("*", "dev.lanes"));
  EXPECT_FALSE(is_near("", "a"));
}

TEST(NearestNames, NearestFirstTiesInOrder) {
  EXPECT_THAT(nearest_names("lanse", {"rate", "lanes", "lane", "hop_latency"}, 2),
              ElementsAre("lanes", "lane"));
  EXPECT_THAT(nearest_names("x", {"b", "a"}, 5), ElementsAre("b", "a"));
  EXPECT_THAT(nearest_names("x", {}, 3), IsEmpty());
  EXPECT_EQ(nearest_hint("lnaes", {"rate", "lanes"}), "; nearest: lanes");
  EXPECT_EQ(nearest_hint("zebra", {"rate", "lanes"}), "");
  EXPECT_EQ(legal_names("rates", {"rate", "lanes"}), "rate, lanes; nearest: rate");
}

TEST(KnownNames, SayHowManyAndTheNearest) {
  EXPECT_EQ(known_names("copy 0->2", {}), "none");
  EXPECT_EQ(known_names("something", {"copy 0->2"}), "1, such as copy 0->2");
  EXPECT_EQ(known_names("spmw", {"relax", "spmv", "pull"}).substr(0, 15), "3, such as spmv");
  EXPECT_EQ(known_names("spmv_5", {"a", "spmv_1", "spmv_2", "spmv_3", "b"}),
            "5, such as spmv_1, spmv_2, spmv_3");
}

TEST(FirstOf, CountsTheRest) {
  EXPECT_EQ(first_of({}, 2, ", "), "");
  EXPECT_EQ(first_of({"a", "b"}, 2, ", "), "a, b");
  EXPECT_EQ(first_of({"a", "b", "c", "d"}, 2, "; "), "a; b and 2 more");
}

TEST(BeginsWith, ComparesTheStartAlone) {
  EXPECT_TRUE(begins_with("flow 3->17", "flow "));
  EXPECT_TRUE(begins_with("flow", ""));
  EXPECT_FALSE(begins_with("flo", "flow"));
}

}  // namespace
}  // namespace gf::core::text_match_test
