// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/whole_file.h"

#include <fstream>

#include "core/base/error.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

bool is_stream(const fs::path& file) {
  std::error_code none;
  return fs::exists(file, none) && !fs::is_regular_file(file, none) &&
         !fs::is_directory(file, none);
}

}  // namespace

WholeFile::WholeFile(fs::path file, std::string what)
    : file_(std::move(file)),
      what_(std::move(what)),
      stream_(is_stream(file_)),
      part_(file_.string() + ".part") {
  std::error_code none;
  if (fs::is_directory(file_, none)) core::fail_write(file_, what_);
  // Do not test a pipe: its reader would take the end of the test for the end of the file.
  if (!stream_ && !std::ofstream(part_, std::ios::binary | std::ios::app))
    core::fail_write(file_, what_);
}

WholeFile::~WholeFile() {
  std::error_code none;
  if (!stream_) fs::remove(part_, none);
}

void WholeFile::write(const std::string& text) {
  // Open it again: another command that writes the same file may have removed the part file.
  std::ofstream out(stream_ ? file_ : part_, std::ios::binary);
  out << text;
  out.close();
  std::error_code error;
  if (out && !stream_) fs::rename(part_, file_, error);
  if (!out || error) core::fail_write(file_, what_);
}

}  // namespace gf::app
