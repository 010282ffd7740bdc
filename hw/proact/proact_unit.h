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

/// PROACT's hardware in one GPU ([PROACT21], III-D). Readiness counters observe the GPU's writes to
/// its copy of each region, and a transfer agent sends a chunk to the other copies as soon as its
/// counter is zero. Neither SMs nor the host take part.
/// Timing: see ReadinessCounters and TransferAgent; a counter that reaches zero in cycle z gives
/// its chunk to the agent in z. arm() and flush() act in the next cycle of the unit at the
/// earliest.
/// Order: a chunk that was flushed before its counter was zero is sent again at zero if it was
/// written since.
/// Errors: a program that violates the rules of the counters continues; statistics and errors()
/// report it.
/// Not modelled: the time in which a runtime writes the tables.
class ProactUnit final : public sc_core::sc_module,
                         public core::Quiescent,
                         private gpu::ReleaseIf,
                         private core::Clocked {
 public:
  /// `tables`: offset in the GPU's memory, a multiple of 256 B, of the tables that the runtime
  /// prepares: counters, CTA bits and descriptors, table_bytes() in total. The platform must
  /// reserve it. The GPU has `sms` SMs with at most `ctas` CTAs each.
  ProactUnit(const sc_core::sc_module_name& name, const ProactParams& params, unsigned gpu,
             gpu::GpuMemory& memory, core::ClockDomain& clock, unsigned sms, unsigned ctas,
             std::uint64_t tables, std::uint64_t memory_bytes);

  /// To be called for each SM of the GPU before the simulation.
  void watch(gpu::Sm& sm) {
    sm.watch_ctas(counters_);
    sm.release_by(*this, name());
  }
  /// Returns the client to notify of finished CTAs, for SMs that are not gpu::Sm.
  [[nodiscard]] gpu::CtaSlotClient& ctas() { return counters_; }
  /// Adds the counter of this chunk to waveforms, as "<name>.counter_<region>_<chunk>".
  void show_counter(unsigned region, unsigned chunk);

  /// Adds a region and returns its number, which is the order of the calls. Call before the
  /// simulation.
  unsigned add_region(const Region& region);
  void set_client(TransferClient& client) { client_ = &client; }
  /// Sets the carrier for chunks to the GPUs that it reaches; other GPUs are reached by stores.
  /// Call before add_region().
  void set_carrier(PieceCarrierIf& carrier) {
    carrier_ = &carrier;
    agent_.set_carrier(carrier);
  }
  /// Starts the next phase of a region with the bytes that the GPU's CTAs will write. Call it
  /// before they write, and after all chunks of the last phase have been sent.
  void arm(unsigned region, const ChunkMap& map);
  /// Used instead of arm() for bytes that exist already: all chunks of the region become ready in
  /// the next cycle, without counters.
  void push(unsigned region);
  /// Performs a system-scope release by the host; SMs request releases themselves. All written
  /// bytes that have not been sent are sent now, without waiting for the other writers of their
  /// chunks. The client is notified when they have arrived.
  void flush();
  [[nodiscard]] unsigned gpu() const { return gpu_; }
  /// Returns whether no armed chunk remains to be sent.
  [[nodiscard]] bool all_sent() const { return to_send_ == 0; }

  /// Returns the size of the tables of all regions as currently armed.
  [[nodiscard]] std::uint64_t table_bytes() const;
  /// Returns the errors, the first of each kind and chunk, and the chunks whose writers are
  /// missing: "proact_0: x chunk 7: written, but the map has no writer of it".
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

  friend class ReadinessCounters;                 // a part of the unit, which calls:
  void counted(unsigned chunk, core::Cycle now);  ///< Decremented; it may be zero now.
  void fault(ChunkFault fault, unsigned chunk);

  friend class TransferAgent;                             // a part of the unit, which calls:
  void transfer_begins(unsigned chunk, core::Cycle now);  ///< Its first packet is being read.
  void transfer_done(unsigned chunk, core::Cycle now);    ///< It is visible at all destinations.
  /// A destination has refused a packet of it.
  void transfer_refused(unsigned chunk);

  /// Resets the chunks as in `map` and marks them to be sent.
  const ChunkTable::Bounds& prepare(unsigned region, const ChunkMap& map);
  void begin_pushes(core::Cycle now);
  void ready(unsigned chunk, core::Cycle now);  ///< All its writers have finished; it can be sent.
  void give(unsigned chunk, core::Cycle now);
  void sent(unsigned chunk, core::Cycle now);
  void begin_flush(core::Cycle now);
  void flush_chunk(unsigned chunk, core::Cycle now);
  void end_flush(core::Cycle now);
  void show(unsigned chunk, core::Ticks at);
  /// Report a transfer's begin and end to the journal and the timeline.
  void report_begin(unsigned chunk, core::Ticks at);
  void report_end(unsigned chunk, core::Ticks at);
  /// Returns "x chunk 7: 1 of 2 writers are missing", followed by the client's explanation.
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
  unsigned to_send_ = 0;          ///< Armed chunks that have not been sent.
  bool armed_ = false;            ///< all_sent() has not been called in this phase.
  std::vector<unsigned> pushes_;  ///< Regions of push() that have not begun.
  unsigned flushes_ = 0;          ///< Requested flushes that have not begun.
  bool flushing_ = false;         ///< A flush is in progress.
  unsigned marked_ = 0;           ///< Chunks for which the current flush waits.
  struct Releasing {
    gpu::Sm* sm;
    unsigned warp;
  };
  std::vector<Releasing> asked_;       ///< Warps that wait for the next flush.
  std::vector<Releasing> flushed_to_;  ///< Warps that wait for the current flush.
  std::vector<Shown> shown_;
  /// Start of current transfers, by chunk; for a timeline.
  std::map<unsigned, core::Ticks> begun_;             ///< Transfers, for the timeline.
  std::set<std::pair<unsigned, ChunkFault>> faults_;  ///< By chunk: errors already in errors_.
  core::ErrorList errors_;
};

}  // namespace gf::hw::proact
