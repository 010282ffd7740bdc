// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

inline constexpr unsigned kWarpLanes = 32;
inline constexpr std::uint32_t kMostIssueInterval = 64;  ///< Of arithmetic, in cycles.

enum class WarpOp : std::uint8_t {
  kCompute,  ///< The warp is busy for `cycles`.
  kLoad,     ///< The warp continues when all its bytes have arrived, or at once: see `waits`.
  kStore,    ///< The warp continues at once.
  kAtomic,   ///< Read-modify-write at the memory side; the warp waits if `returns`.
  kFence,    ///< The warp waits until its earlier stores are visible in `scope`.
  kBarrier,  ///< The warp waits until all warps of its CTA have arrived.
  kStream,   ///< The warp streams through a slice of memory and continues when all of it is done.
  kAwait,    ///< The warp waits until the bytes of all its loads have arrived.
};

/// Observers for which a fence orders accesses.
enum class MemoryScope : std::uint8_t { kGpu, kSystem };

/// One instruction of a warp. Lane n of an access touches `lane_bytes` bytes at address + n *
/// lane_stride or, with `gather`, at its own address. Addresses are virtual.
struct WarpInstruction {
  static constexpr std::uint32_t kNoGather = ~0u;

  WarpOp op = WarpOp::kCompute;
  std::uint8_t lane_bytes = 4;  ///< 1, 2, 4, 8 or 16.
  bool returns = true;          ///< kAtomic.
  bool cached = true;           ///< kLoad: false reads at the memory side and ignores the L1.
  /// kLoad: false continues at once, as a copy to shared memory or a load to registers that are
  /// used later does. The warp needs a kAwait before it ends. Until then it loads no line twice.
  bool waits = true;
  MemoryScope scope = MemoryScope::kGpu;
  std::uint32_t cycles = 1;      ///< kCompute, at least 1.
  std::uint32_t interval = 0;    ///< kCompute: takes every interval-th issue slot; 0: none.
  std::uint32_t lanes = ~0u;     ///< Bit mask of the lanes that take part; at least one.
  std::int32_t lane_stride = 4;  ///< Bytes.
  std::uint64_t address = 0;     ///< Of lane 0.
  /// First of 32 entries of WarpProgram::addresses; kStream: number in WarpProgram::streams.
  std::uint32_t gather = kNoGather;

  static WarpInstruction compute(std::uint32_t cycles) {
    WarpInstruction instruction;
    instruction.cycles = cycles;
    return instruction;
  }
  /// Takes `cycles` without contention, and every interval-th issue slot of its scheduler; longer
  /// if other warps want the slots. 1: all slots, so the SM's arithmetic is the limit. More: each
  /// instruction waits for an earlier one.
  static WarpInstruction arithmetic(std::uint32_t cycles, std::uint32_t interval) {
    WarpInstruction instruction = compute(cycles);
    instruction.interval = interval;
    return instruction;
  }
  /// Adjacent lanes: 32 * lane_bytes bytes from `address` on.
  static WarpInstruction access(WarpOp op, std::uint64_t address, unsigned lane_bytes = 4) {
    WarpInstruction instruction;
    instruction.op = op;
    instruction.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
    instruction.lane_stride = static_cast<std::int32_t>(lane_bytes);
    instruction.address = address;
    return instruction;
  }
  static WarpInstruction fence(MemoryScope scope) {
    WarpInstruction instruction;
    instruction.op = WarpOp::kFence;
    instruction.scope = scope;
    return instruction;
  }
  static WarpInstruction await() {
    WarpInstruction instruction;
    instruction.op = WarpOp::kAwait;
    return instruction;
  }
  static WarpInstruction barrier() {
    WarpInstruction instruction;
    instruction.op = WarpOp::kBarrier;
    return instruction;
  }
};

/// Memory that a warp streams through with accesses of adjacent lanes, one after the other. Reads
/// and writes advance in equal steps. Virtual addresses in this GPU's own memory.
struct StreamSlice {
  std::uint64_t read = 0;
  std::uint64_t write = 0;
  std::uint32_t read_bytes = 0;
  std::uint32_t write_bytes = 0;
  std::uint32_t window = 512;  ///< Bytes under way at a time: one access of 32 lanes of 16 B.
};

/// The instructions of one warp, in order of execution.
struct WarpProgram {
  std::vector<WarpInstruction> code;
  std::vector<std::uint64_t> addresses;  ///< 32 for each gather; idle lanes' entries are unused.
  std::vector<StreamSlice> streams;

  void clear() {
    code.clear();
    addresses.clear();
    streams.clear();
  }
  /// Appends a stream of at least one byte.
  void stream(const StreamSlice& slice) {
    WarpInstruction instruction;
    instruction.op = WarpOp::kStream;
    instruction.gather = static_cast<std::uint32_t>(streams.size());
    streams.push_back(slice);
    code.push_back(instruction);
  }
  /// Appends an access with one address per lane. `of_lanes`: 32 entries.
  void gather(WarpInstruction instruction, const std::uint64_t* of_lanes) {
    instruction.gather = static_cast<std::uint32_t>(addresses.size());
    addresses.insert(addresses.end(), of_lanes, of_lanes + kWarpLanes);
    code.push_back(instruction);
  }
  [[nodiscard]] std::uint64_t address(const WarpInstruction& instruction, unsigned lane) const {
    if (instruction.gather != WarpInstruction::kNoGather)
      return addresses[instruction.gather + lane];
    return instruction.address +
           static_cast<std::uint64_t>(std::int64_t{instruction.lane_stride} * std::int64_t{lane});
  }
};

}  // namespace gf::model
