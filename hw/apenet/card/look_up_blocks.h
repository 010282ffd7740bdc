// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/base/ticks.h"
#include "hw/apenet/nios/register_file.h"
#include "hw/apenet/tables/card_tables.h"
#include "hw/apenet/torus_packet.h"

namespace gf::hw::apenet {

/// Hardware that looks up in place of the program: one block searches BUF_LIST, one walks V2P. A
/// program that finds them there (BLOCKS) has them add, remove, map and unmap at registration.
/// Timing: an answer is there `hw_lookup` cycles of the processor after its command, as the cost
/// table has it; reading it before waits until then. The accesses of registers that it takes to ask
/// are the program's own.
class LookUpBlocks {
 public:
  using Offset = card_register::Offset;
  LookUpBlocks(const CostTable& costs, CardTables& tables, RegisterFile& file);

  /// Whether `offset` is a register of a block that this card does not have.
  [[nodiscard]] bool lacks(Offset offset) const;
  /// Carries out what was written to a command register; `packet`: in front, or null. False: no
  /// such command, or not of that.
  bool search(std::uint32_t command, const PacketHeader* packet);
  bool walk(std::uint32_t command);
  /// What reading `offset` waits for from now on.
  [[nodiscard]] sc_core::sc_time wait_for(Offset offset) const;

 private:
  [[nodiscard]] std::uint32_t answer(std::uint32_t command, const PacketHeader* packet,
                                     Meter& meter);
  [[nodiscard]] core::Ticks when_answered(const Meter& meter) const;

  const CostTable& costs_;
  CardTables& tables_;
  RegisterFile& file_;
  core::Ticks searched_ = 0;  ///< When the answer is there.
  core::Ticks walked_ = 0;
};

}  // namespace gf::hw::apenet
