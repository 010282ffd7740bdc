// SPDX-License-Identifier: Apache-2.0
#include "runs/failure.h"

#include <gmock/gmock.h>
#include <stdexcept>

#include "core/base/error.h"
#include "tests/support/captured.h"

namespace gf::runs::failure_test {
namespace {

std::string words(const std::string& text) {
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "stderr.txt", text);
  return last_words(scratch / "stderr.txt");
}

TEST(LastWords, AreTheFirstLineOfTheLastMessage) {
  EXPECT_EQ(words("gpufabric: a warning\n"
                  "gpufabric: deadlock at 5 us: 2 waits\n"
                  "  gpu_0.copy waits for a credit of switch_1\n"
                  "  gpu_1.copy waits for a credit of switch_0\n"),
            "deadlock at 5 us: 2 waits");
}

TEST(LastWords, OfAnotherProgramAreItsLastLine) {
  EXPECT_EQ(words("terminate called\n  what(): bad\n\n \t\r\n"), "  what(): bad");
  EXPECT_EQ(words("gpufabric: \nout of memory\n"), "out of memory") << "a message without words";
  EXPECT_EQ(words("\n"), "it wrote no message");
  EXPECT_EQ(last_words("/proc/no/such/file"), "it wrote no message");
}

TEST(FailureOf, AnErrorHasItsCode) {
  Request request;
  request.platform = "box";
  const core::UserError bad(core::ExitCode::kBadInput, "a.csv:7: no number");
  EXPECT_STREQ(failure_of(request, bad).what(), "gpufabric run box --seed 1: a.csv:7: no number");
  EXPECT_EQ(failure_of(request, bad).complaint(), "a.csv:7: no number");
  EXPECT_EQ(failure_of(request, bad).code(), core::ExitCode::kBadInput);
  EXPECT_EQ(failure_of(request, std::runtime_error("x")).code(), core::ExitCode::kCheckFailed);
}

}  // namespace
}  // namespace gf::runs::failure_test
