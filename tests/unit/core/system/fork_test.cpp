// SPDX-License-Identifier: Apache-2.0
#include "core/system/fork.h"

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

namespace gf::core::fork_test {
namespace {

TEST(Fork, ReturnsItsTextAndItsCode) {
  const std::string text(200'000, 'x');  // more than a pipe holds
  const ForkEnd end = run_in_fork([&](int pipe) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = write(pipe, text.data() + done, text.size() - done);
      if (count < 0) return 1;
      done += static_cast<std::size_t>(count);
    }
    return 7;
  });
  EXPECT_EQ(end.text, text);
  EXPECT_EQ(end.code, 7);
}

TEST(Fork, LeavesThisProcessAlone) {
  int here = 0;
  EXPECT_EQ(run_in_fork([&](int) { return here = 3; }).code, 3);
  EXPECT_EQ(here, 0);
}

TEST(Fork, ASignalIsNoCode) {
  EXPECT_EQ(run_in_fork([](int) { return raise(SIGKILL); }).code, -1);
  EXPECT_EQ(run_in_fork([](int) -> int { throw 1; }).code, -1);
}

TEST(Fork, EndsWhenToldTo) {
  unsigned asked = 0;
  const ForkEnd end = run_in_fork(
      [](int) {
        for (;;) pause();
        return 0;
      },
      [&] { return ++asked == 2; });
  EXPECT_EQ(end.code, -1);
  EXPECT_EQ(asked, 2u);
}

}  // namespace
}  // namespace gf::core::fork_test
