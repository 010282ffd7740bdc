// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::app {

/// The directory of `--outdir auto`: "out/pcie_t2-3", one above the largest number in out/. The
/// constructor creates the empty directory at once, so runs that start together get different
/// numbers. The destructor removes it, and an out/ that it created, if still empty. If the run was
/// killed, the next run of that name does so.
class NumberedDirectory {
 public:
  /// Creates it in the working directory. Throws UserError(kUsage) if that is impossible.
  explicit NumberedDirectory(const std::string& name);
  ~NumberedDirectory() { remove_if_empty(); }
  NumberedDirectory(const NumberedDirectory&) = delete;
  NumberedDirectory& operator=(const NumberedDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Any thread may call it before the program ends outside main().
  void remove_if_empty() const;
  /// Returns the name that a run would get now, without creating the directory.
  [[nodiscard]] static std::filesystem::path next(const std::string& name);

 private:
  bool made_parent_ = false;
  std::filesystem::path path_;
};

}  // namespace gf::app
