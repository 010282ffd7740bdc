// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "core/time/quiescence.h"
#include "hw/gpu/memory/gpu_memory.h"
#include "tlm_models/link/flow.h"
#include "workloads/schedule/schedule.h"

namespace gf::hw::gpu {

/// Parameters of the CTAs that move the bytes of collectives.
struct ChannelCtaParams : core::ParamGroup {
  core::Param<unsigned> threads =
      param("threads", 512u, "threads of a channel's CTA that load, reduce and store",
            "NCCL 2.30, src/include/device.h: NCCL_SIMPLE_MAX_NTHREADS",
            core::multiple_of(32u, 32u, 1024u));
  core::Param<core::Bytes> unrolled = param(
      "unrolled", core::Bytes(4096), "bytes of each operand that a warp loads before it stores",
      "NCCL 2.30, src/include/device.h, ncclCollUnroll: 8 loads of 16 B a lane from compute "
      "capability 8.0 on; 4 before",
      core::multiple_of(core::Bytes(kLineBytes), core::Bytes(kLineBytes), core::Bytes(65536)));
  core::Param<core::Bytes> store =
      param("store", core::Bytes(128), "bytes of a store to a peer on its way out of the GPU",
            "assumed: a line, as other stores of SMs",
            core::multiple_of(core::Bytes(kLineBytes), core::Bytes(kLineBytes), core::Bytes(4096)));
};

/// The connection of a block to a peer, for journals. Packets refer to its flow, so it must not
/// move while there are any.
struct CtaConnection {
  std::string channel;  ///< "channel 3".
  model::Flow flow;
  std::uint64_t packets = 0;  ///< Stores to the peer so far.
};

/// A range of a slice: its physical address, in this GPU's memory or a peer's, and how many bytes
/// it takes there.
struct CtaRange {
  CtaRange(std::uint64_t at) : address(at) {}  // NOLINT: most ranges are nothing else
  CtaRange(std::uint64_t at, std::uint32_t wire_bytes, std::uint32_t data_bytes)
      : address(at), wire(wire_bytes), data(data_bytes) {}
  std::uint64_t address;
  std::uint32_t wire = 1;       ///< Bytes, with the flags between the data ...
  std::uint32_t data = 1;       ///< ... for so many bytes of data.
  CtaConnection* to = nullptr;  ///< If it is at a peer and a journal is kept; else null.
  /// Returns how many bytes of the range `bytes` of data take.
  [[nodiscard]] std::uint64_t taken(std::uint64_t bytes) const {
    return (bytes * wire + data - 1) / data;
  }
};

/// A slice of a channel's work: `bytes` from each of `reads` are combined and written to each of
/// `writes`. An address in a multicast group is read and written through the switches.
struct CtaSlice {
  std::vector<CtaRange> reads;
  std::vector<CtaRange> writes;
  std::uint64_t bytes = 0;
  std::vector<CtaRange> polls;        ///< Flags that are read before anything else.
  std::vector<CtaRange> flags;        ///< Written when all of the slice is in the memories.
  const model::Task* task = nullptr;  ///< For a journal; or null.
  std::function<void()> passed;       ///< The CTA can begin its next slice.
  std::function<void()> done;         ///< The flags are written, or without any the last byte.
};

/// The memory traffic of one thread block that works on a channel of a collective, or of a group of
/// its warps, without their instructions. Its warps take the pieces of a slice in turn: a warp
/// loads `unrolled` bytes of each operand through the port of the block's SM, and when all are
/// there stores the result and takes its next piece. Stores are posted: a warp waits until the port
/// has taken them, not until they are in memory. Stores to peers leave as those of the copy engines
/// do, in units of `store`. When all warps have stored their last piece (the block's barrier) the
/// next slice may begin. The flags of a slice follow the last answer to its stores, as after a
/// fence.
/// Timing: pieces begin in the first cycle that sees the slice, or, if there are flags to read, the
/// last answer to these. Computing takes no time.
/// Not modelled: instructions, registers and shared memory, and so the places of other kernels.
class ChannelCta final : public core::Quiescent, private BulkClient, private core::Clocked {
 public:
  /// `threads`: a multiple of a warp's 32. `sm`: the number of the SM on which the block runs.
  ChannelCta(const std::string& path, const ChannelCtaParams& params, unsigned threads,
             GpuMemory& memory, core::ClockDomain& clock, unsigned gpu, unsigned sm);

  /// Begins a slice of at least one byte. The slice before must have passed.
  void begin(CtaSlice slice);
  [[nodiscard]] bool idle() const override { return posted_.empty(); }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  static constexpr unsigned kNoWarp = ~0u;
  /// A slice whose last byte is not in memory.
  struct Posted {
    CtaSlice slice;
    std::uint32_t piece = 0;  ///< The most bytes of data in a piece.
    std::uint64_t asked = 0;  ///< Bytes of data whose pieces have begun.
    std::uint64_t open = 0;   ///< Moves without an answer.
    std::size_t polls = 0;    ///< Flags to read that have not been answered.
    bool passed = false;      ///< All warps have stored their last piece.
    bool flagged = false;     ///< Its flags are under way.
    bool asking = false;      ///< Its flags to read are under way.
    bool done = false;
  };
  /// A part of a piece that is loaded or stored; or a flag, which no warp waits for.
  struct Move final : Bulk {
    Posted* of = nullptr;
    unsigned warp = kNoWarp;
    CtaConnection* to = nullptr;
    std::uint64_t number = 0;  ///< Among the connection's packets.
  };
  struct Warp {
    std::uint64_t at = 0;     ///< Of its piece, in the slice.
    std::uint32_t bytes = 0;  ///< Of data in its piece.
    unsigned open = 0;        ///< Loads without an answer; then stores that no port has taken.
    core::Cycle since = 0;    ///< When it began to load.
    core::Cycle loading = 0;  ///< How long it has waited for the loads of the slice.
  };
  void cycle(core::Cycle now) override;
  void bulk_taken(Bulk& bulk, core::Cycle now) override;
  void bulk_done(Bulk& bulk, core::Cycle now) override;
  void begin_pieces(core::Cycle now);
  void begin_piece(unsigned number, core::Cycle now);
  void store_piece(unsigned number, core::Cycle now);
  void read_flags(core::Cycle now);
  /// The warp waits for one move less.
  void advance(unsigned number, LineOp op, core::Cycle now);
  void send(Posted& of, unsigned warp, LineOp op, const CtaRange& range, std::uint64_t address,
            std::uint32_t bytes, core::Cycle now);
  /// `to` and `number` are those of the move.
  void move_ended(Posted& posted, CtaConnection* to, std::uint64_t number, core::Cycle now);
  void pass(Posted& posted, const Warp& last);

  /// Returns the most data in a piece: `unrolled` bytes of each range.
  [[nodiscard]] std::uint32_t piece_of(const CtaSlice& slice) const;

  const std::uint32_t unrolled_;
  const std::uint32_t store_;
  GpuMemory& memory_;
  core::ClockMember clock_;
  const unsigned gpu_;
  BulkPort& port_;  ///< Of its SM.
  std::vector<Warp> warps_;
  std::vector<unsigned> free_;  ///< Warps without a piece.
  std::deque<Posted> posted_;   ///< The warps work on the last one.
  model::PacketPool<Move> moves_;
};

}  // namespace gf::hw::gpu
