// SPDX-License-Identifier: Apache-2.0
#include "core/system/fork.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace gf::core {
namespace {

constexpr int kInterval = 100;  ///< Milliseconds between two calls of `stop`.

std::string read_all(int end, pid_t child, const std::function<bool()>& stop) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    pollfd ready{end, POLLIN, 0};
    if (stop && poll(&ready, 1, kInterval) <= 0) {
      if (stop()) kill(child, SIGKILL);
      if (ready.revents == 0) continue;
    }
    const ssize_t count = read(end, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

ForkEnd run_in_fork(const std::function<int(int pipe)>& work, const std::function<bool()>& stop) {
  std::array<int, 2> ends{};
  std::cout.flush();  // The fork would print buffered output again.
  std::cerr.flush();
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a fork");
  const pid_t child = fork();
  if (child == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int code = [&]() noexcept { return work(ends[1]); }();
    std::cout.flush();
    std::cerr.flush();
    _exit(code);
  }
  close(ends[1]);
  ForkEnd end;
  if (child > 0) end.text = read_all(ends[0], child, stop);
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("no fork");
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  return end;
}

}  // namespace gf::core
