// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/stats/stat_recorder.h"

namespace gf::app {

inline double seconds_of(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

/// Steps of a recorder in the form for a page: `stride` recorder steps become one. Gives up when
/// values exceed a size limit: results are useless then.
class StepJson {
 public:
  StepJson(const core::StepRecorder& steps, std::size_t stride, std::size_t most_bytes);

  [[nodiscard]] std::size_t steps() const { return seconds_.size(); }
  [[nodiscard]] double seconds(std::size_t step) const { return seconds_[step]; }  ///< Its length.
  /// Returns the increase of value `number` in `step`.
  [[nodiscard]] double grown(std::size_t number, std::size_t step) const;

  /// Returns true if the values have not exceeded the limit.
  [[nodiscard]] bool fits() const { return bytes_ <= most_bytes_; }
  /// Returns an estimate of the bytes for the values of `tracks`, from a sample if there are many
  /// tracks; 0 if there are few.
  [[nodiscard]] std::size_t estimate(const std::vector<core::StatRecorder::Track>& tracks);
  /// The members "tracks", "curves" and "descriptions" of the record, as JSON lists. Call
  /// descriptions() last: curves refer to its entries by number.
  [[nodiscard]] std::string tracks(const std::vector<core::StatRecorder::Track>& tracks);
  [[nodiscard]] std::string curves(const std::vector<core::StatRecorder::Curve>& curves);
  [[nodiscard]] std::string descriptions() const;

 private:
  /// Appends {"max":1.5,"v":"..."}, with one value per step (step_lines.h).
  template <class Value>
  void series(std::string& text, const Value& value);
  /// Appends the rate of value `number`: its increase in each step, times `unit`, divided by the
  /// step's length.
  void rate_of(std::string& text, std::size_t number, double unit);
  void track(std::string& text, const core::StatRecorder::Track& track);
  void curve(std::string& text, const core::StatRecorder::Curve& curve);

  const core::StepRecorder& steps_;
  const std::size_t stride_;
  const std::size_t most_bytes_;
  std::vector<double> seconds_;  ///< Lengths of the steps.
  std::vector<double> values_;   ///< Of the series being written.
  std::size_t bytes_ = 0;        ///< Size of the values so far.
  /// Of curves; each is stored once, because many statistics share one.
  std::map<std::string, std::size_t> descriptions_;
};

}  // namespace gf::app
