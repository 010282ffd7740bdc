// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/time/clock_domain.h"

namespace gf::hw::proact {

/// Told what becomes of the chunks that a GPU produces, in cycle `now`: acts from the next one on.
class TransferClient {
 public:
  virtual ~TransferClient() = default;
  /// All writers of a chunk are done: it can be sent. Arguments: GPU, region, chunk, cycle.
  virtual void chunk_ready(unsigned, unsigned, unsigned, core::Cycle) {}
  /// A chunk is at all destinations, visible there. Arguments: GPU, region, chunk, cycle.
  virtual void chunk_sent(unsigned, unsigned, unsigned, core::Cycle) {}
  /// A destination has refused a part of a chunk, or it got lost on its way: the chunk is sent all
  /// the same. Arguments: GPU, region, chunk.
  virtual void chunk_refused(unsigned, unsigned, unsigned) {}
  /// All chunks of all regions of the phase are sent: the GPU may be armed for the next phase.
  virtual void all_sent(unsigned gpu, core::Cycle now) = 0;
  /// What a flush() found written is at its destinations.
  virtual void flushed(unsigned, core::Cycle) {}
  /// Asked when a report says that writers of a chunk are missing: what is known of them, to follow
  /// that text, as " (the map's CTA 3 does not write it)". Arguments: GPU, region, chunk.
  [[nodiscard]] virtual std::string why_missing(unsigned, unsigned, unsigned) const { return ""; }
};

}  // namespace gf::hw::proact
