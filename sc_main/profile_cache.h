// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/params.h"
#include "sc_main/profile_options.h"

namespace gf::app {

/// Results of a run, by name, in SI units.
using RunResults = std::map<std::string, double>;

/// Results of earlier points: a file each, named by a hash of all that decides about them: every
/// parameter, input files by their date and size, and this program by its own. Two processes may
/// use a directory at once: files appear whole. One that cannot be read counts as not there.
class ProfileCache {
 public:
  /// Throws UserError(kUsage) when the directory cannot be made. Empty: keeps nothing.
  ProfileCache(std::filesystem::path directory, const std::vector<core::ParamRow>& params);

  [[nodiscard]] std::optional<RunResults> find(const ProfilePoint& point) const;
  void keep(const ProfilePoint& point, const RunResults& results) const;

 private:
  [[nodiscard]] std::string key(const ProfilePoint& point) const;
  [[nodiscard]] std::filesystem::path file(const std::string& key) const;

  const std::filesystem::path directory_;
  std::string base_;  ///< What is alike for all points, as text.
};

}  // namespace gf::app
