// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/look_up_blocks.h"

namespace gf::hw::apenet {

LookUpBlocks::LookUpBlocks(const CostTable& costs, CardTables& tables, RegisterFile& file)
    : costs_(costs), tables_(tables), file_(file) {
  file_.set(Offset::kBlocks, (costs.hw_buf_list ? card_register::kSearchBlock : 0) |
                                 (costs.hw_v2p ? card_register::kWalkBlock : 0));
}

bool LookUpBlocks::lacks(Offset offset) const {
  if (offset >= Offset::kWalkGpu) return !costs_.hw_v2p;
  return offset >= Offset::kSearchGpu && !costs_.hw_buf_list;
}

core::Ticks LookUpBlocks::when_answered(const Meter& meter) const {
  return core::now_ticks() + meter.cycles() * costs_.clock.value();
}

std::uint32_t LookUpBlocks::answer(std::uint32_t command, const PacketHeader* packet,
                                   Meter& meter) {
  const Buffer buffer{file_.value64(Offset::kSearchAddress), file_.value64(Offset::kSearchBytes),
                      file_.value(Offset::kSearchProcess),
                      static_cast<std::uint8_t>(file_.value(Offset::kSearchGpu))};
  if (command == card_register::kSearchPacket) {
    const Buffer* const found =
        tables_.buf_list.find(packet->process, packet->address, packet->bytes, costs_, meter);
    return found == nullptr ? card_register::kNoBuffer : found->gpu;
  }
  meter.charge(costs_.hw_lookup);
  if (command == card_register::kSearchAdd) return tables_.buf_list.add(buffer) ? 1 : 0;
  if (command == card_register::kSearchRemove)
    return tables_.buf_list.remove(buffer.process, buffer.address) ? 1 : 0;
  return tables_.buf_list.touches(buffer.gpu, buffer.address, buffer.bytes) ? 1 : 0;
}

bool LookUpBlocks::search(std::uint32_t command, const PacketHeader* packet) {
  if (command < card_register::kSearchAdd || command > card_register::kSearchPacket) return false;
  if (command == card_register::kSearchPacket && packet == nullptr) return false;
  Meter meter;
  file_.set(Offset::kSearchAnswer, answer(command, packet, meter));
  searched_ = when_answered(meter);
  return true;
}

bool LookUpBlocks::walk(std::uint32_t command) {
  if (command < card_register::kWalkMap || command > card_register::kWalkFind) return false;
  const std::uint32_t gpu = file_.value(Offset::kWalkGpu);
  if (gpu != kHostBuffer && gpu >= tables_.gpu_v2p.size()) return false;
  V2pTable& table = gpu == kHostBuffer ? tables_.host_v2p : tables_.gpu_v2p[gpu];
  const std::uint64_t address = file_.value64(Offset::kWalkAddress);
  std::uint64_t answer = 0;
  Meter meter;
  if (command == card_register::kWalkFind) {
    const auto frame = table.find(address, costs_, meter);
    if (frame) answer = *frame | card_register::kWalkMapped;
  } else {
    meter.charge(costs_.hw_lookup);
  }
  if (command == card_register::kWalkMap && address >> 48 == 0)
    table.map(address, file_.value64(Offset::kWalkFrame));
  if (command == card_register::kWalkUnmap) table.unmap(address);
  file_.set64(Offset::kWalkAnswer, answer);
  walked_ = when_answered(meter);
  return true;
}

sc_core::sc_time LookUpBlocks::wait_for(Offset offset) const {
  const bool walk = offset == Offset::kWalkAnswer || offset == Offset::kWalkAnswerHigh;
  const core::Ticks at = walk ? walked_ : offset == Offset::kSearchAnswer ? searched_ : 0;
  const core::Ticks now = core::now_ticks();
  return core::to_time(at > now ? at - now : 0);
}

}  // namespace gf::hw::apenet
