// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <systemc>
#include <vector>

#include "core/stats.h"
#include "core/ticks.h"

namespace gf::core {

/// Samples statistics every `period` of simulated time into series.csv: time_s,path,name,value with
/// the end of the interval, and the names of stats.csv; 12 significant digits.
/// Values: counters, durations and stall times as their change over the interval by its length:
/// counts and bytes per second, and for times the share of the interval (0 ... 1, more where
/// several waited at a time). What is no sum (a percentile) is written as it stands, since the
/// run's start. The interval k ends just before the events at k * period; the last one is cut where
/// the run ends.
///
/// run_simulation() takes the samples of the one that is active(), between the events and without
/// any of its own: sampling moves neither a result nor the end of a run, nor keeps it alive.
class Series {
 public:
  /// Selects the statistics of which "path.name" matches one of the comma-separated `globs`, among
  /// those that exist now; they must outlive close(). Throws UserError(kUsage): `period` is zero, a
  /// glob that matches none, the file cannot be written. One at a time.
  Series(const std::filesystem::path& file, const sc_core::sc_time& period,
         const std::string& globs = "*");
  ~Series() { finish(); }
  Series(const Series&) = delete;
  Series& operator=(const Series&) = delete;

  static Series* active() { return active_; }  ///< Null: nobody samples.

  /// Takes every sample that is due up to `until`. Precondition: no event between now and then has
  /// still to act.
  void take_until(Ticks until) {
    while (next_ <= until) take(next_);
  }
  [[nodiscard]] Ticks next() const { return next_; }  ///< When the next sample is due.

  /// Takes the last sample and ends the file. Throws UserError(kUsage) when it could not be
  /// written; the destructor takes no sample and keeps silent.
  void close();

 private:
  struct Column {
    std::string label;  ///< ",path,name,".
    double last = 0;    ///< At the last sample.
  };
  struct Source {
    const Stat* stat;
    bool sum;                       ///< Written as a rate.
    std::vector<std::size_t> rows;  ///< Which of the stat's rows were chosen.
    std::vector<Column> columns;    ///< One for each of `rows`.
  };
  void select(const std::vector<std::string>& globs);
  void take(Ticks at);
  void write(Column& column, double value, bool sum, double seconds, const std::string& time);
  void finish();

  inline static Series* active_ = nullptr;
  const std::filesystem::path file_;
  const Ticks period_;
  std::ofstream out_;
  std::vector<Source> sources_;
  std::vector<StatRow> scratch_;
  Ticks last_ = 0;
  Ticks next_;
  bool closed_ = false;
};

}  // namespace gf::core
