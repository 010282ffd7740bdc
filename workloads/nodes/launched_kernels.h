// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>

#include "core/base/ticks.h"

namespace gf::model {

/// The kernels that the host launches on one GPU. They run one after the other, each not before its
/// launch has returned.
class LaunchedKernels {
 public:
  /// Records that the host begins a launch. Launches return in order, so a queue without numbers
  /// suffices.
  void launched(core::Ticks time) { launches_.push_back(time); }
  /// Called when the oldest pending launch returns. Returns the time at which its kernel ends.
  core::Ticks launch_returned() {
    free_ = std::max(free_, core::now_ticks()) + launches_.front();
    launches_.pop_front();
    return free_;
  }
  [[nodiscard]] core::Ticks free() const { return free_; }  ///< End of all launched kernels.

 private:
  std::deque<core::Ticks> launches_;  ///< Run times of the kernels whose launch has not returned.
  core::Ticks free_ = 0;
};

}  // namespace gf::model
