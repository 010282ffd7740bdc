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
  std::string command;  ///< As in run.json; says so where the run is damaged.
  core::Bytes size{0};
  std::filesystem::file_time_type used;  ///< When it was last asked for.
  double wall_seconds = 0;               ///< What it took to make it.
  bool damaged = false;                  ///< It has no run.json that can be read.
};

/// Finished runs on disk, by the key of what they were made from (key.h). Several programs may use
/// one store at a time: a run appears whole or not at all, and who comes second finds the first.
/// Nothing is removed but what a store has made: where others lie in its folders, they stay.
///   runs/<key>/            a run directory, with key.txt and sums.txt (store_entry.h)
///   inputs/<hash>/<name>   files that were made for runs, by their content. A run's copy is a hard
///                          link to it
///   work/<host>.<process>/ what is being made; of a process of this host that is gone, it goes
///   work/<host>.<process>/uses/<key>  an empty file: that process needs the run
/// One object a process and directory.
class Store {
 public:
  /// Makes the directory. Throws UserError(kUsage) for one that cannot be used. `process` is for
  /// tests of two processes that live at a time.
  explicit Store(std::filesystem::path directory, core::Moves& moves = core::Moves::real(),
                 pid_t process = ::getpid());
  ~Store();  ///< Takes away what this process was making.
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
  /// The directory of the run that was made from `facts`, and notes that it is used. Nothing when
  /// there is none or it cannot be read now. A damaged one, of which a file is missing or has other
  /// bytes than were kept, is taken away, or moved to runs/<key>.damaged where its key.txt does not
  /// show that it is the store's; throws UserError when that cannot be.
  [[nodiscard]] std::optional<std::filesystem::path> find(const std::string& facts);
  /// The damaged ones that find() met or drop() took away: "<key>: stats.json is missing".
  [[nodiscard]] const std::vector<std::string>& damaged() const { return damaged_; }
  /// Takes over the finished run directory `made`; returns where it is now. A run that is there
  /// already stays, and gets the files of `made` that it lacks: a page.
  std::filesystem::path keep(const std::filesystem::path& made, const std::string& facts);
  /// Takes away a run that turned out damaged. Throws UserError when that cannot be.
  void drop(const std::string& key);
  /// A file with that content.
  [[nodiscard]] std::filesystem::path input(const std::string& name, const std::string& text);
  /// Where a run may be made: exists, empty, on the same file system as the store.
  [[nodiscard]] std::filesystem::path work(std::size_t number);

  [[nodiscard]] std::vector<StoredRun> list() const;  ///< The last used first, damaged ones last.
  /// Names in runs/ that are no entries of a store (is_store_entry()): list() leaves them out, and
  /// trim() leaves them there.
  [[nodiscard]] std::vector<std::string> others() const;
  /// Takes away the runs that were not used for longest until at most `most` are left on disk, and
  /// inputs that no run has used for a day. Runs that a process found or kept stay while it lives;
  /// of processes of other hosts, while their work is there. Returns how many runs went.
  std::size_t trim(core::Bytes most);

 private:
  [[nodiscard]] std::filesystem::path run_of(const std::string& key) const;
  void clear_left();  ///< Work of processes that are gone.
  /// Whether it took it away; no error when it was not there.
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
  std::set<std::string> in_use_;  ///< Marked.
  std::vector<std::string> damaged_;
};

/// Whether `directory` is one that a Store has made: its three folders are there.
bool is_store(const std::filesystem::path& directory);

/// GPUFABRIC_STORE, else below XDG_CACHE_HOME or ~/.cache: "gpufabric". Empty where there is none
/// of them.
std::filesystem::path default_store();

/// What trim() is called with when a command ends: GPUFABRIC_STORE_LIMIT, else 4 GB [assumed].
core::Bytes store_limit();

}  // namespace gf::runs
