// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace gf::core {

/// What changes names in a file system. A test stands in for it and ends its process between any
/// two, which is what a kill does.
class Moves {
 public:
  virtual ~Moves() = default;
  /// Swaps what two names stand for, at one moment. False, and nothing done, where the file system
  /// cannot (NFS). Throws std::filesystem::filesystem_error for every other failure.
  virtual bool exchange(const std::filesystem::path& one, const std::filesystem::path& other);
  virtual void rename(const std::filesystem::path& from, const std::filesystem::path& to);
  virtual void remove_all(const std::filesystem::path& path);
  static Moves& real();
};

/// "<path>.<what>-<process id>": a name for work in progress that clean_up_beside() knows.
std::filesystem::path beside(const std::filesystem::path& path, const std::string& what);

/// Gives the directory `made` the name `path`. With `replaces`, what has that name goes, and a kill
/// at any moment leaves the one or the other whole: under `path`, or, where names cannot be
/// exchanged, for a moment only as beside(path, "old"), from where clean_up_beside() brings it
/// back. Without it a `path` that is not an empty directory is an error.
/// Throws std::filesystem::filesystem_error.
void put_in_place(const std::filesystem::path& made, const std::filesystem::path& path,
                  bool replaces, Moves& moves = Moves::real());

/// Whether a process that is no more had begun to make `path`: what clean_up_beside() would remove.
[[nodiscard]] bool was_left_unmade(const std::filesystem::path& path);

/// Ends what processes that are no more had begun at `path`: an "old" one comes back when `path` is
/// not there; every other "old" and "partial" is removed. Those of living processes stay. For when
/// nobody else is about to write `path`.
void clean_up_beside(const std::filesystem::path& path, Moves& moves = Moves::real());

}  // namespace gf::core
