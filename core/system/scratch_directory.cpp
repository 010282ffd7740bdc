// SPDX-License-Identifier: Apache-2.0
#include "core/system/scratch_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "core/base/error.h"

namespace gf::core {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_directory(const std::string& directory, const std::string& cause) {
  fail_config("", "TMPDIR", directory, "a directory that can be written (" + cause + ")",
              "set it to another one");
}

fs::path temporary_directory() {
  const char* const given = std::getenv("TMPDIR");
  const std::string name = given == nullptr || *given == '\0' ? "/tmp" : given;
  std::error_code error;
  const bool there = fs::is_directory(name, error);
  if (!there) fail_directory(name, error ? error.message() : "it is a file");
  return fs::absolute(name);
}

}  // namespace

ScratchDirectory::ScratchDirectory() {
  // mkdtemp() replaces the six X.
  std::string name = (temporary_directory() / "gpufabric-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    const std::string cause = std::strerror(errno);
    fail_directory(fs::path(name).parent_path(), cause);
  }
  path_ = name;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace gf::core
