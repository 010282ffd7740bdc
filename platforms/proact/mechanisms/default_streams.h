// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/base/ring.h"

namespace gf::platforms::proact {

/// The default streams of the GPUs, as CUDA documents them for a copy between two of them
/// (cudaMemcpyPeer: asynchronous to the host, serialized with all work of both and of the current
/// device, here one of the two): it starts once all that was issued to either GPU earlier is done,
/// and what is issued later waits.
class DefaultStreams {
 public:
  explicit DefaultStreams(unsigned gpus) : streams_(gpus) {}

  /// Calls `start` now or later; done() of the same pair ends what it started. Two GPUs.
  void issue(unsigned from, unsigned to, std::function<void()> start);
  /// Ends the copy of the pair, which was started; starts those that waited for it alone.
  void done(unsigned from, unsigned to);

 private:
  struct Work {
    unsigned from;
    unsigned to;
    std::function<void()> start;  ///< Set in the stream of `from`, until it starts.
  };
  [[nodiscard]] bool is_first(unsigned from, unsigned to) const;  ///< In both GPUs' streams.
  void start_first(unsigned gpu);          ///< If it is first of its other GPU's too.
  std::vector<core::Ring<Work>> streams_;  ///< By GPU, in order of issue; front: next or under way.
};

}  // namespace gf::platforms::proact
