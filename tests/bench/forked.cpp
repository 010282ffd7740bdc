// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/forked.h"

#include <chrono>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace gf::bench {

Cost run_forked(const std::function<Cost()>& simulate) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe for a benchmark's child");
  const pid_t child = fork();
  if (child == 0) {
    const Cost cost = simulate();
    const bool sent = write(ends[1], &cost, sizeof cost) == sizeof cost;
    _exit(sent ? 0 : 1);
  }
  close(ends[1]);
  Cost cost;
  const bool received = read(ends[0], &cost, sizeof cost) == sizeof cost;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!received) throw std::runtime_error("a benchmark's child ended without a result");
  return cost;
}

double timed(const std::function<void()>& run) {
  const auto began = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

}  // namespace gf::bench
