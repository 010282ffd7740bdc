// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "core/base/units.h"
#include "core/system/put_in_place.h"

namespace gf::runs {

/// A run that the store holds, as `gpufabric runs list` shows it.
struct StoredRun {
  std::string key;
  std::string command;  ///< As in run.json; if the run is damaged, a note of that.
  core::Bytes size{0};
  std::filesystem::file_time_type used;  ///< When it was last requested.
  double wall_seconds = 0;               ///< Time that its execution took.
  bool damaged = false;                  ///< It has no readable run.json.
};

/// Finished runs on disk, by a key made from their facts (key.h). Several programs may use one
/// store at a time: a run appears whole or not at all, and a program that makes it a second time
/// finds the first. Nothing is removed except what a store has made; other files in its folders
/// stay.
///   runs/<key>/            a run directory, with key.txt and sums.txt (store_entry.h)
///   inputs/<hash>/<name>   files that were made for runs, by their content. A run's copy is a hard
///                          link to it
///   work/<host>.<process>/ runs in progress; removed if that process of this host no longer exists
///   work/<host>.<process>/uses/<key>  an empty file: that process needs the run
/// Use one object per process and directory.
class Store {
 public:
  /// Creates the directory. Throws UserError(kUsage) if it cannot be used. `process` is for tests
  /// of two processes that exist at the same time.
  explicit Store(std::filesystem::path directory, core::Moves& moves = core::Moves::real(),
                 pid_t process = ::getpid());
  ~Store();  ///< Removes the work in progress of this process.
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  /// Returns the directory of the run that was made from `facts`, and marks it as used. Returns
  /// nothing if there is none or it cannot be read now.
  /// A damaged run, with a missing or changed file, is removed. It is moved to runs/<key>.damaged
  /// instead if its key.txt does not show that a store made it. Throws UserError if that fails.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& facts);
  /// Returns the damaged runs that find() found or drop() removed: "<key>: stats.json is missing".
  [[nodiscard]] const std::vector<std::string>& damaged() const { return damaged_; }
  /// Moves the finished run directory `made` into the store; returns its place there. If the run is
  /// already there, it stays and gets the files that only `made` has: a page.
  std::filesystem::path keep(const std::filesystem::path& made, const std::string& facts);
  /// Removes a run that turned out damaged. Throws UserError if that fails.
  void drop(const std::string& key);
  /// Returns the path of a file with that content.
  [[nodiscard]] std::filesystem::path input(const std::string& name, const std::string& text);
  /// Returns a directory for a new run: it exists, is empty, and is on the same file system as the
  /// store.
  [[nodiscard]] std::filesystem::path work(std::size_t number);

  [[nodiscard]] std::vector<StoredRun> list() const;  ///< The most recently used first, damaged
                                                      ///< ones last.
  /// Returns the names in runs/ that are not entries of a store (is_store_entry()); list() and
  /// trim() ignore them.
  [[nodiscard]] std::vector<std::string> others() const;
  /// Removes the least recently used runs until at most `most` are left on disk, and inputs that no
  /// run has used for a day. Runs that a process found or kept stay while the process exists; for
  /// processes of other hosts, while their work directory exists. Returns the number of removed
  /// runs.
  std::size_t trim(core::Bytes most);

 private:
  [[nodiscard]] std::filesystem::path run_of(const std::string& key) const;
  void clear_left();  ///< Removes work of processes that no longer exist.
  /// Returns whether it removed `path`; it is no error if that did not exist.
  bool remove(const std::filesystem::path& path, std::error_code& error);
  void remove_damaged(const std::string& key);
  bool set_aside(const std::string& key, std::error_code& error);
  void complete(const std::filesystem::path& run, const std::filesystem::path& made);
  void write_sums(const std::filesystem::path& run, const std::string& sums);
  void mark(const std::string& key);
  [[nodiscard]] bool is_used(const std::string& key) const;
  [[nodiscard]] std::filesystem::path input_of(const std::string& name,
                                               const std::string& text) const;
  void share_inputs(const std::filesystem::path& made) const;
  void trim_inputs();

  core::Moves& moves_;
  std::filesystem::path directory_;
  std::filesystem::path work_;
  std::set<std::string> in_use_;  ///< Keys that this process has marked as used.
  std::vector<std::string> damaged_;
};

/// Tells whether a Store has made `directory`: its three folders exist.
bool is_store(const std::filesystem::path& directory);

/// Returns GPUFABRIC_STORE, else "gpufabric" below XDG_CACHE_HOME or ~/.cache. Empty if none of
/// them is set.
std::filesystem::path default_store();

/// Returns the limit for trim() when a command ends: GPUFABRIC_STORE_LIMIT, else 4 GB [assumed].
core::Bytes store_limit();

}  // namespace gf::runs
