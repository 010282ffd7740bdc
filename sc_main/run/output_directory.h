// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace gf::app {

/// The --outdir of a command that writes a few files at its end. If this object created the
/// directory and nothing was written there, the destructor removes it.
class OutputDirectory {
 public:
  explicit OutputDirectory(const std::filesystem::path& path);  ///< Throws UserError(kUsage).
  ~OutputDirectory();
  OutputDirectory(const OutputDirectory&) = delete;
  OutputDirectory& operator=(const OutputDirectory&) = delete;

 private:
  const std::filesystem::path path_;
  const bool made_;
};

}  // namespace gf::app
