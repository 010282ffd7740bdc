// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace gf::app {

/// The --outdir of a command that writes a few files at its end; one that was made goes again when
/// nothing came into it.
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
