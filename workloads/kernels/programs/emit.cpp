// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/programs/emit.h"

#include <algorithm>

namespace gf::model::suite {

namespace {

constexpr std::uint64_t kWord = 4;

/// Returns the widest access for whole, aligned words; for partial words, one byte.
unsigned lane_bytes_of(std::uint64_t both) {
  for (const unsigned bytes : {16u, 8u, 4u})
    if (both % bytes == 0) return bytes;
  return 1;
}

/// Precondition: the address and the number of bytes are whole words, or everything lies in one
/// word.
void emit_alike(WarpProgram& program, WarpOp op, std::uint64_t address, std::uint64_t bytes) {
  while (bytes > 0) {
    const unsigned lane_bytes = lane_bytes_of(address | bytes);
    const auto lanes = static_cast<unsigned>(std::min<std::uint64_t>(bytes / lane_bytes, 32));
    WarpInstruction instruction = WarpInstruction::access(op, address, lane_bytes);
    instruction.lanes = lanes == 32 ? ~0u : (1u << lanes) - 1;
    program.code.push_back(instruction);
    address += std::uint64_t{lanes} * lane_bytes;
    bytes -= std::uint64_t{lanes} * lane_bytes;
  }
}

}  // namespace

void emit_range(WarpProgram& program, WarpOp op, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t head = std::min((kWord - address % kWord) % kWord, bytes);
  const std::uint64_t words = (bytes - head) / kWord * kWord;
  emit_alike(program, op, address, head);
  emit_alike(program, op, address + head, words);
  emit_alike(program, op, address + head + words, bytes - head - words);
}

void LaneGather::emit(WarpProgram& program, WarpOp op, unsigned lane_bytes, bool returns) {
  if (lanes_ == 0) return;
  WarpInstruction instruction;
  instruction.op = op;
  instruction.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  instruction.lanes = lanes_;
  instruction.returns = returns;
  program.gather(instruction, at_.data());
  lanes_ = 0;
}

Kernel touch_kernel(unsigned gpus, const std::vector<DataStructure>& data) {
  constexpr std::uint64_t kPage = 4096;
  std::vector<Range> ranges;
  for (const DataStructure& structure : data)
    if (structure.placement == Placement::kFirstTouch)
      ranges.push_back({structure.base, structure.base + structure.bytes.count()});
  const unsigned ctas = gpus * 4;
  return make_kernel("touch", ctas, 1, [=](unsigned cta, unsigned, WarpProgram& program) {
    for (const Range& range : ranges) {
      const Range mine = part_of({0, (range.end - range.begin + kPage - 1) / kPage}, ctas, cta);
      for (std::uint64_t page = mine.begin; page < mine.end; ++page) {
        const std::uint64_t at = range.begin + page * kPage;
        emit_range(program, WarpOp::kStore, at, std::min<std::uint64_t>(128, range.end - at));
      }
    }
  });
}

}  // namespace gf::model::suite
