// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gf::test {

/// What a program left behind.
struct Captured {
  int code = 0;  ///< Exit code; -1 when a signal ended it.
  std::string out;
  std::string err;
};

/// Runs `command` (command[0] is a path) to its end.
Captured capture(const std::vector<std::string>& command);

std::string read_file(const std::filesystem::path& file);
void write_file(const std::filesystem::path& file, const std::string& text);

/// An empty directory that lives as long as the object; its name is unique to this process.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const {
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

}  // namespace gf::test
