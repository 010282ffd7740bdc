// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <systemc>
#include <vector>

namespace gf::core {

class ByteReader;
class ByteWriter;

/// Unit of a statistic, as it is written to stats.json and stats.csv.
enum class Unit { kCount, kBytes, kSeconds, kBytesPerSecond, kRatio };
std::string_view to_text(Unit unit);

/// One named value of a statistic, ready for a writer: ("hop_wait.p99", 1.2e-7, seconds, "...").
struct StatRow {
  std::string path;
  std::string name;
  double value = 0;
  Unit unit = Unit::kCount;
  std::string description;
};

class StatGroup;

/// A statistic: name, unit, description. It can be read at any time, not only after
/// end_of_simulation. Values returned by reference stay in place and may be read repeatedly
/// (core/stats/step_recorder.h).
class Stat {
 public:
  Stat(StatGroup& group, std::string_view name, Unit unit, std::string_view description);
  Stat(const Stat&) = delete;
  Stat& operator=(const Stat&) = delete;
  virtual ~Stat() = default;

  [[nodiscard]] const std::string& name() const { return label_->name; }
  [[nodiscard]] Unit unit() const { return label_->unit; }
  [[nodiscard]] const std::string& description() const { return label_->description; }
  /// Appends the values that writers print: one for a counter, several for a histogram.
  virtual void append_rows(const std::string& path, std::vector<StatRow>& rows) const = 0;
  virtual void reset() = 0;
  /// Writes the counts as bytes (core/base/parcel_bytes.h) for the same statistic of another
  /// process. There take() replaces its own counts with them.
  virtual void put(ByteWriter& writer) const = 0;
  virtual void take(ByteReader& reader) = 0;

 private:
  struct Label {
    std::string name;
    Unit unit;
    std::string description;
  };
  /// Stored separately, so that values that are counted together share cache lines.
  const std::unique_ptr<const Label> label_;
};

/// The statistics of one module. A group is registered with StatRegistry for the module's lifetime.
/// Two groups at one path are a model bug and fail a check.
class StatGroup {
 public:
  explicit StatGroup(std::string path);
  explicit StatGroup(const char* path) : StatGroup(std::string(path)) {}
  explicit StatGroup(const sc_core::sc_object& owner) : StatGroup(std::string(owner.name())) {}
  StatGroup(const StatGroup&) = delete;
  StatGroup& operator=(const StatGroup&) = delete;
  ~StatGroup();

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::vector<Stat*>& stats() const { return stats_; }
  void reset();

 private:
  friend class Stat;
  std::string path_;
  std::vector<Stat*> stats_;
};

/// Counts things or bytes.
class Counter final : public Stat {
 public:
  Counter(StatGroup& group, std::string_view name, Unit unit, std::string_view description)
      : Stat(group, name, unit, description) {}
  Counter& operator++() { return *this += 1; }
  Counter& operator+=(std::uint64_t n) {
    value_ += n;
    return *this;
  }
  [[nodiscard]] const std::uint64_t& value() const { return value_; }
  void append_rows(const std::string& path, std::vector<StatRow>& rows) const override;
  void reset() override { value_ = 0; }
  void put(ByteWriter& writer) const override;
  void take(ByteReader& reader) override;

 private:
  std::uint64_t value_ = 0;
};

/// Sum of time spans.
class Duration final : public Stat {
 public:
  Duration(StatGroup& group, std::string_view name, std::string_view description)
      : Stat(group, name, Unit::kSeconds, description) {}
  void add(const sc_core::sc_time& span) { ticks_ += span.value(); }
  void add_ticks(std::uint64_t ticks) { ticks_ += ticks; }  ///< In units of the time resolution.
  [[nodiscard]] sc_core::sc_time value() const { return sc_core::sc_time::from_value(ticks_); }
  [[nodiscard]] const std::uint64_t& ticks() const { return ticks_; }
  void append_rows(const std::string& path, std::vector<StatRow>& rows) const override;
  void reset() override { ticks_ = 0; }
  void put(ByteWriter& writer) const override;
  void take(ByteReader& reader) override;

 private:
  std::uint64_t ticks_ = 0;
};

/// Why something that was ready could not proceed.
enum class StallCause : std::uint8_t {
  kNoCredit,         ///< The receiver has not returned enough credit.
  kLinkBusy,         ///< The link still sends an earlier packet of the same source.
  kLaneTurning,      ///< Lanes change direction.
  kBufferFull,       ///< Waits behind another packet of its own queue (head-of-line blocking).
  kArbitrationLost,  ///< The link serves another source.
  kReplay,           ///< The link sends packets again after an error.
};
inline constexpr std::size_t kStallCauses = 6;
std::string_view to_text(StallCause cause);  ///< "no_credit", "link_busy", ...

/// Time by stall cause, without name and description: for per-flow records.
struct StallTimes {
  std::array<std::uint64_t, kStallCauses> ticks{};  ///< In units of the time resolution.
  void add(StallCause cause, std::uint64_t span_ticks) {
    ticks[static_cast<std::size_t>(cause)] += span_ticks;
  }
  void add(const StallTimes& times) {
    for (std::size_t i = 0; i < kStallCauses; ++i) ticks[i] += times.ticks[i];
  }
  [[nodiscard]] sc_core::sc_time of(StallCause cause) const {
    return sc_core::sc_time::from_value(ticks[static_cast<std::size_t>(cause)]);
  }
};

/// Stall time split by cause: "stall.no_credit", "stall.link_busy", ..., and "stall.total".
class StallDuration final : public Stat {
 public:
  StallDuration(StatGroup& group, std::string_view name, std::string_view description)
      : Stat(group, name, Unit::kSeconds, description) {}
  void add(StallCause cause, std::uint64_t span_ticks) { times_.add(cause, span_ticks); }
  void add(const StallTimes& times) { times_.add(times); }
  [[nodiscard]] const StallTimes& times() const { return times_; }
  void append_rows(const std::string& path, std::vector<StatRow>& rows) const override;
  void reset() override { times_ = {}; }
  void put(ByteWriter& writer) const override;
  void take(ByteReader& reader) override;

 private:
  StallTimes times_;
};

/// Distribution of non-negative integers in logarithmic buckets, 16 per octave (error <= 3.2 %).
/// Rows: count, mean, min, p50, p90, p99, max; scaled by `scale` (1e-15 for ticks of 1 fs).
class Histogram final : public Stat {
 public:
  Histogram(StatGroup& group, std::string_view name, Unit unit, std::string_view description,
            double scale = 1.0);
  void record(std::uint64_t value);
  void record(const sc_core::sc_time& span) { record(span.value()); }
  [[nodiscard]] const std::uint64_t& count() const { return count_; }
  [[nodiscard]] const double& sum() const { return sum_; }  ///< Not scaled.
  [[nodiscard]] double scale() const { return scale_; }     ///< Factor of rows and percentiles.
  [[nodiscard]] double mean() const;                        ///< Scaled; 0 when empty.
  [[nodiscard]] double percentile(double p) const;  ///< 0 <= p <= 100, scaled; 0 when empty.
  [[nodiscard]] double max() const { return static_cast<double>(max_) * scale_; }
  void append_rows(const std::string& path, std::vector<StatRow>& rows) const override;
  void reset() override;
  void put(ByteWriter& writer) const override;
  void take(ByteReader& reader) override;

 private:
  double scale_;
  std::uint64_t count_ = 0;
  std::uint64_t min_ = ~0ull;
  std::uint64_t max_ = 0;
  double sum_ = 0;
  std::vector<std::uint64_t> buckets_;
};

/// Every existing StatGroup, sorted by path when read. There is one simulation per process.
class StatRegistry {
 public:
  static StatRegistry& instance();
  [[nodiscard]] std::vector<const StatGroup*> groups() const;
  [[nodiscard]] std::vector<StatRow> rows() const;
  void reset();

 private:
  friend class StatGroup;
  std::map<std::string_view, StatGroup*> groups_;  ///< By path; keys are the groups' own strings.
};

}  // namespace gf::core
