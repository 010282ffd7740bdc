// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/error_list.h"
#include "core/time/quiescence.h"
#include "hw/gpu/sm/sm.h"
#include "hw/proact/readiness_counters.h"
#include "hw/proact/transfer_agent.h"
#include "hw/proact/transfer_client.h"

namespace gf::hw::proact {

/// PROACT's hardware in one GPU ([PROACT21], III-D): readiness counters that look at the GPU's
/// writes to its copy of each region, and a transfer agent that sends a chunk to the other copies
/// as soon as its counter is zero. Neither SMs nor the host take part. Timing: ReadinessCounters
/// and TransferAgent have it; a counter that is zero in cycle z gives its chunk to the agent in z.
/// arm() and flush() act in the next cycle of the unit at the earliest; what a runtime needs to
/// write the tables is not modelled. A chunk that was flushed before its counter was zero is sent
/// once more at zero if it was written since. A program that breaks the rules of the counters goes
/// on: statistics and errors() have it.
class ProactUnit final : public sc_core::sc_module,
                         public core::Quiescent,
                         private gpu::ReleaseIf,
                         private core::Clocked {
 public:
  /// `tables`: offset in the GPU's memory, a multiple of 256 B, of what the runtime prepares there:
  /// counters, bits of CTAs and descriptors, table_bytes() in all; the platform keeps it free.
  /// `sms` SMs of at most `ctas` CTAs.
  ProactUnit(const sc_core::sc_module_name& name, const ProactParams& params, unsigned gpu,
             gpu::GpuMemory& memory, core::ClockDomain& clock, unsigned sms, unsigned ctas,
             std::uint64_t tables, std::uint64_t memory_bytes);

  /// Each SM of the GPU, before the simulation.
  void watch(gpu::Sm& sm) {
    sm.watch_ctas(counters_);
    sm.release_by(*this, name());
  }
  /// Who is told of CTAs that are done, for SMs that are not gpu::Sm.
  [[nodiscard]] gpu::CtaSlotClient& ctas() { return counters_; }
  /// A waveform shows the counter of this chunk, as "<name>.counter_<region>_<chunk>".
  void show_counter(unsigned region, unsigned chunk);

  /// Returns the number of the region: they are numbered as they were added. Before the simulation
  /// starts.
  unsigned add_region(const Region& region);
  void set_client(TransferClient& client) { client_ = &client; }
  /// Who takes chunks to the GPUs that it reaches; the others are stored to. Before add_region().
  void set_carrier(PieceCarrierIf& carrier) {
    carrier_ = &carrier;
    agent_.set_carrier(carrier);
  }
  /// The next phase of a region: what the GPU's CTAs will write to it. Before they do, and not
  /// before all of the last phase is sent.
  void arm(unsigned region, const ChunkMap& map);
  /// In the place of arm(), for bytes that are there: all chunks of the region are ready in the
  /// next cycle, without counters.
  void push(unsigned region);
  /// A release of system scope, by the host; SMs ask on their own. What is written and not yet sent
  /// is sent now, without waiting for the other writers of its chunk; the client is told when it
  /// is there.
  void flush();
  [[nodiscard]] unsigned gpu() const { return gpu_; }
  /// Nothing armed is still to be sent.
  [[nodiscard]] bool all_sent() const { return to_send_ == 0; }

  /// Bytes of the tables of all regions, as they are armed.
  [[nodiscard]] std::uint64_t table_bytes() const;
  /// What went wrong, the first of each kind and chunk, and the chunks whose writers are missing:
  /// "proact_0: x chunk 7: written, but the map has no writer of it".
  [[nodiscard]] core::ErrorList errors() const;
  [[nodiscard]] const ProactStats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Shown {
    unsigned chunk;
    std::unique_ptr<core::Probe> probe;
  };
  void cycle(core::Cycle now) override;
  void release(gpu::Sm& sm, unsigned warp, core::Cycle now) override;

  friend class ReadinessCounters;                 // its part, which calls:
  void counted(unsigned chunk, core::Cycle now);  ///< Decremented; perhaps to zero.
  void fault(ChunkFault fault, unsigned chunk);

  friend class TransferAgent;                             // its part, which calls:
  void transfer_begins(unsigned chunk, core::Cycle now);  ///< Its first packet is read.
  void transfer_done(unsigned chunk, core::Cycle now);    ///< It is visible at all destinations.
  /// A packet of it, by a destination.
  void transfer_refused(unsigned chunk);

  /// Chunks begin anew, as `map` says, and are to be sent.
  const ChunkTable::Bounds& prepare(unsigned region, const ChunkMap& map);
  void begin_pushes(core::Cycle now);
  void ready(unsigned chunk, core::Cycle now);  ///< It is final, and can be sent.
  void give(unsigned chunk, core::Cycle now);
  void sent(unsigned chunk, core::Cycle now);
  void begin_flush(core::Cycle now);
  void flush_chunk(unsigned chunk, core::Cycle now);
  void end_flush(core::Cycle now);
  void show(unsigned chunk, core::Ticks at);
  void report(unsigned chunk, core::Cycle now);  ///< A transfer's end, to the timeline.
  /// "x chunk 7: 1 of 2 writers are missing", and what the client knows of them.
  [[nodiscard]] std::string incomplete(unsigned chunk) const;
  void check_tables() const;
  void set_sizes(unsigned sms, unsigned ctas);
  [[nodiscard]] unsigned local(unsigned chunk) const {
    return chunk - chunks_.region_of(chunk).first;
  }

  const ProactParams params_;
  const unsigned gpu_;
  gpu::GpuMemory& memory_;
  core::ClockMember clock_;
  ProactStats stats_;
  ProactProbes probes_;
  ChunkTable chunks_;
  TableMemory tables_;
  ReadinessCounters counters_;
  TransferAgent agent_;
  const std::uint64_t memory_bytes_;
  TransferClient* client_ = nullptr;
  PieceCarrierIf* carrier_ = nullptr;
  unsigned to_send_ = 0;          ///< Chunks that are armed and not sent.
  bool armed_ = false;            ///< The phase's all_sent() has not been told.
  std::vector<unsigned> pushes_;  ///< Regions that push() asked for and that have not begun.
  unsigned flushes_ = 0;          ///< Flushes asked for and not begun.
  bool flushing_ = false;         ///< A flush is under way.
  unsigned marked_ = 0;           ///< Chunks for which the flush under way waits.
  struct Releasing {
    gpu::Sm* sm;
    unsigned warp;
  };
  std::vector<Releasing> asked_;       ///< Warps that wait for the next flush.
  std::vector<Releasing> flushed_to_;  ///< Warps that wait for the flush under way.
  std::vector<Shown> shown_;
  std::map<unsigned, core::Ticks> begun_;  ///< Transfers under way, by chunk; for a timeline.
  std::set<std::pair<unsigned, ChunkFault>> faults_;  ///< By chunk; those in errors_.
  core::ErrorList errors_;
};

}  // namespace gf::hw::proact
