// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>

#include "core/base/ticks.h"
#include "hw/apenet/nios/register_file.h"
#include "hw/apenet/tables/card_tables.h"
#include "hw/apenet/torus_packet.h"

namespace gf::hw::apenet {

/// Hardware that looks up in place of the program: one block searches BUF_LIST, one walks V2P. A
/// program that finds them (BLOCKS) also lets them add, remove, map and unmap at registration.
/// Timing: an answer is there `hw_lookup` cycles of the processor after its command, as in the cost
/// table. An earlier read waits until then. The register accesses needed to ask are part of the
/// program's own time.
class LookUpBlocks {
 public:
  using Offset = card_register::Offset;
  LookUpBlocks(const CostTable& costs, CardTables& tables, RegisterFile& file);

  /// Returns whether `offset` is a register of a block that this card does not have.
  [[nodiscard]] bool lacks(Offset offset) const;
  /// Carries out a write to a command register. `packet` is the packet in front, or null. Returns
  /// false if there is no such command, or if it needs a packet and there is none.
  bool search(std::uint32_t command, const PacketHeader* packet);
  bool walk(std::uint32_t command);
  /// Returns how long a read of `offset` has to wait from now on.
  [[nodiscard]] sc_core::sc_time wait_for(Offset offset) const;

 private:
  [[nodiscard]] std::uint32_t answer(std::uint32_t command, const PacketHeader* packet,
                                     Meter& meter);
  [[nodiscard]] core::Ticks when_answered(const Meter& meter) const;

  const CostTable& costs_;
  CardTables& tables_;
  RegisterFile& file_;
  core::Ticks searched_ = 0;  ///< When the answer will be there.
  core::Ticks walked_ = 0;
};

}  // namespace gf::hw::apenet
