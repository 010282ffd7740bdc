// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <unistd.h>

#include "core/system/child_process.h"
#include "tests/support/program.h"

namespace gf::test::ended_runs {

inline const Words kShort{GF_PROGRAM, "run", "pcie_t2", "--workload", "ring:bytes=4 KiB"};
inline const Words kLong{GF_PROGRAM, "run", "pcie_t2", "--workload", "ring:bytes=300 GiB"};

/// A shell that does `script` with `command` as its "$@".
inline Captured shell(const std::string& script, const Words& command) {
  return capture(Words{"/bin/sh", "-c", script, "sh"} + command);
}

/// A run of minutes into `directory`/run, which gets `number` once its files are begun.
struct Ended {
  int code;
  std::string err;
};
inline Ended signalled(const fs::path& directory, int number, const Words& more = {},
                       const Words& command = kLong) {
  const ScratchDirectory scratch;
  ::signal(number, SIG_DFL);  // A program that inherits an ignored one goes on ignoring it.
  core::ChildProcess child(
      {command + Words{"--outdir", directory / "run"} + more, {}, scratch / "err", false});
  const auto begun = [&] {
    const Words names = names_in(directory);
    return std::any_of(names.begin(), names.end(),
                       [](const std::string& name) { return name.find(".partial-") != name.npos; });
  };
  while (!child.ended() && !begun()) usleep(10'000);
  child.signal(number);
  child.wait();
  return {child.exit_code(), read_file(scratch / "err")};
}

/// Runs `command` in `directory`.
inline Captured in(const fs::path& directory, const Words& command) {
  return shell("cd '" + directory.string() + "' && exec \"$@\"", command);
}

}  // namespace gf::test::ended_runs
