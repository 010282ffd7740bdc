// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock_domain.h"
#include "hw/proact/chunk_map.h"

namespace gf::hw::proact {

/// Told what becomes of the chunks that a GPU produces, in cycle `now`: acts from the next one on.
class TransferListenerIf {
 public:
  virtual ~TransferListenerIf() = default;
  /// All its writers are done: it can be sent.
  virtual void chunk_ready(unsigned, unsigned, unsigned, core::Cycle) {}
  /// It is at all destinations, visible there. Arguments of both: GPU, region, chunk, cycle.
  virtual void chunk_sent(unsigned, unsigned, unsigned, core::Cycle) {}
  /// All chunks of all regions of the phase are: the GPU may be armed for the next one.
  virtual void all_sent(unsigned gpu, core::Cycle now) = 0;
  /// What a flush() found written is at its destinations.
  virtual void flushed(unsigned, core::Cycle) {}
};

/// What moves the chunks that a GPU produces to the others, whatever it is made of: hardware
/// (ProactUnit) or software that runs on the GPU. Regions are numbered as they were added.
class TransferMechanismIf {
 public:
  virtual ~TransferMechanismIf() = default;
  /// Before the simulation starts.
  virtual unsigned add_region(const Region& region) = 0;
  virtual void set_listener(TransferListenerIf& listener) = 0;
  /// The next phase of a region: what the GPU's CTAs will write to it. Before they do, and not
  /// before all of the last phase is sent.
  virtual void arm(unsigned region, const ChunkMap& map) = 0;
  /// A release of system scope: what is written and not yet sent is sent now, without waiting for
  /// the other writers of its chunk; the listener is told when it is there.
  virtual void flush() = 0;
  /// Nothing armed is still to be sent.
  [[nodiscard]] virtual bool all_sent() const = 0;
};

}  // namespace gf::hw::proact
