// SPDX-License-Identifier: Apache-2.0
#include "core/system/file_series.h"

#include <filesystem>
#include <optional>

#include "core/base/error.h"
#include "core/base/text_fields.h"

namespace gf::core {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstOfSeries = ".0.et";

/// Returns the number of `name` in the series of `stem`, "NAME."; nothing if it is not a member.
std::optional<unsigned> number_in_series(std::string_view name, std::string_view stem) {
  constexpr std::string_view kEnding = ".et";
  if (name.size() <= stem.size() + kEnding.size() || name.substr(0, stem.size()) != stem ||
      name.substr(name.size() - kEnding.size()) != kEnding)
    return {};
  return parse_number<unsigned>(
      name.substr(stem.size(), name.size() - stem.size() - kEnding.size()));
}

/// Throws if a file with a higher number than `missing` exists.
void refuse_gap(const std::string& stem, const std::string& missing, unsigned number) {
  const fs::path path(stem);
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  std::error_code none;
  for (fs::directory_iterator at(folder, none), end; !none && at != end; at.increment(none)) {
    const std::string name = at->path().filename().string();
    const auto found = number_in_series(name, path.filename().string());
    if (found && *found > number)
      fail_input(missing, 0, "is missing, but " + name + " exists",
                 "traces of all ranks, numbered without a gap");
  }
}

}  // namespace

bool begins_series(const std::string& file) {
  return file.size() > kFirstOfSeries.size() &&
         file.compare(file.size() - kFirstOfSeries.size(), file.npos, kFirstOfSeries) == 0;
}

std::vector<std::string> file_series(const std::string& file) {
  std::vector<std::string> all{file};
  if (!begins_series(file)) return all;
  const std::string stem = file.substr(0, file.size() - kFirstOfSeries.size() + 1);
  std::error_code none;
  for (unsigned number = 1;; ++number) {
    const std::string next = stem + std::to_string(number) + ".et";
    if (!fs::exists(next, none)) {
      refuse_gap(stem, next, number);
      return all;
    }
    all.push_back(next);
  }
}

}  // namespace gf::core
