// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace gf::model {

inline constexpr unsigned kWarpLanes = 32;
inline constexpr std::uint32_t kMostIssueInterval = 64;  ///< Of arithmetic, in cycles.

enum class WarpOp : std::uint8_t {
  kCompute,  ///< The warp is busy for `cycles`.
  kLoad,     ///< The warp goes on when all its bytes are there.
  kStore,    ///< The warp goes on at once.
  kAtomic,   ///< Read-modify-write at the memory side; the warp waits if `returns`.
  kFence,    ///< The warp waits until its earlier stores are visible in `scope`.
  kBarrier,  ///< The warp waits until all warps of its CTA are here.
  kStream,   ///< The warp goes through a slice of memory and goes on when all of it is done.
};

/// Who sees what a fence orders.
enum class MemoryScope : std::uint8_t { kGpu, kSystem };

/// One instruction of a warp. Lane n of an access touches `lane_bytes` bytes at
/// address + n * lane_stride, or, with `gather`, at an address of its own. Addresses are virtual.
struct WarpInstruction {
  static constexpr std::uint32_t kNoGather = ~0u;

  WarpOp op = WarpOp::kCompute;
  std::uint8_t lane_bytes = 4;  ///< 1, 2, 4, 8 or 16.
  bool returns = true;          ///< kAtomic.
  bool cached = true;           ///< kLoad: false reads at the memory side, whatever the L1 has.
  MemoryScope scope = MemoryScope::kGpu;
  std::uint32_t cycles = 1;          ///< kCompute, at least 1.
  std::uint32_t interval = 0;        ///< kCompute: a slot in so many of them; 0: it takes none.
  std::uint32_t lanes = ~0u;         ///< Bit a lane that takes part; at least one.
  std::int32_t lane_stride = 4;      ///< Bytes.
  std::uint64_t address = 0;         ///< Of lane 0.
  /// First of 32 entries of WarpProgram::addresses; kStream: number in WarpProgram::streams.
  std::uint32_t gather = kNoGather;

  static WarpInstruction compute(std::uint32_t cycles) {
    WarpInstruction instruction;
    instruction.cycles = cycles;
    return instruction;
  }
  /// Alone it takes `cycles`, and an issue slot of its scheduler in every interval-th: longer if
  /// others want them. 1: all slots, so the SM's arithmetic is the limit. More: each instruction
  /// waits for an earlier one.
  static WarpInstruction arithmetic(std::uint32_t cycles, std::uint32_t interval) {
    WarpInstruction instruction = compute(cycles);
    instruction.interval = interval;
    return instruction;
  }
  /// Lanes side by side: 32 * lane_bytes bytes from `address` on.
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
  static WarpInstruction barrier() {
    WarpInstruction instruction;
    instruction.op = WarpOp::kBarrier;
    return instruction;
  }
};

/// What a warp goes through by accesses side by side, one after the other: reads and writes in
/// equal steps. Virtual addresses of this GPU's own memory.
struct StreamSlice {
  std::uint64_t read = 0;
  std::uint64_t write = 0;
  std::uint32_t read_bytes = 0;
  std::uint32_t write_bytes = 0;
  std::uint32_t window = 512;  ///< Bytes that it has under way: one access of 32 lanes of 16 B.
};

/// What one warp executes, from the first instruction to the last.
struct WarpProgram {
  std::vector<WarpInstruction> code;
  std::vector<std::uint64_t> addresses;  ///< Of gathers, 32 each; those of idle lanes mean nothing.
  std::vector<StreamSlice> streams;

  void clear() {
    code.clear();
    addresses.clear();
    streams.clear();
  }
  /// Appends a stream of at least a byte.
  void stream(const StreamSlice& slice) {
    WarpInstruction instruction;
    instruction.op = WarpOp::kStream;
    instruction.gather = static_cast<std::uint32_t>(streams.size());
    streams.push_back(slice);
    code.push_back(instruction);
  }
  /// Appends an access with an address by lane. `of_lanes`: 32 entries.
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
