// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::app {

/// A file that a command writes at its end. The place is tested at the beginning, so that hours of
/// runs are not wasted. The new text goes to "<file>.part" first and replaces an existing file only
/// when complete; the part file is removed if nothing comes of it. A device or pipe is written
/// directly.
class WholeFile {
 public:
  /// Throws UserError(kUsage) if `what` ("the sweep") cannot be written there.
  WholeFile(std::filesystem::path file, std::string what);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Writes the file; call it once. Throws like the constructor; the old file is then kept.
  void write(const std::string& text);

 private:
  const std::filesystem::path file_;
  const std::string what_;
  const bool stream_;  ///< The file is a device or a pipe.
  const std::filesystem::path part_;
};

}  // namespace gf::app
