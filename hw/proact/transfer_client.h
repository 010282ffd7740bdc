// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/time/clock_domain.h"

namespace gf::hw::proact {

/// Receives the events of the chunks that a GPU produces, in cycle `now`; it may act from the next
/// cycle on.
class TransferClient {
 public:
  virtual ~TransferClient() = default;
  /// All writers of a chunk have finished: it can be sent. Arguments: GPU, region, chunk, cycle.
  virtual void chunk_ready(unsigned, unsigned, unsigned, core::Cycle) {}
  /// A chunk is visible at all destinations. Arguments: GPU, region, chunk, cycle.
  virtual void chunk_sent(unsigned, unsigned, unsigned, core::Cycle) {}
  /// A destination has refused a part of a chunk, or the part was lost; the chunk still counts as
  /// sent. Arguments: GPU, region, chunk.
  virtual void chunk_refused(unsigned, unsigned, unsigned) {}
  /// All chunks of all regions of the phase have been sent; the GPU may be armed for the next
  /// phase.
  virtual void all_sent(unsigned gpu, core::Cycle now) = 0;
  /// Everything that a flush() had to send is at its destinations.
  virtual void flushed(unsigned, core::Cycle) {}
  /// Called when a report lists missing writers of a chunk. Returns an explanation to append, such
  /// as " (the map's CTA 3 does not write it)". Arguments: GPU, region, chunk.
  [[nodiscard]] virtual std::string why_missing(unsigned, unsigned, unsigned) const { return ""; }
};

}  // namespace gf::hw::proact
