// SPDX-License-Identifier: Apache-2.0
#include "core/system/put_in_place.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <stdio.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "core/system/host.h"

namespace gf::core {
namespace {

namespace fs = std::filesystem;

/// Returns the process id after "<what>-" in `rest`.
std::optional<pid_t> process_in(std::string_view rest, std::string_view what) {
  if (rest.substr(0, what.size()) != what) return std::nullopt;
  return process_id(rest.substr(what.size()));
}

/// Returns the directories "<path>.<what>-<process id>" of processes that no longer exist, and of
/// this one.
std::vector<fs::path> left_behind(const fs::path& path, const std::string& what) {
  std::vector<fs::path> found;
  const std::string stem = path.filename().string() + ".";
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(path.parent_path(), none)) {
    const std::string name = entry.path().filename();
    if (name.compare(0, stem.size(), stem) != 0) continue;
    const auto process = process_in(std::string_view(name).substr(stem.size()), what + "-");
    if (process && (*process == ::getpid() || !is_alive(*process))) found.push_back(entry.path());
  }
  return found;
}

}  // namespace

bool Moves::exchange(const fs::path& one, const fs::path& other) {
  if (::renameat2(AT_FDCWD, one.c_str(), AT_FDCWD, other.c_str(), RENAME_EXCHANGE) == 0)
    return true;
  const int error = errno;
  if (error == EINVAL || error == ENOSYS || error == ENOTSUP) return false;
  throw fs::filesystem_error("cannot exchange", one, other, {error, std::generic_category()});
}

void Moves::rename(const fs::path& from, const fs::path& to) { fs::rename(from, to); }

void Moves::remove_all(const fs::path& path) { fs::remove_all(path); }

Moves& Moves::real() {
  static Moves moves;
  return moves;
}

fs::path beside(const fs::path& path, const std::string& what) {
  return path.string() + fmt::format(".{}-{}", what, ::getpid());
}

void put_in_place(const fs::path& made, const fs::path& path, bool replaces, Moves& moves) {
  if (!replaces) {
    moves.rename(made, path);
  } else if (moves.exchange(made, path)) {
    moves.remove_all(made);
  } else {
    // Two renames with a gap between them in which `path` does not exist. A kill in the gap leaves
    // the earlier directory under a name from which clean_up_beside() brings it back.
    const fs::path old = beside(path, "old");
    moves.rename(path, old);
    try {
      moves.rename(made, path);
    } catch (const fs::filesystem_error&) {
      moves.rename(old, path);
      throw;
    }
    moves.remove_all(old);
  }
}

bool has_leftovers(const fs::path& path) {
  const std::vector<fs::path> left = left_behind(path, "partial");
  return std::any_of(left.begin(), left.end(),
                     [&](const fs::path& one) { return one != beside(path, "partial"); });
}

void clean_up_beside(const fs::path& path, Moves& moves) {
  // Done before the "partial" ones: if `path` is missing, the "old" directory is the only whole
  // copy.
  for (const fs::path& old : left_behind(path, "old")) {
    if (fs::exists(path)) {
      moves.remove_all(old);
    } else {
      moves.rename(old, path);
    }
  }
  for (const fs::path& partial : left_behind(path, "partial")) moves.remove_all(partial);
}

}  // namespace gf::core
