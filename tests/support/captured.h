// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "core/system/scratch_directory.h"

namespace gf::test {

namespace fs = std::filesystem;

/// What a program left behind.
struct Captured {
  int code = 0;  ///< Exit code; -1 when a signal ended it.
  std::string out;
  std::string err;
};

/// Runs `command` (command[0] is a path) to its end.
Captured capture(const std::vector<std::string>& command);

/// Returns `run`; fails the test, at the line of the call, unless the run's exit code is `code`.
inline Captured exits(int code, Captured run, const char* file = __builtin_FILE(),
                      int line = __builtin_LINE()) {
  if (run.code != code)
    ADD_FAILURE_AT(file, line) << "exit code " << run.code << ", not " << code << ": " << run.err;
  return run;
}

/// Expects that `run` ended as `other` did, and printed the same.
inline void expect_same_end(const Captured& run, const Captured& other, const std::string& what) {
  EXPECT_EQ(run.out, other.out) << what;
  EXPECT_EQ(run.err, other.err) << what;
  EXPECT_EQ(run.code, other.code) << what;
}

/// Names of the files of a directory, in any order.
inline std::vector<std::string> names_in(const fs::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory))
    names.push_back(entry.path().filename());
  return names;
}

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

using core::ScratchDirectory;

}  // namespace gf::test
