// SPDX-License-Identifier: Apache-2.0
// Completion offers words to a shell, and the script for bash passes them on.
#include "core/system/find_program.h"
#include "tests/support/first_fields.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::completion_test {
namespace {

TEST(Completion, ScriptsAreWhatTheirShellsTake) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Captured script = exits(0, program({"completion", shell}));
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
