// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "papers/report/report.h"

namespace gf::papers::report {

/// Where a report goes: report.html, results.json, runs/. Experiments run below work(), so that an
/// earlier report stays whole until install() replaces it, and its other files are never touched.
class ReportDirectory {
 public:
  /// Makes the directory and takes it for this process. Throws UserError(kUsage) when it cannot be
  /// made or written, when another process writes there, or when it holds files but no report of
  /// ours and `force` is false.
  ReportDirectory(std::filesystem::path directory, bool force);
  ~ReportDirectory();  ///< What was not installed is removed.
  ReportDirectory(const ReportDirectory&) = delete;
  ReportDirectory& operator=(const ReportDirectory&) = delete;

  [[nodiscard]] bool replaces_report() const { return replaces_report_; }
  [[nodiscard]] std::filesystem::path work() const { return directory_ / ".partial"; }
  [[nodiscard]] std::filesystem::path page() const { return directory_ / "report.html"; }

  /// Writes the page and results.json, and moves work()/runs beside them.
  void install(const Report& report);

 private:
  std::filesystem::path directory_;
  bool replaces_report_ = false;
  int lock_ = -1;
};

}  // namespace gf::papers::report
