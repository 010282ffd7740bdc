// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "papers/experiment.h"

namespace gf::papers {

/// The files through which a worker process and `gpufabric reproduce` speak.
class WorkerFiles {
 public:
  /// `directory`: the runner's; `id`: the experiment's.
  WorkerFiles(const std::filesystem::path& directory, const std::string& id);

  [[nodiscard]] const std::filesystem::path& runs() const { return runs_; }
  [[nodiscard]] std::filesystem::path log() const { return runs_ / "stderr.txt"; }

  void write_progress(double fraction) const;
  [[nodiscard]] double read_progress() const;  ///< 0 when nothing was written yet.

  /// Written under another name, then renamed: a result is there whole or not at all.
  void write_result(const ExperimentResult& result) const;
  [[nodiscard]] ExperimentResult read_result() const;  ///< Throws when there is none.

  /// The last line of the log, or "it wrote no message".
  [[nodiscard]] std::string last_words() const;
  [[nodiscard]] bool has_log() const;  ///< The log holds something.
  void remove_empty_log() const;

 private:
  std::filesystem::path runs_;
  std::filesystem::path result_;
  std::filesystem::path progress_;
};

/// The last line of `file` that holds words; "it wrote no message" when there is none.
std::string last_line_of(const std::filesystem::path& file);

}  // namespace gf::papers
