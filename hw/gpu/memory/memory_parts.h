// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/clock_domain.h"
#include "core/ticks.h"
#include "hw/gpu/memory/access.h"
#include "hw/gpu/memory/address_map.h"
#include "hw/gpu/memory/line_pass_client.h"
#include "hw/gpu/memory/memory_params.h"
#include "hw/gpu/memory/memory_stats.h"
#include "hw/gpu/memory/stall.h"
#include "tlm_models/link/packet_pool.h"
#include "tlm_models/memory/byte_pages.h"

namespace gf::hw::gpu {

/// What the parts of one GPU's memory share. They act within one member of the clock; each says
/// by next() when it wants to be called again.
struct MemoryParts {
  MemoryParts(const sc_core::sc_object& owner, const MemoryParams& params, core::ClockDomain& clock,
              core::Clocked& member)
      : params(params),
        map(params),
        clock(clock),
        member(clock.add(member)),
        period(clock.period()),
        stats(owner),
        probes(owner.name()) {}

  const MemoryParams params;
  const AddressMap map;
  core::ClockDomain& clock;
  const unsigned member;
  const core::Ticks period;
  MemoryStats stats;
  MemoryProbes probes;
  model::PacketPool<Access> accesses;
  model::BytePages bytes;  ///< Contents, with `real_bytes`.
  LinePassClients watches;

  /// First cycle that sees what happens at `at`, which may lie between two cycles.
  [[nodiscard]] core::Cycle after(core::Ticks at) const { return at / period + 1; }
  [[nodiscard]] core::Ticks ticks(core::Cycle cycle) const { return cycle * period; }
  void wake(core::Cycle at) { clock.wake(member, at); }
  /// Which of the `peer_ports` ways a line takes.
  [[nodiscard]] unsigned way(std::uint64_t address) const {
    return static_cast<unsigned>(address / kLineBytes % params.peer_ports);
  }
  /// Cycles that `bytes` hold a port of the crossbar.
  [[nodiscard]] unsigned port_cycles(unsigned bytes) const {
    return bytes <= params.xbar_width ? 1 : (bytes + params.xbar_width - 1) / params.xbar_width;
  }
};

}  // namespace gf::hw::gpu
