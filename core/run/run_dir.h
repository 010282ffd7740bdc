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

/// A file that a parameter named, as it was at the start of the run.
struct RunInput {
  std::string parameter;  ///< "graphs".
  std::string given;      ///< The file's name as it was given.
  std::string file;       ///< "inputs/graphs.csv", or absolute when it was not copied.
  std::string sha1;       ///< sha1_hex() of its bytes.
  std::uint64_t bytes = 0;
};

/// An option that had its value not from the command line but from what a user or a site has set.
struct RunDefault {
  std::string option;  ///< "max-wall".
  std::string value;
  std::string origin;  ///< "GPUFABRIC_MAX_WALL", "/home/ada/.config/gpufabric/config.ini:3".
};

/// What run.json tells of a run beside the format of its files, the program's version, date, host,
/// working directory, simulated time, wall time, peak memory and files; docs/schemas/ has its
/// schema.
struct RunRecord {
  std::string command;  ///< The command line.
  std::string platform;
  std::uint64_t seed = 0;
  ExitCode code = ExitCode::kDone;
  std::string reason;        ///< "done", "stopped: max wall time", a deadlock report.
  bool interrupted = false;  ///< A signal ended the run.
  bool partial = false;      ///< The results cover less than was asked for.
  std::vector<RunInput> inputs;
  std::vector<RunDefault> defaults = {};  ///< Beside the command line.
};

/// One run's files. They are written to "<path>.partial-<process id>" and appear under `path` all
/// at once at commit(); a run that fails leaves nothing behind. Parents are created as needed.
/// What is finished is replaced only by something finished, whole: a kill at any moment leaves the
/// earlier run or the new one, and the next RunDirectory of that path removes the rest.
class RunDirectory {
 public:
  /// Throws UserError(kUsage) before anything is simulated: `path` is a file, cannot be written,
  /// or holds files. With `force` an earlier run's directory (one with our run.json) is replaced at
  /// commit(); a directory of other files is refused even so.
  RunDirectory(const std::string& path, bool force, Moves& moves = Moves::real());
  ~RunDirectory();  ///< Discards what was not committed.
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  /// Where to write the file `name` ("stats.json", "runs/1.csv"); its folder exists.
  [[nodiscard]] std::filesystem::path file(const std::string& name) const;
  /// The path that a finished run gets.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes run.json, moves everything into place and returns where: path(), but
  /// "<path>.partial" for partial results when path() holds finished ones. Throws UserError(kUsage)
  /// when that fails; when another program took path() meanwhile, all is in "<path>.new".
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

/// The page of a run in its directory, and the record of which it is made; not there with
/// --no-page.
inline constexpr const char* kPageFile = "run.html";
inline constexpr const char* kRecordFile = "record.json";
/// Files that a store of runs adds to a run (runs/store_entry.h): what its key was made of, and the
/// sums of its files.
inline constexpr const char* kFactsFile = "key.txt";
inline constexpr const char* kSumsFile = "sums.txt";

/// Whether `path` is a directory with a run.json that this program wrote.
bool is_run_directory(const std::filesystem::path& path);

/// Whether it is one whose results are all that was asked for.
bool is_finished_run(const std::filesystem::path& path);

/// Most memory that this process has had resident, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace gf::core
