// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::app {

/// The directory of `--outdir auto`: "out/pcie_t2-3", one more than the largest number in out/.
/// The constructor makes the empty directory at once, so that runs that start together get
/// different numbers. The destructor removes it, and an out/ that it made, if it is still empty; if
/// the run was killed, the next run of that name does.
class NumberedDirectory {
 public:
  /// Below the working directory. Throws UserError(kUsage) where none can be made.
  explicit NumberedDirectory(const std::string& name);
  ~NumberedDirectory() { remove_if_empty(); }
  NumberedDirectory(const NumberedDirectory&) = delete;
  NumberedDirectory& operator=(const NumberedDirectory&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Any thread may call it before the program ends elsewhere than in main().
  void remove_if_empty() const;
  /// Its name, without making it: what a run would be given now.
  [[nodiscard]] static std::filesystem::path next(const std::string& name);

 private:
  bool made_parent_ = false;
  std::filesystem::path path_;
};

}  // namespace gf::app
