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

/// A simplified DMA engine ([PROACT21], III-D): chunks that are ready are read once, packet by
/// packet, and each packet is written to all destinations. Descriptors lie in the GPU's memory, one
/// for each segment of a chunk; those of `descriptors` chunks are fetched or under way. Timing: a
/// chunk that is given in cycle z has its descriptors' read handed over in z, if there is a place
/// for it; its first packet's read start_latency cycles after they are here; `issue` packets a
/// cycle as long as the buffer has room. A packet's writes are handed over in the cycle in which
/// its read is answered, its place is free in the cycle after its last write is answered, and with
/// the last packet the chunk is done.
/// Order: chunks are read one after the other, as they were given; they may end in any order.
/// Packets end at multiples of `packet` of the memory's addresses.
/// GPUs that a carrier reaches: each segment goes to it as one piece for each of them, in the cycle
/// in which its first packet is read, or would be where there are no others. What the carrier says
/// in a cycle counts in the next one.
class TransferAgent final : private PieceClient {
 public:
  /// `unit` is told of transfers: their first packet is read, they are visible at all destinations,
  /// a destination has refused a packet.
  TransferAgent(const AgentParams& params, gpu::GpuMemory& memory, unsigned gpu, ProactUnit& unit,
                const ChunkTable& chunks, TableMemory& tables, core::ClockMember& clock,
                ProactStats& stats, ProactProbes& probes);

  /// A chunk that has no transfer waiting or under way. Within the unit's cycle, before step().
  void give(unsigned chunk, core::Cycle now);
  void set_carrier(PieceCarrierIf& carrier) { carrier_ = &carrier; }
  /// Where the descriptors begin in the tables.
  void set_offset(std::uint64_t offset) { offset_ = offset; }

  void step(core::Cycle now);
  [[nodiscard]] core::Cycle next(core::Cycle now) const;
  [[nodiscard]] bool idle() const { return waiting_.empty() && free_jobs_.size() == jobs_.size(); }
  [[nodiscard]] std::string text() const;  ///< What it waits for.

 private:
  struct Job {
    gpu::Bulk fetch;
    std::uint32_t chunk = 0;
    core::Cycle from = core::kNoCycle;  ///< Its packets may be read; kNoCycle: no descriptor yet.
    std::uint32_t segment = 0;          ///< Number of the segment that is read.
    std::uint64_t read = 0;             ///< Bytes of the segment whose read was sent.
    std::uint32_t open = 0;             ///< Packets and pieces without an end.
    bool reads = true;                  ///< Packets; not where a carrier reads all there is to do.
    bool begun = false;
    bool all_read = false;
  };
  struct Packet {
    gpu::Bulk read;
    std::vector<gpu::Bulk> writes;  ///< By destination.
    Job* job = nullptr;
    std::uint64_t at = 0;  ///< In the region.
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
    core::Cycle at = 0;  ///< Counts from here on.
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
  void end_part(Job& job, core::Cycle now);  ///< Of its last one.
  void stall(core::Duration* cause, core::Cycle now);
  void show(core::Cycle now);

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
  core::Ring<Job*> to_read_;  ///< Packets of the front one are read.
  std::vector<Packet> packets_;
  std::vector<Packet*> free_;
  core::Ring<Packet*> done_;  ///< Written, by cycle.
  PieceCarrierIf* carrier_ = nullptr;
  core::Ring<Carried> carried_;
  gpu::Stall stall_;
  const core::Duration* cause_ = nullptr;  ///< Of the stall.
  gpu::Stall no_job_;
  core::Cycle busy_since_ = 0;
};

}  // namespace gf::hw::proact
