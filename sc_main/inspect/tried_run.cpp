// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/tried_run.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <fmt/format.h>
#include <iostream>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "sc_main/cli/dispatch.h"

namespace gf::app {
namespace {

constexpr std::string_view kError = "gpufabric: ";

/// Runs the command with errors redirected to `errors` and output discarded.
[[noreturn]] void run_in_child(const Arguments& words, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  const core::ExitCode code = dispatch(words);
  std::cout.flush();
  std::cerr.flush();
  _exit(static_cast<int>(code));
}

std::string read_all(int end) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t count = read(end, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

/// Returns the error in a command's output, which may contain warnings before it.
std::string error_in(const std::string& text) {
  std::string error;
  for (const std::string_view line : core::split_fields(text, '\n'))
    if (core::begins_with(line, kError)) error = line.substr(kError.size());
  return error;
}

}  // namespace

TriedRun try_run(Arguments words) {
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--dry-run", "--quiet", "--no-defaults", "--color", "never"});
  std::array<int, 2> ends{};
  std::cout.flush();  // The child would print buffered output again.
  std::cerr.flush();
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe to a child process");
  const pid_t child = fork();
  if (child == 0) run_in_child(words, ends[1]);
  close(ends[1]);
  const std::string text = child < 0 ? "" : read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    throw std::runtime_error(fmt::format("gpufabric {} did not end by itself", words[0]));
  return {static_cast<core::ExitCode>(WEXITSTATUS(status)), error_in(text)};
}

}  // namespace gf::app
