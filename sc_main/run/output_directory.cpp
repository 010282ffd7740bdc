// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/output_directory.h"

#include "core/base/error.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

}  // namespace

OutputDirectory::OutputDirectory(const fs::path& path) : path_(path), made_(!is_there(path)) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    core::fail_config("", "--outdir", path.string(),
                      "a directory that can be written (" + error.message() + ")",
                      "choose another one");
}

OutputDirectory::~OutputDirectory() {
  std::error_code not_empty;
  if (made_) fs::remove(path_, not_empty);
}

}  // namespace gf::app
