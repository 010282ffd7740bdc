// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/time/quiescence.h"
#include "hw/gpu/memory/gpu_memory.h"

namespace gf::hw::gpu {

/// Parameters of a GPU's threads that are modelled by their memory traffic, without instructions.
struct ThreadTrafficParams : core::ParamGroup {
  core::Param<unsigned> warps =
      param("warps", 32u, "warps per SM that read and write memory, each with one access in flight",
            "assumed: half of what an SM of Kepler to Hopper holds", core::between(1u, 64u),
            core::plausible(8u, 64u, "from a thread block of 256 threads to a full SM"));
  core::Param<core::Bytes> access =
      param("access", core::Bytes(512), "bytes that a warp reads or writes at once",
            "32 lanes of 16 B, the widest access of CUDA's lanes",
            core::multiple_of(core::Bytes(kLineBytes), core::Bytes(kLineBytes), core::Bytes(4096)));
};

/// Ranges of a GPU's memory that are processed in parallel: `bytes` of each of `reads`, and of
/// `write` if there is one. Addresses are physical. A reduce reads two ranges and writes one.
struct MemorySweep {
  std::vector<std::uint64_t> reads;
  std::optional<std::uint64_t> write;
  std::uint64_t bytes = 0;
};

/// Memory traffic, in bulk, of kernels whose instructions are not modelled. Each warp, on all SMs,
/// reads its piece of all operands, writes the result, and takes the next piece. The warps take no
/// places on the SMs. Their accesses go through the SMs' ports, crossbar, level 2 cache and DRAM
/// like those of the SMs, and slow those down.
/// Timing: the first pieces are requested in the first cycle that sees the job. A piece is written
/// from the cycle in which its last operand is there. The job is done in the cycle in which its
/// last piece is done. Computing takes no time: all time is the memory's.
/// Order: jobs are first come first served, one at a time; the pieces of a job go in any order.
class ThreadTraffic final : public core::Quiescent, private BulkClient, private core::Clocked {
 public:
  using Done = std::function<void()>;

  /// `memory` has `sms` SMs.
  ThreadTraffic(const std::string& path, const ThreadTrafficParams& params, GpuMemory& memory,
                core::ClockDomain& clock, unsigned sms);

  /// Queues a job of consecutive sweeps, of at least one byte together. It may be called anywhere
  /// in the simulation or before it. `done` may call submit().
  void submit(std::vector<MemorySweep> sweeps, Done done);
  [[nodiscard]] bool idle() const override { return jobs_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  struct Job {
    std::vector<MemorySweep> sweeps;
    Done done;
  };
  struct Warp {
    std::vector<Bulk> reads;
    Bulk write;
    bool writes = false;
    std::uint64_t write_to = 0;  ///< Address, if it writes.
    unsigned open = 0;           ///< Reads without an answer.
  };
  void cycle(core::Cycle now) override;
  void bulk_taken(Bulk&, core::Cycle) override {}
  void bulk_done(Bulk& bulk, core::Cycle now) override;
  void issue(core::Cycle now);
  void begin_piece(Warp& warp, const MemorySweep& sweep, core::Cycle now);
  void send(Bulk& bulk, Warp& warp, LineOp op, std::uint64_t address, core::Cycle now);
  void end_piece(Warp& warp, core::Cycle now);

  const std::uint64_t access_;
  GpuMemory& memory_;
  core::ClockMember clock_;
  core::Ring<Job> jobs_;     ///< The front job is in progress.
  std::size_t sweep_ = 0;    ///< MemorySweep of the front job that gives pieces now.
  std::uint64_t asked_ = 0;  ///< Bytes of that sweep whose pieces have begun.
  std::vector<Warp> warps_;
  std::vector<Warp*> free_;
};

}  // namespace gf::hw::gpu
