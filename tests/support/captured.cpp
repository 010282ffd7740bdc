// SPDX-License-Identifier: Apache-2.0
#include "tests/support/captured.h"

#include <fstream>
#include <sstream>
#include <stdlib.h>

#include "core/child_process.h"

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

ScratchDirectory::ScratchDirectory() {
  std::string name = (std::filesystem::temp_directory_path() / "gpufabric-test-XXXXXX").string();
  path_ = ::mkdtemp(name.data());
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gf::test
