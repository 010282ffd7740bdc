// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/base/ring.h"

namespace gf::platforms::proact {

/// The default streams of the GPUs, as documented by CUDA for a copy between two of them
/// (cudaMemcpyPeer). Such a copy is asynchronous to the host, but serialized with all work of both
/// GPUs and of the current device, which is one of the two here. It starts when all earlier work of
/// either GPU is done, and later work waits for it.
class DefaultStreams {
 public:
  explicit DefaultStreams(unsigned gpus) : streams_(gpus) {}

  /// Calls `start` now or later; done() of the same pair ends that copy. The GPUs must differ.
  void issue(unsigned from, unsigned to, std::function<void()> start);
  /// Ends the pair's copy, which must have started; starts copies that waited only for it.
  void done(unsigned from, unsigned to);

 private:
  struct Work {
    unsigned from;
    unsigned to;
    std::function<void()> start;  ///< Set in the stream of `from`, until it starts.
  };
  [[nodiscard]] bool is_first(unsigned from, unsigned to) const;  ///< In both GPUs' streams.
  void start_first(unsigned gpu);          ///< If it is first in its other GPU's stream too.
  std::vector<core::Ring<Work>> streams_;  ///< By GPU, in order of issue; front: next or under way.
};

}  // namespace gf::platforms::proact
