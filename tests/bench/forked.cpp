// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/forked.h"

#include <ctime>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace gf::bench {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

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
  const double began = cpu_seconds();
  run();
  return cpu_seconds() - began;
}

}  // namespace gf::bench
