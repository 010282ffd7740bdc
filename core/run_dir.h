// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.h"

namespace gf::core {

/// What run.json tells of a run beside the program's version, wall time, peak memory and files.
struct RunRecord {
  std::string command;  ///< The command line.
  std::string platform;
  std::uint64_t seed = 0;
  ExitCode code = ExitCode::kDone;
  std::string reason;        ///< "done", "stopped: max wall time", a deadlock report.
  bool interrupted = false;  ///< A signal ended the run.
  bool partial = false;      ///< The results cover less than was asked for.
};

/// One run's files. They are written to "<path>.partial-<process id>" and appear under `path` all
/// at once at commit(); a run that fails leaves nothing behind. Parents are created as needed.
class RunDirectory {
 public:
  /// Throws UserError(kUsage) before anything is simulated: `path` is a file, cannot be written,
  /// or holds files. With `force` an earlier run's directory (one with our run.json) is replaced at
  /// commit(); a directory of other files is refused even so.
  RunDirectory(const std::string& path, bool force);
  ~RunDirectory();  ///< Discards what was not committed.
  RunDirectory(const RunDirectory&) = delete;
  RunDirectory& operator=(const RunDirectory&) = delete;

  /// Where to write the file `name` ("stats.json", "runs/1.csv"); its folder exists.
  [[nodiscard]] std::filesystem::path file(const std::string& name) const;
  /// The path that commit() moves the files to.
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes run.json and moves everything into place. Throws UserError(kUsage) when that fails.
  void commit(const RunRecord& record);
  void discard();

 private:
  void write_record(const RunRecord& record) const;
  void move_into_place();

  std::filesystem::path path_;
  std::filesystem::path partial_;
  std::vector<std::filesystem::path> made_parents_;  ///< Outermost first; discard() removes them.
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Whether `path` is a directory with a run.json that this program wrote.
bool is_run_directory(const std::filesystem::path& path);

/// Most memory that this process has had resident, in bytes.
std::uint64_t peak_memory_bytes();

}  // namespace gf::core
