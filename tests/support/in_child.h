// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace gf::test {

/// What `measure` returns, run in a process of its own: SystemC elaborates once a process, and some
/// questions need two runs to compare. A failed expectation in there fails the test here.
template <class Measure>
std::vector<double> in_child(const Measure& measure) {
  int ends[2];
  if (pipe(ends) != 0) {
    ADD_FAILURE() << "no pipe";
    return {};
  }
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    const std::vector<double> values = measure();
    const std::size_t bytes = values.size() * sizeof(double);
    const bool written = write(ends[1], values.data(), bytes) == static_cast<ssize_t>(bytes);
    std::fflush(nullptr);
    _exit(written && !testing::Test::HasFailure() ? 0 : 1);
  }
  close(ends[1]);
  std::vector<double> values;
  double value = 0;
  while (read(ends[0], &value, sizeof value) == sizeof value) values.push_back(value);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0) << "the run in the child process failed";
  return values;
}

}  // namespace gf::test
