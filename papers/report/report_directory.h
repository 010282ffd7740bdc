// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/system/put_in_place.h"
#include "papers/report/report.h"

namespace gf::papers::report {

/// Where a report goes: report.html, results.json, runs/. Experiments run below work(), so that an
/// earlier report stays until install() replaces it. Other files in the directory are never
/// touched. A kill at any moment leaves the earlier report or the new one whole; where there are
/// other files a kill amid install() leaves names of both, which the next ReportDirectory sets
/// right.
class ReportDirectory {
 public:
  /// Makes the directory and takes it for this process. Throws UserError(kUsage) when it cannot be
  /// made or written, when another process writes there, or when it holds files but no report of
  /// ours and `force` is false; with `force`, when files of others have a report's names.
  ReportDirectory(const std::filesystem::path& directory, bool force,
                  core::Moves& moves = core::Moves::real());
  ~ReportDirectory();  ///< What was not installed is removed.
  ReportDirectory(const ReportDirectory&) = delete;
  ReportDirectory& operator=(const ReportDirectory&) = delete;

  [[nodiscard]] bool replaces_report() const { return replaces_report_; }
  [[nodiscard]] std::filesystem::path work() const { return directory_ / ".partial"; }
  /// The page: where it will be, and after install() where it is.
  [[nodiscard]] std::filesystem::path page() const { return place_ / "report.html"; }
  /// Whether install() left a finished report as it was, the new one being partial.
  [[nodiscard]] bool kept_finished() const { return place_ != shown_; }

  /// Writes the page and results.json, and moves them and work()/runs into place: into the
  /// directory, but into "<directory>.partial" when `report` is interrupted and the directory holds
  /// a report that is not.
  void install(const Report& report);

 private:
  void open_and_lock();
  void check(bool force);
  void move_into_place();

  core::Moves& moves_;
  const std::filesystem::path shown_;  ///< As the user names it.
  std::filesystem::path directory_;
  std::filesystem::path place_;
  bool replaces_report_ = false;
  int lock_ = -1;
};

}  // namespace gf::papers::report
