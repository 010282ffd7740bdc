// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "hw/gpu/sm/cta_slot_client.h"
#include "hw/proact/counter_memory.h"
#include "hw/proact/readiness_table.h"

namespace gf::hw::proact {

class ProactUnit;

/// Readiness counters at the level 2 cache of one GPU ([PROACT21], III-D). They observe the writes
/// of the GPU's SMs that pass the slices, and record which chunks each resident CTA has written.
/// When a CTA has finished, each of these chunks is decremented once.
/// Timing: the updates of a CTA that finishes in cycle c (its stores are visible) wait from c + 1
/// on. `ports` of them begin per cycle, first come first served, and the counter has its new value
/// update_latency cycles later. An update whose line is in memory begins again when the line has
/// arrived. If `misses` lines are already in flight, this update and all behind it wait. Updates of
/// arrived lines go first.
/// Writes by peers and copy engines do not count, because they do not come from this GPU's CTAs.
/// Not modelled: an SM that waits because the update queue is full (statistics count these cases).
class ReadinessCounters final : public gpu::LinePassClient, public gpu::CtaSlotClient {
 public:
  /// `unit` is notified of decremented counters and of errors.
  ReadinessCounters(const CounterParams& params, unsigned sms, unsigned ctas, ProactUnit& unit,
                    ChunkTable& chunks, TableMemory& tables, core::ClockMember& clock,
                    ProactStats& stats, core::Probe& waiting)
      : params_(params),
        unit_(unit),
        chunks_(chunks),
        clock_(clock),
        stats_(stats),
        waiting_(waiting),
        memory_(params, tables, clock, stats),
        ctas_(params.cta_chunks, sms, ctas, *this, chunks, tables, stats) {}

  /// Called only for stores and atomics of SMs (gpu::PassKind::kOwnChanges).
  void line_passes(const gpu::LinePass& pass, core::Cycle now) override;
  void cta_finished(unsigned sm, unsigned slot, const gpu::CtaLaunch& launch,
                    core::Cycle now) override;

  /// Called when a region is added, which moves the tables. Before the simulation.
  void resize();
  void initialize(unsigned first, unsigned count) { memory_.initialize(first, count); }
  [[nodiscard]] std::uint64_t table_bytes() const {
    return CounterMemory::bytes(chunks_.size()) + ctas_.bytes();
  }

  /// Queues a decrement by a CTA, which waits for a port from the future cycle `at` on.
  void update(unsigned chunk, core::Cycle at);
  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const;
  [[nodiscard]] bool idle() const {
    return updates_.empty() && under_way_.empty() && memory_.idle() && ctas_.idle();
  }
  [[nodiscard]] std::size_t waiting() const { return updates_.size(); }

 private:
  struct Update {
    std::uint32_t chunk;
    core::Cycle at;
  };
  void begin(unsigned chunk, core::Cycle now);
  void begin_waiting(unsigned ports, core::Cycle now);
  void finish(unsigned chunk, core::Cycle now);

  const CounterParams& params_;
  ProactUnit& unit_;
  ChunkTable& chunks_;
  core::ClockMember& clock_;
  ProactStats& stats_;
  core::Probe& waiting_;  ///< Waiting updates.
  CounterMemory memory_;
  CtaChunkTable ctas_;
  core::Ring<Update> updates_;
  core::Ring<Update> under_way_;  ///< at: when they have their new value.
  bool no_miss_ = false;          ///< The first update found all misses in use.
  gpu::Stall stall_;
};

}  // namespace gf::hw::proact
