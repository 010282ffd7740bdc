// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/text/output_meter.h"
#include "core/time/sampler.h"

namespace gf::core {

/// Samples statistics every `period` of simulated time into series.csv: time_s,path,name,value with
/// the end of the interval, and the names of stats.csv; 12 significant digits.
/// Values: counters, durations and stall times as their change over the interval by its length:
/// counts and bytes per second, and for times the share of the interval (0 ... 1, more where
/// several waited at a time). Statistics that are not sums (percentiles) are written as their value
/// since the start of the run. The interval k ends just before the events at k * period; the last one is cut where
/// the run ends.
///
/// Rows: the first and the last sample have every statistic; between them a statistic has a row
/// where it differs from its row before by more than 1 part in 10^9, and holds its value where it
/// has none. read_series() (papers/series_reader.h) makes the table whole again.
/// The file ends after a whole sample that still lay within `limit`; see OutputMeter.
class Series final : public Sampler {
 public:
  /// Selects the statistics of which "path.name" matches one of the comma-separated `globs`, among
  /// those that exist now; they must outlive close(). Throws UserError(kUsage): `period` is zero, a
  /// glob that matches none, the file cannot be written.
  Series(const std::filesystem::path& file, const sc_core::sc_time& period,
         const std::string& globs = "*", const OutputLimit& limit = {});

  void take_until(Ticks until) override;
  [[nodiscard]] Ticks next() const override { return next_; }
  [[nodiscard]] bool looks_at_all_ranks() const override { return true; }

  /// Takes the last sample and ends the file. Throws UserError(kUsage) when it could not be
  /// written; without it the file lacks its last sample.
  void close();

 private:
  struct Column {
    std::string label;   ///< ",path,name,".
    double last = 0;     ///< Statistic at the last sample.
    double value = 0;    ///< What the last sample has of it.
    double written = 0;  ///< What its last row says.
  };
  enum class Kind { kCounter, kDuration, kStall, kHistogram, kOther };
  struct Source {
    const Stat* stat;
    Kind kind;
    std::vector<std::size_t> rows;  ///< Which of the stat's rows were chosen.
    std::vector<Column> columns;    ///< One for each of `rows`.
    /// kHistogram: count and mean at the last sample; the same tell that nothing came.
    std::pair<std::uint64_t, double> seen{~0ull, 0};
  };
  void select(const std::vector<std::string>& globs);
  void take(Ticks at);
  void read(Source& source, double seconds);
  /// The statistic's rows into values_, in their order.
  void read_values(const Source& source);
  enum class Rows { kChanged, kAll };
  void write_sample(Rows which);
  void end();

  const std::filesystem::path file_;
  const Ticks period_;
  OutputMeter meter_;
  std::ofstream out_;
  std::vector<Source> sources_;
  std::vector<StatRow> scratch_;
  std::vector<double> values_;
  std::string text_;
  Ticks last_;               ///< End of the last sample.
  Ticks written_until_ = 0;  ///< Time up to which the file reaches.
  Ticks next_;               ///< End of the next sample; kNever: none.
  bool sampled_ = false;     ///< The sample of `last_` waits to be written.
  Rows which_ = Rows::kAll;  ///< Rows of the sample that waits to be written.
  bool closed_ = false;
};

}  // namespace gf::core
