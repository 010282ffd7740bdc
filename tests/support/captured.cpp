// SPDX-License-Identifier: Apache-2.0
#include "tests/support/captured.h"

#include <fstream>
#include <sstream>

#include "core/system/child_process.h"

namespace gf::test {

Captured capture(const std::vector<std::string>& command) {
  const ScratchDirectory scratch;
  core::ChildProcess child({command, scratch / "out", scratch / "err", false});
  child.wait();
  return {child.exit_code(), read_file(scratch / "out"), read_file(scratch / "err")};
}

std::string read_file(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

void write_file(const std::filesystem::path& file, const std::string& text) {
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

}  // namespace gf::test
