// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/clock_domain.h"
#include "core/probe.h"
#include "core/stats.h"
#include "hw/gpu/memory/gpu_memory.h"
#include "hw/proact/chunk_table.h"
#include "hw/proact/proact_params.h"
#include "hw/proact/proact_stats.h"

namespace gf::hw::proact {

/// What the parts of one GPU's PROACT unit share. They act within one member of the clock; each
/// says by next() when it wants to be called again.
struct UnitParts {
  UnitParts(const sc_core::sc_object& owner, const ProactParams& params, unsigned gpu,
            gpu::GpuMemory& memory, core::ClockDomain& clock, core::Clocked& member,
            std::uint64_t tables)
      : params(params),
        gpu(gpu),
        memory(memory),
        clock(clock),
        member(clock.add(member)),
        period(clock.period()),
        tables(tables),
        stats(owner),
        probes(owner.name()) {}

  const ProactParams params;
  const unsigned gpu;
  gpu::GpuMemory& memory;
  core::ClockDomain& clock;
  const unsigned member;
  const core::Ticks period;
  const std::uint64_t tables;  ///< Offset in the GPU's memory: what the runtime prepares there.
  ProactStats stats;
  ProactProbes probes;
  ChunkTable chunks;

  [[nodiscard]] core::Ticks ticks(core::Cycle cycle) const { return cycle * period; }
  /// After the present, wherever between two cycles that is.
  [[nodiscard]] core::Cycle next_cycle() const { return core::now_ticks() / period + 1; }
  void wake(core::Cycle at) { clock.wake(member, at); }

  /// An access to the tables, `offset` bytes from their start: timing alone.
  void access(gpu::Bulk& bulk, gpu::LineOp op, std::uint64_t offset, std::uint32_t bytes,
              core::Cycle now) {
    bulk.op = op;
    bulk.address = (std::uint64_t{gpu} << model::kHomeShift) + tables + offset;
    bulk.bytes = bytes;
    bulk.data = nullptr;
    bulk.failed = false;
    ++stats.table_accesses;
    stats.table_bytes += bytes;
    memory.submit(bulk, now);
  }
};

}  // namespace gf::hw::proact
