// SPDX-License-Identifier: Apache-2.0
#include "core/system/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/in_child.h"

namespace gf::core::standard_streams_test {
namespace {

/// Number of the next file that is opened once `streams` were closed at start.
double next_file_without(std::initializer_list<int> streams) {
  const auto numbers = test::in_child([&] {
    for (const int stream : streams) ::close(stream);
    open_standard_streams();
    return std::vector<double>{static_cast<double>(::open("/dev/null", O_WRONLY | O_CLOEXEC))};
  });
  return numbers.empty() ? -1 : numbers[0];
}

TEST(StandardStreams, NoFileGetsTheNumberOfAClosedOne) {
  for (const auto& closed : {std::initializer_list<int>{2}, {1}, {0}, {0, 1, 2}, {0, 2}, {}})
    EXPECT_GT(next_file_without(closed), 2);
}

TEST(StandardStreams, ClosedOnesStillFail) {
  const auto results = test::in_child([] {
    for (const int stream : {0, 1, 2}) ::close(stream);
    open_standard_streams();
    char byte = 0;
    return std::vector<double>{static_cast<double>(::read(0, &byte, 1)),
                               static_cast<double>(::write(1, "x", 1)),
                               static_cast<double>(::write(2, "x", 1))};
  });
  EXPECT_EQ(results, (std::vector<double>{-1, -1, -1}));
}

TEST(StandardStreams, OpenOnesStay) {
  const auto results = test::in_child([] {
    int ends[2];
    if (::pipe(ends) != 0) return std::vector<double>{};
    ::dup2(ends[1], 2);
    open_standard_streams();
    return std::vector<double>{static_cast<double>(::write(2, "x", 1))};
  });
  EXPECT_EQ(results, std::vector<double>{1});
}

}  // namespace
}  // namespace gf::core::standard_streams_test
