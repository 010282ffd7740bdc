// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <deque>

#include "core/base/ticks.h"

namespace gf::model {

/// The kernels of one GPU that its host launches: they run one after the other, each from the
/// return of its launch on.
class LaunchedKernels {
 public:
  /// The host calls; its calls return in order, so launches are a queue and need no number.
  void launched(core::Ticks time) { launches_.push_back(time); }
  /// The first of them returns now. When its kernel ends.
  core::Ticks launch_returned() {
    free_ = std::max(free_, core::now_ticks()) + launches_.front();
    launches_.pop_front();
    return free_;
  }
  [[nodiscard]] core::Ticks free() const { return free_; }  ///< All that run have ended.

 private:
  std::deque<core::Ticks> launches_;  ///< Times of kernels whose launch has not returned.
  core::Ticks free_ = 0;
};

}  // namespace gf::model
