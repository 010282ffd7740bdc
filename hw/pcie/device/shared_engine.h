// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <utility>

namespace gf::hw::pcie {

/// The only copy engine of a GPU, which a CopyEngine and a ReadEngine share: it writes or reads.
/// Order: copies take it in the order of take().
class SharedEngine {
 public:
  /// Calls `start` as soon as the engine is free: now, or in a later release().
  void take(std::function<void()> start) {
    waiting_.push_back(std::move(start));
    if (!std::exchange(busy_, true)) next();
  }
  /// The copy that took the engine last has ended.
  void release() {
    busy_ = !waiting_.empty();
    if (busy_) next();
  }

 private:
  void next() {
    const std::function<void()> start = std::move(waiting_.front());
    waiting_.pop_front();
    start();
  }

  bool busy_ = false;
  std::deque<std::function<void()>> waiting_;
};

}  // namespace gf::hw::pcie
