// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/kernels/emit.h"

#include <algorithm>

#include "core/error.h"

namespace gf::model::suite {

void emit_range(WarpProgram& program, WarpOp op, std::uint64_t address, std::uint64_t bytes) {
  GF_CHECK((address | bytes) % 4 == 0, std::to_string(address) + " + " + std::to_string(bytes));
  while (bytes > 0) {
    const unsigned lane_bytes =
        (address | bytes) % 16 == 0 ? 16 : ((address | bytes) % 8 == 0 ? 8 : 4);
    const auto lanes = static_cast<unsigned>(std::min<std::uint64_t>(bytes / lane_bytes, 32));
    WarpInstruction instruction = WarpInstruction::access(op, address, lane_bytes);
    instruction.lanes = lanes == 32 ? ~0u : (1u << lanes) - 1;
    program.code.push_back(instruction);
    address += std::uint64_t{lanes} * lane_bytes;
    bytes -= std::uint64_t{lanes} * lane_bytes;
  }
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
