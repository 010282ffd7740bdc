// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ring.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/proact/chunk_table.h"
#include "hw/proact/piece_carrier_if.h"
#include "hw/proact/proact_params.h"
#include "hw/proact/table_memory.h"

namespace gf::hw::proact {

class ProactUnit;

/// A simplified DMA engine ([PROACT21], III-D). Chunks that are ready are read once, packet by
/// packet, and each packet is written to all destinations. The GPU's memory holds one descriptor
/// for each segment of a chunk. The descriptors of up to `descriptors` chunks may be fetched or in
/// use at a time.
/// Timing: the read of a chunk's descriptors is handed over in the cycle z in which the chunk is
/// given, if a place is free. Its first packet's read follows start_latency cycles after their
/// arrival, then `issue` packets per cycle while the buffer has space. A packet's writes are handed
/// over in the cycle in which its read is answered. Its buffer space is free in the cycle after its
/// last write is answered; with the last packet the chunk is done.
/// Order: chunks are read one after the other, in the order in which they were given; they may end
/// in any order. Packets end at multiples of `packet` of the memory's addresses.
/// GPUs that a carrier reaches: each segment is sent to each of them as one piece. It is handed
/// over in the cycle in which its first packet is read; without other destinations, in the cycle in
/// which it would be. A notification by the carrier in a cycle counts in the next one.
class TransferAgent final : private PieceClient {
 public:
  /// `unit` is notified when the first packet of a transfer is read, when the chunk is visible at
  /// all destinations, and when a destination has refused a packet.
  TransferAgent(const AgentParams& params, gpu::GpuMemory& memory, unsigned gpu, ProactUnit& unit,
                const ChunkTable& chunks, TableMemory& tables, core::ClockMember& clock,
                ProactStats& stats, ProactProbes& probes);

  /// Queues a chunk that has no waiting or current transfer. Call within the unit's cycle, before
  /// step().
  void give(unsigned chunk, core::Cycle now);
  void set_carrier(PieceCarrierIf& carrier) { carrier_ = &carrier; }
  /// Sets the offset of the descriptors in the tables.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const;
  [[nodiscard]] bool idle() const { return waiting_.empty() && free_jobs_.size() == jobs_.size(); }
  [[nodiscard]] std::string text() const;  ///< What it waits for.

 private:
  struct Job {
    gpu::Bulk fetch;
    std::uint32_t chunk = 0;
    /// When its packets may be read; kNoCycle: no descriptor yet.
    core::Cycle from = core::kNoCycle;
    std::uint32_t segment = 0;  ///< Index of the current segment.
    std::uint64_t read = 0;     ///< Bytes of the segment whose reads have been sent.
    std::uint32_t open = 0;     ///< Packets and pieces that have not ended.
    bool reads = true;          ///< It reads packets; false if a carrier reaches all destinations.
    bool begun = false;
    bool all_read = false;
  };
  struct Packet {
    gpu::Bulk read;
    std::vector<gpu::Bulk> writes;  ///< By destination.
    Job* job = nullptr;
    std::uint64_t at = 0;  ///< Position in the region.
    std::uint32_t open = 0;
    core::Cycle since = 0;
    core::Cycle done_at = 0;
    std::vector<std::uint8_t> bytes;
  };
  struct Fetches final : gpu::BulkClient {
    explicit Fetches(TransferAgent& agent) : agent(agent) {}
    void bulk_taken(gpu::Bulk&, core::Cycle) override {}
    void bulk_done(gpu::Bulk& bulk, core::Cycle now) override {
      agent.fetched(*static_cast<Job*>(bulk.key), now);
    }
    TransferAgent& agent;
  };
  struct Moves final : gpu::BulkClient {
    explicit Moves(TransferAgent& agent) : agent(agent) {}
    void bulk_taken(gpu::Bulk&, core::Cycle) override {}
    void bulk_done(gpu::Bulk& bulk, core::Cycle now) override;
    TransferAgent& agent;
  };

  struct Carried {
    Job* job = nullptr;
    bool failed = false;
    core::Cycle at = 0;  ///< The end counts from this cycle on.
  };
  void piece_ended(void* key, bool failed) override;
  void start(core::Cycle now);
  void fetched(Job& job, core::Cycle now);
  void read(core::Cycle now);
  void read_packet(Job& job, core::Cycle now);
  void carry_segment(Job& job, core::Cycle now);
  void next_segment(Job& job);
  void write(Packet& packet, core::Cycle now);
  void written(Packet& packet, gpu::Bulk& bulk, core::Cycle now);
  void complete(Packet& packet, core::Cycle now);
  void finish(Packet& packet, core::Cycle now);
  void finish(const Carried& carried, core::Cycle now);
  /// A packet or piece has ended; it may be the last of the job.
  void end_part(Job& job, core::Cycle now);
  void stall(core::Duration* cause, core::Cycle now);
  void show(core::Cycle now);
  void report_start(unsigned chunk, core::Ticks at);  ///< To the journal and the probes.

  const AgentParams& params_;
  gpu::GpuMemory& memory_;
  const unsigned gpu_;
  ProactUnit& unit_;
  const ChunkTable& chunks_;
  TableMemory& tables_;
  core::ClockMember& clock_;
  ProactStats& stats_;
  ProactProbes& probes_;
  Fetches fetches_{*this};
  Moves moves_{*this};
  std::uint64_t offset_ = 0;
  core::Ring<std::uint32_t> waiting_;  ///< Chunks.
  std::vector<Job> jobs_;
  std::vector<Job*> free_jobs_;
  core::Ring<Job*> to_read_;  ///< Packets of the front job are read.
  std::vector<Packet> packets_;
  std::vector<Packet*> free_;
  core::Ring<Packet*> done_;  ///< Written packets, by cycle.
  PieceCarrierIf* carrier_ = nullptr;
  core::Ring<Carried> carried_;
  gpu::Stall stall_;
  const core::Duration* cause_ = nullptr;  ///< Of the current stall.
  gpu::Stall no_job_;
  core::Cycle busy_since_ = 0;
};

}  // namespace gf::hw::proact
