// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/system/put_in_place.h"

namespace gf::core {

/// A file that a parameter named, with its contents at the start of the run.
struct RunInput {
  std::string parameter;  ///< "graphs".
  std::string given;      ///< The file's name as it was given.
  std::string file;       ///< "inputs/graphs.csv", or absolute when it was not copied.
  std::string sha1;       ///< sha1_hex() of its bytes.
  std::uint64_t bytes = 0;
};

/// An option whose value came from the settings of a user or a site, not from the command line.
struct RunDefault {
  std::string option;  ///< "max-wall".
  std::string value;
  std::string origin;  ///< "GPUFABRIC_MAX_WALL", "/home/ada/.config/gpufabric/config.ini:3".
};

/// The data that a run contributes to run.json. The rest of run.json is the format of its files,
/// the program's version, date, host, working directory, simulated time, wall time, peak memory and
/// files. docs/schemas/ has its schema.
struct RunRecord {
  std::string command;  ///< The command line.
  std::string platform;
  std::uint64_t seed = 0;
  ExitCode code = ExitCode::kDone;
  std::string reason;        ///< "done", "stopped: max wall time", a deadlock report.
  bool interrupted = false;  ///< A signal ended the run.
  bool partial = false;      ///< The results cover less than was asked for.
  std::vector<RunInput> inputs;
  std::vector<RunDefault> defaults = {};  ///< Options that were not set on the command line.
};

/// The files of one run. They are written to "<path>.partial-<process id>" and appear under `path`
/// all at once at commit(); a run that fails leaves nothing behind. Parents are created as needed.
/// A finished run is only ever replaced by a finished run, as a whole. If the process is killed,
/// either the earlier run or the new one is there. The next RunDirectory of that path removes the
/// leftovers.
class RunDirectory {
 public:
  /// Throws UserError(kUsage) before anything is simulated if `path` is a file, cannot be written,
  /// or holds files. With `force`, commit() replaces the directory of an earlier run (one with our
  /// run.json). A directory of other files is refused even with `force`.
  RunDirectory(const std::string& path, bool force, Moves& moves = Moves::real());
  ~RunDirectory();  ///< Discards everything that was not committed.
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  /// Returns where to write the file `name` ("stats.json", "runs/1.csv"); its folder exists.
  [[nodiscard]] std::filesystem::path file(const std::string& name) const;
  /// The path of the finished run.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes run.json and moves all files into place. Returns the place: path(), or "<path>.partial"
  /// if the results are partial and path() holds finished ones. Throws UserError(kUsage) when that
  /// fails. If another program took path() meanwhile, the files are in "<path>.new".
  std::filesystem::path commit(const RunRecord& record);
  void discard();

 private:
  void write_record(const RunRecord& record) const;
  void move_to(const std::filesystem::path& place);
  [[noreturn]] void keep_beside();

  Moves& moves_;
  const bool force_;
  std::filesystem::path path_;
  std::filesystem::path partial_;
  std::vector<std::filesystem::path> made_parents_;  ///< Outermost first; discard() removes them.
  std::filesystem::path working_directory_;
  std::chrono::system_clock::time_point date_ = std::chrono::system_clock::now();
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// The HTML page of a run in its directory, and the record from which it is made. Both are missing
/// with --no-page.
inline constexpr const char* kPageFile = "run.html";
inline constexpr const char* kRecordFile = "record.json";
/// Files that a store of runs adds to a run (runs/store_entry.h): the text that its key is made
/// from, and the checksums of its files.
inline constexpr const char* kFactsFile = "key.txt";
inline constexpr const char* kSumsFile = "sums.txt";

/// Tells whether `path` is a directory with a run.json that this program wrote.
bool is_run_directory(const std::filesystem::path& path);

/// Throws UserError(kBadInput) with the version that made it, unless the run directory `path` has
/// the form that this program writes and reads. `command` is the one that needs it: "why".
void check_run_form(const std::filesystem::path& path, const std::string& command);

/// Tells whether `path` is the directory of a run with complete results.
bool is_finished_run(const std::filesystem::path& path);

/// Returns the largest resident memory that this process has had, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace gf::core
