// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/stats/stat_recorder.h"

namespace gf::app {

inline double seconds_of(core::Ticks ticks) { return core::to_time(ticks).to_seconds(); }

/// Steps of a recorder as a page gets them: `stride` steps of the recorder as one. Gives up once
/// values take more than a limit: what it returned then is of no use.
class StepJson {
 public:
  StepJson(const core::StepRecorder& steps, std::size_t stride, std::size_t most_bytes);

  [[nodiscard]] std::size_t steps() const { return seconds_.size(); }
  [[nodiscard]] double seconds(std::size_t step) const { return seconds_[step]; }  ///< Its length.
  /// What value `number` grew by in `step`.
  [[nodiscard]] double grown(std::size_t number, std::size_t step) const;

  /// Values have not taken more than the limit.
  [[nodiscard]] bool fits() const { return bytes_ <= most_bytes_; }
  /// About how many bytes the values of `tracks` take, from some of them, where there are many; 0
  /// where there are few.
  [[nodiscard]] std::size_t estimate(const std::vector<core::StatRecorder::Track>& tracks);
  /// The members of the record "tracks" and "curves", as JSON lists; "descriptions", to which
  /// curves refer by number: after them.
  [[nodiscard]] std::string tracks(const std::vector<core::StatRecorder::Track>& tracks);
  [[nodiscard]] std::string curves(const std::vector<core::StatRecorder::Curve>& curves);
  [[nodiscard]] std::string descriptions() const;

 private:
  /// Appends {"max":1.5,"v":"..."} of one value a step (step_text.h).
  template <class Value>
  void series(std::string& text, const Value& value);
  /// Of what value `number` grew by in each step, times `unit`, by the length of the step.
  void rate_of(std::string& text, std::size_t number, double unit);
  void track(std::string& text, const core::StatRecorder::Track& track);
  void curve(std::string& text, const core::StatRecorder::Curve& curve);

  const core::StepRecorder& steps_;
  const std::size_t stride_;
  const std::size_t most_bytes_;
  std::vector<double> seconds_;  ///< Lengths of the steps.
  std::vector<double> values_;   ///< Of the series that is written.
  std::size_t bytes_ = 0;        ///< What values have taken.
  /// Of curves, each once: many statistics share one.
  std::map<std::string, std::size_t> descriptions_;
};

}  // namespace gf::app
