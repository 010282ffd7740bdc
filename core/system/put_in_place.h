// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::core {

/// Changes names in a file system. A test replaces it and ends its process between any two changes,
/// as a kill would.
class Moves {
 public:
  virtual ~Moves() = default;
  /// Exchanges two names atomically. Returns false, with nothing done, if the file system cannot
  /// (NFS). Throws std::filesystem::filesystem_error for every other failure.
  virtual bool exchange(const std::filesystem::path& one, const std::filesystem::path& other);
  virtual void rename(const std::filesystem::path& from, const std::filesystem::path& to);
  virtual void remove_all(const std::filesystem::path& path);
  static Moves& real();
};

/// Returns "<path>.<what>-<process id>": a name for work in progress that clean_up_beside() knows.
std::filesystem::path beside(const std::filesystem::path& path, const std::string& what);

/// Renames the directory `made` to `path`. With `replaces`, the directory of that name is replaced
/// and removed. If the process is killed at any time, one of the two remains whole: under `path`,
/// or, where names cannot be exchanged, briefly only as beside(path, "old"), from where
/// clean_up_beside() brings it back. Without `replaces`, a `path` that is not an empty directory is
/// an error. Throws std::filesystem::filesystem_error.
void put_in_place(const std::filesystem::path& made, const std::filesystem::path& path,
                  bool replaces, Moves& moves = Moves::real());

/// Tells whether a process that no longer exists had begun to make `path` and left something that
/// clean_up_beside() would remove.
[[nodiscard]] bool has_leftovers(const std::filesystem::path& path);

/// Cleans up after processes that no longer exist and had begun to make `path`. An "old" directory
/// gets its name back if `path` does not exist; every other "old" and "partial" is removed. Those
/// of living processes stay. Call it only when no other process is about to write `path`.
void clean_up_beside(const std::filesystem::path& path, Moves& moves = Moves::real());

}  // namespace gf::core
