// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/cli/completion.cpp sc_main/cli/completion_words.*
// What a shell is offered, and that bash's script hands it on.
#include <gmock/gmock.h>
#include <sstream>

#include "core/system/find_program.h"
#include "tests/support/program.h"

namespace gf::test::completion_test {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

/// First fields of the lines.
Words first_fields(const std::string& text) {
  Words all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line.substr(0, line.find('\t')));
  return all;
}

Words offered(Words words) {
  words.insert(words.begin(), {"completion", "words"});
  const Captured run = program(words);
  EXPECT_EQ(run.code, 0);
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

TEST(Completion, ScriptsAreWhatTheirShellsTake) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Captured script = program({"completion", shell});
    ASSERT_EQ(script.code, 0);
    const auto found = core::find_program(shell);
    if (!found) continue;
    const ScratchDirectory own;
    write_file(own / "script", script.out);
    const Captured checked = capture({found->string(), "-n", (own / "script").string()});
    EXPECT_EQ(checked.code, 0) << shell << checked.err;
  }
  EXPECT_EQ(program({"completion", "csh"}).code, 2);
  EXPECT_EQ(program({"completion"}).code, 2);
}

/// What bash would show behind `line`, whose last word is `word` to readline.
Words in_bash(const std::string& line, const std::string& word) {
  const std::string script = "source <(" GF_PROGRAM " completion bash); COMP_LINE='" + line +
                             "'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=('" + word +
                             "'); COMP_CWORD=0; _gpufabric " GF_PROGRAM
                             " 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\"";
  return first_fields(capture({"/bin/bash", "-c", script}).out);
}

TEST(Completion, BashHandsItOn) {
  EXPECT_THAT(in_bash("gpufabric cur", "cur"), ElementsAre("curve"));
  EXPECT_THAT(in_bash("gpufabric run drag", "drag"), ElementsAre("dragonfly"));
  // Readline breaks words at '=': what stands before it must not come again.
  EXPECT_THAT(in_bash("gpufabric run dragonfly -p routing=va", "va"), ElementsAre("val"));
  EXPECT_THAT(in_bash("gpufabric run dragonfly -p routing=", "="),
              IsSupersetOf({"min", "val", "ugal_g"}));
}

}  // namespace
}  // namespace gf::test::completion_test
