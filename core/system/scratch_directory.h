// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::core {

/// A new directory below TMPDIR, or below /tmp if that is not set or empty. The destructor removes
/// it with all its contents.
class ScratchDirectory {
 public:
  ScratchDirectory();  ///< Throws UserError(kUsage), with the value of TMPDIR, if it cannot be
                       ///< created.
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

}  // namespace gf::core
