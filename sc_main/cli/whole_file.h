// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::app {

/// A file that a command writes at its end. It is tried at the beginning, so that hours of runs are
/// not made for a place that takes nothing, and a file that is there is replaced once all of the
/// new one is written: that goes to "<file>.part" first, which is taken away when nothing comes of
/// it. A device or a pipe is written as it is.
class WholeFile {
 public:
  /// Throws UserError(kUsage) when `what` ("the sweep") cannot be written there.
  WholeFile(std::filesystem::path file, std::string what);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  /// Once. Throws as the constructor does; then what was there before is still there.
  void write(const std::string& text);

 private:
  const std::filesystem::path file_;
  const std::string what_;
  const bool stream_;  ///< A device or a pipe.
  const std::filesystem::path part_;
};

}  // namespace gf::app
