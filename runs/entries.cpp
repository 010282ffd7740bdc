// SPDX-License-Identifier: Apache-2.0
#include "runs/entries.h"

#include <algorithm>
#include <system_error>

namespace gf::runs {

namespace fs = std::filesystem;

namespace {

constexpr auto kSkip = fs::directory_options::skip_permission_denied;

std::uint64_t bytes_in(const fs::directory_entry& entry) {
  std::error_code error;
  if (!entry.is_regular_file(error)) return 0;
  const std::uintmax_t bytes = entry.file_size(error);
  return error ? 0 : bytes;
}

}  // namespace

// Loops with increment(error), because a range-for over an iterator may throw.

std::vector<fs::path> entries_of(const fs::path& directory) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error))
    found.push_back(at->path());
  // A file system returns entries in an order of its own; sorted, lists are the same everywhere.
  std::sort(found.begin(), found.end());
  return found;
}

std::uint64_t size_of(const fs::path& directory) {
  std::uint64_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator at(directory, kSkip, error);
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error))
    bytes += bytes_in(*at);
  return bytes;
}

}  // namespace gf::runs
