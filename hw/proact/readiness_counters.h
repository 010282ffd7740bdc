// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ring.h"
#include "hw/gpu/sm/cta_slot_client.h"
#include "hw/proact/counter_memory.h"
#include "hw/proact/readiness_table.h"

namespace gf::hw::proact {

class ProactUnit;

/// Readiness counters beside the level 2 cache of one GPU ([PROACT21], III-D): looks at the writes
/// of its SMs that pass the slices, notes which chunks each resident CTA has written, and when a
/// CTA is done counts it once for each of them. Timing: a CTA that is done in cycle c (its stores
/// are visible) has its updates wait from c + 1 on; `ports` of them begin in a cycle, first come
/// first served; the counter has its new value update_latency cycles later. One whose line is in
/// memory begins once more when that is here; if `misses` lines are under way, it and those behind
/// it wait. Updates of lines that came go first. Writes of peers and of copy engines are not
/// counted: they come from elsewhere. Not modelled: an SM that waits because the queue of updates
/// is full (statistics count that).
class ReadinessCounters final : public gpu::LinePassClient, public gpu::CtaSlotClient {
 public:
  /// `unit` is told of counters that count and of faults.
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

  /// Of an SM's store or atomic alone (gpu::PassKind::kOwnChanges).
  void line_passes(const gpu::LinePass& pass, core::Cycle now) override;
  void cta_finished(unsigned sm, unsigned slot, const gpu::CtaLaunch& launch,
                    core::Cycle now) override;

  /// A region is there: where the tables lie changes. Before the simulation.
  void resize();
  void initialize(unsigned first, unsigned count) { memory_.initialize(first, count); }
  [[nodiscard]] std::uint64_t table_bytes() const {
    return CounterMemory::bytes(chunks_.size()) + ctas_.bytes();
  }

  /// A decrement that a CTA owes: waits for a port from cycle `at` on, which lies ahead.
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
  core::Probe& waiting_;  ///< Updates.
  CounterMemory memory_;
  CtaTable ctas_;
  core::Ring<Update> updates_;
  core::Ring<Update> under_way_;  ///< at: when they have their value.
  bool no_miss_ = false;          ///< The first update found all misses taken.
  gpu::Stall stall_;
};

}  // namespace gf::hw::proact
