// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/gpu/memory/gpu_memory.h"
#include "hw/proact/proact_stats.h"

namespace gf::hw::proact {

/// The tables that the runtime prepares in one GPU's memory: counters, CTA bits, descriptors.
class TableMemory {
 public:
  /// `begin`: offset in the memory of `gpu`.
  TableMemory(gpu::GpuMemory& memory, unsigned gpu, std::uint64_t begin, ProactStats& stats)
      : memory_(memory),
        begin_(begin),
        address_((std::uint64_t{gpu} << model::kHomeShift) + begin),
        stats_(stats) {}

  /// Performs an access `offset` bytes from the start of the tables. It models only the time; the
  /// contents are kept in C++ objects.
  void access(gpu::Bulk& bulk, gpu::LineOp op, std::uint64_t offset, std::uint32_t bytes,
              core::Cycle now) {
    bulk.op = op;
    bulk.address = address_ + offset;
    bulk.bytes = bytes;
    bulk.data = nullptr;
    bulk.failed = false;
    ++stats_.table_accesses;
    stats_.table_bytes += bytes;
    memory_.submit(bulk, now);
  }
  [[nodiscard]] std::uint64_t begin() const { return begin_; }

 private:
  gpu::GpuMemory& memory_;
  const std::uint64_t begin_;
  const std::uint64_t address_;
  ProactStats& stats_;
};

}  // namespace gf::hw::proact
