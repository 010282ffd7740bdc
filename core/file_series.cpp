// SPDX-License-Identifier: Apache-2.0
#include "core/file_series.h"

#include <filesystem>

namespace gf::core {
namespace {

constexpr std::string_view kFirstOfSeries = ".0.et";

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
    if (!std::filesystem::exists(next, none)) return all;
    all.push_back(next);
  }
}

}  // namespace gf::core
