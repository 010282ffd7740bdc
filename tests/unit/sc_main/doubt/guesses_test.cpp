// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/guesses.h"

#include "core/param/param.h"
#include "tests/support/matchers.h"

namespace gf::app::guesses_test {
namespace {

struct Port : core::ParamGroup {
  core::Param<unsigned> credits = param("credits", 64u, "buffers", "assumed");
  core::Param<unsigned> cost = param("cost", 7u, "per packet", "calibrated: [A]");
  core::Param<unsigned> lanes = param("lanes", 16u, "width", "PCIe 3.0");
  core::Param<std::string> policy =
      param("policy", "fixed", "who is first", "assumed", core::one_of({"fixed", "oldest"}));
};

class GuessesTest : public testing::Test {
 protected:
  void declare(const std::string& path) { ports_.emplace_back().declare(scope(path)); }
  core::ParamScope scope(const std::string& path) { return registry_.root().child(path); }
  std::vector<std::string> names(bool calibrated) {
    std::vector<std::string> names;
    for (const Guess& guess : guesses_of(registry_.rows(), calibrated)) names.push_back(guess.name);
    return names;
  }
  core::ParamRegistry registry_;
  std::vector<Port> ports_;
};

TEST_F(GuessesTest, AlikeParametersAreOneGuess) {
  declare("a.port_0");
  declare("a.port_1");
  declare("b");
  EXPECT_THAT(names(false), ElementsAre("*.credits", "*.policy"));
  EXPECT_THAT(names(true), ElementsAre("*.credits", "*.cost", "*.policy"));
  const auto guesses = guesses_of(registry_.rows(), false);
  EXPECT_THAT(guesses[0].paths, ElementsAre("a.port_0.credits", "a.port_1.credits", "b.credits"));
  EXPECT_THAT(settings_of(guesses[0], "32"),
              ElementsAre("a.port_0.credits=32", "a.port_1.credits=32", "b.credits=32"));
  EXPECT_EQ(varying(guesses).size(), 1u);  // a choice does not vary
}

TEST_F(GuessesTest, AnotherDefaultIsAnotherGuess) {
  declare("a");
  ports_.reserve(4);
  Port wide;
  wide.credits = 256;
  wide.declare(scope("b"));
  wide.declare(scope("c"));
  declare("d");
  EXPECT_THAT(names(false), ElementsAre("*.credits", "*.policy", "b.credits and 1 more"));
  const auto guesses = guesses_of(registry_.rows(), false);
  EXPECT_NE(guesses[0].identity(), guesses[2].identity());
}

TEST_F(GuessesTest, ASourceThatSaysWhatIsAssumedIsOneGuessForAllParts) {
  unsigned bytes[4] = {256, 256, 256, 256};
  scope("link").add("payload", bytes[0], "largest sent", "assumed: MPS 256 B");
  scope("switch").add("payload", bytes[1], "largest received", "assumed: MPS 256 B");
  scope("a").add("depth", bytes[2], "of a queue", "assumed");
  scope("b").add("depth", bytes[3], "of a stack", "assumed");
  EXPECT_THAT(names(false), ElementsAre("*.payload", "a.depth", "b.depth"));
}

TEST_F(GuessesTest, WhatWasSetIsKnown) {
  registry_.add_override("a.credits", "64", "command line");
  declare("a");
  EXPECT_THAT(names(false), ElementsAre("a.policy"));
}

}  // namespace
}  // namespace gf::app::guesses_test
