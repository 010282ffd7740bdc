// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/stat_recorder.h"

namespace gf::app {

/// Steps of a recorder as a page gets them: `stride` steps of the recorder as one.
class StepJson {
 public:
  StepJson(const core::StepRecorder& steps, std::size_t stride) : steps_(steps), stride_(stride) {}

  [[nodiscard]] std::size_t steps() const { return (steps_.steps() + stride_ - 1) / stride_; }
  [[nodiscard]] double seconds(std::size_t step) const;  ///< Length of a step.
  /// What value `number` grew by in `step`.
  [[nodiscard]] double grown(std::size_t number, std::size_t step) const;

  /// {"max":1.5,"v":"..."} of one value a step (step_text.h).
  [[nodiscard]] std::string series(const std::function<double(std::size_t step)>& value) const;
  /// The members of the record "tracks" and "curves", as JSON lists.
  [[nodiscard]] std::string tracks(const std::vector<core::StatRecorder::Track>& tracks) const;
  [[nodiscard]] std::string curves(const std::vector<core::StatRecorder::Curve>& curves) const;

 private:
  [[nodiscard]] std::string share_of(std::size_t number) const;
  [[nodiscard]] std::string track(const core::StatRecorder::Track& track) const;
  [[nodiscard]] std::string curve(const core::StatRecorder::Curve& curve) const;

  const core::StepRecorder& steps_;
  const std::size_t stride_;
};

}  // namespace gf::app
