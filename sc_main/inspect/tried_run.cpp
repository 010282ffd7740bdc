// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/tried_run.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdexcept>
#include <unistd.h>

#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/fork.h"
#include "sc_main/cli/dispatch.h"

namespace gf::app {
namespace {

constexpr std::string_view kError = "gpufabric: ";

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
  const core::ForkEnd end = core::run_in_fork([&words](int pipe) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nowhere, STDOUT_FILENO);
    dup2(pipe, STDERR_FILENO);
    return static_cast<int>(dispatch(words));
  });
  if (end.code < 0)
    throw std::runtime_error(fmt::format("gpufabric {} did not end by itself", words[0]));
  return {static_cast<core::ExitCode>(end.code), error_in(end.text)};
}

}  // namespace gf::app
