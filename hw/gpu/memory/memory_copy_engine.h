// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/base/ring.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/gpu/memory/bulk.h"
#include "hw/gpu/memory/dram/memory_params.h"
#include "hw/gpu/memory/peer_port.h"

namespace gf::hw::gpu {

/// A copy between ranges of physical addresses, each in this GPU's memory or in a peer's.
struct MemoryCopy {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint64_t bytes = 0;
  std::function<void()> done;   ///< Called in the cycle in which the last write is done.
  model::Flow* flow = nullptr;  ///< The user's copy that it is, or a stage of one; or null.
};

/// The copy engine of a GPU: one copy at a time, in chunks that are read and then written, with up
/// to `requests` chunks in progress. Accesses to its own memory go through a crossbar port and the
/// level 2 cache. Accesses to peers leave together with those of the SMs.
/// Timing: the first chunk starts `setup` after the copy has reached the front of the queue. A
/// chunk is written from the cycle after its read is done. Chunks end at multiples of `chunk`
/// of the source.
/// Order: copies are first come first served; the chunks of one go in any order.
class MemoryCopyEngine final : public core::Quiescent, private BulkClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const std::string& path) : StatGroup(path) {}
    core::Counter copies{*this, "copies", core::Unit::kCount, "copies done"};
    core::Counter bytes{*this, "bytes", core::Unit::kBytes, "bytes copied"};
    core::Counter failed{*this, "failed", core::Unit::kCount, "chunks that a peer refused"};
    core::Duration busy{*this, "busy", "time that a copy was under way, including its setup"};
  };

  MemoryCopyEngine(const std::string& path, const MemoryParams& params, unsigned gpu,
                   core::ClockMember& clock, BulkPort& local, PeerPort& peers, BusyParts& busy);

  /// Queues a copy of at least one byte, from anywhere in the simulation or before it.
  void submit(MemoryCopy copy);

  void step(core::Cycle now);
  /// Returns when the next copy begins; kNoCycle: none, or it has begun.
  [[nodiscard]] core::Cycle next() const { return starts_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return copies_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Chunk {
    Bulk bulk;
    std::uint64_t position = 0;  ///< Offset in the copy.
    std::vector<std::uint8_t> bytes;
  };
  void start_next();
  void issue(core::Cycle now);
  void send(Chunk& chunk, LineOp op, std::uint64_t address, core::Cycle now);
  void finish(core::Cycle now);
  void report_end(const MemoryCopy& copy, core::Ticks now) const;
  void bulk_taken(Bulk&, core::Cycle) override {}
  void bulk_done(Bulk& bulk, core::Cycle now) override;

  const MemoryParams& params_;
  const unsigned gpu_;
  core::ClockMember& clock_;
  BulkPort& local_;
  PeerPort& peers_;
  BusyParts& busy_;
  core::Ring<MemoryCopy> copies_;  ///< The front copy is in progress.
  core::Cycle starts_ = core::kNoCycle;
  core::Ticks since_ = 0;
  std::uint64_t read_ = 0;     ///< Bytes of the front copy whose read was sent.
  std::uint64_t written_ = 0;  ///< Bytes whose write is done.
  std::vector<Chunk> chunks_;
  std::vector<Chunk*> free_;
  Stats stats_;
};

}  // namespace gf::hw::gpu
