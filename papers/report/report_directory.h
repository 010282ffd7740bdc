// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/system/put_in_place.h"
#include "papers/report/report.h"

namespace gf::papers::report {

/// Destination of a report: report.html, results.json, runs/. Experiments run below work(), so that
/// an earlier report stays until install() replaces it. Other files in the directory are never
/// touched. If the process is killed at any time, the earlier report or the new one is complete. In
/// a directory with other files a kill during install() leaves names of both, which the next
/// ReportDirectory repairs.
class ReportDirectory {
 public:
  /// Creates the directory and locks it for this process. Throws UserError(kUsage) if it cannot be
  /// created or written, if another process writes there, or if it holds files but no report of
  /// ours and `force` is false. With `force` it throws if foreign files have a report's names.
  ReportDirectory(const std::filesystem::path& directory, bool force,
                  core::Moves& moves = core::Moves::real());
  ~ReportDirectory();  ///< Removes files that were not installed.
  ReportDirectory(const ReportDirectory&) = delete;
  ReportDirectory& operator=(const ReportDirectory&) = delete;

  [[nodiscard]] bool replaces_report() const { return replaces_report_; }
  [[nodiscard]] std::filesystem::path work() const { return directory_ / ".partial"; }
  /// Path of the page after install().
  [[nodiscard]] std::filesystem::path page() const { return place_ / "report.html"; }
  /// Returns whether install() left a finished report in place because the new one is partial.
  [[nodiscard]] bool kept_finished() const { return place_ != shown_; }

  /// Writes the page and results.json, and moves them and work()/runs into the directory. If
  /// `report` is interrupted and the directory holds a complete one, it uses "<directory>.partial"
  /// instead.
  void install(const Report& report);

 private:
  void open_and_lock();
  void check(bool force);
  void move_into_place();

  core::Moves& moves_;
  const std::filesystem::path shown_;  ///< As given by the user.
  std::filesystem::path directory_;
  std::filesystem::path place_;
  bool replaces_report_ = false;
  int lock_ = -1;
};

}  // namespace gf::papers::report
