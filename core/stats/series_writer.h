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
/// Counters, durations and stall times are written as their change over the interval, divided by
/// its length. Counts and bytes become rates per second. Times become the share of the interval (0
/// ... 1, more where several waited at a time). Statistics that are not sums (percentiles) are
/// written as their value since the start of the run.
/// The interval k ends just before the events at k * period; the last one is cut where the run
/// ends.
///
/// The first and the last sample have every statistic. Between them a statistic has a row only if
/// it differs from its previous row by more than 1 part in 10^9. read_series()
/// (papers/series_reader.h) restores the whole table.
/// The file ends after the last complete sample that fits into `limit`; see OutputMeter.
class SeriesWriter final : public Sampler {
 public:
  /// Selects the existing statistics whose "path.name" matches one of the comma-separated `globs`;
  /// they must outlive close(). Throws UserError(kUsage) if `period` is zero, a glob matches none,
  /// or the file cannot be written.
  SeriesWriter(const std::filesystem::path& file, const sc_core::sc_time& period,
               const std::string& globs = "*", const OutputLimit& limit = {});

  void take_until(Ticks until) override;
  [[nodiscard]] Ticks next() const override { return next_; }
  [[nodiscard]] bool samples_all_ranks() const override { return true; }

  /// Takes the last sample and ends the file. Throws UserError(kUsage) if writing failed. Without
  /// this call the file lacks its last sample.
  void close();

 private:
  struct Column {
    std::string label;   ///< ",path,name,".
    double last = 0;     ///< Statistic at the last sample.
    double value = 0;    ///< Value in the last sample.
    double written = 0;  ///< Value in its last row.
  };
  enum class Kind { kCounter, kDuration, kStall, kHistogram, kOther };
  struct Source {
    const Stat* stat;
    Kind kind;
    std::vector<std::size_t> rows;  ///< Which of the stat's rows were chosen.
    std::vector<Column> columns;    ///< One for each of `rows`.
    /// kHistogram: count and mean at the last sample; if both are unchanged, nothing was recorded.
    std::pair<std::uint64_t, double> seen{~0ull, 0};
  };
  void select(const std::vector<std::string>& globs);
  void take(Ticks at);
  void read(Source& source, double seconds);
  /// Reads the statistic's rows into values_, in order.
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
  bool sampled_ = false;     ///< The sample at `last_` is not written yet.
  Rows which_ = Rows::kAll;  ///< Rows of the sample that waits to be written.
  bool closed_ = false;
};

}  // namespace gf::core
