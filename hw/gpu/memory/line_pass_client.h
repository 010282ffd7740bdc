// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/clock_domain.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// An access to one line in the cycle in which its slice decides on it: where it takes effect, and
/// the order in which all who ask for the line see it.
struct LinePass {
  std::uint64_t offset = 0;  ///< In this GPU's memory; of the first sector, of bulk: first byte.
  std::uint16_t bytes = 0;   ///< As LineRequest::bytes.
  std::uint8_t sectors = 0;
  LineOp op = LineOp::kRead;
  bool whole = true;
  bool has_bytes = false;  ///< Bulk: the memory's contents change with it (`real_bytes`).
  const LineRequest* request =
      nullptr;  ///< Of an SM of this GPU; null: of a peer or a copy engine.
};

/// Hardware, or a check, that looks at what passes a GPU's level 2 slices.
class LinePassClient {
 public:
  virtual ~LinePassClient() = default;
  virtual void line_passes(const LinePass& pass, core::Cycle now) = 0;
};

/// Who watches which range of a GPU's memory.
class LinePassClients {
 public:
  /// Offsets [begin, end). `watch` outlives the simulation.
  void add(std::uint64_t begin, std::uint64_t end, LinePassClient& watch) {
    all_.push_back({begin, end, &watch});
  }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  void show(const LinePass& pass, core::Cycle now) const {
    for (const Watch& one : all_) {
      if (pass.offset >= one.begin && pass.offset < one.end) one.watch->line_passes(pass, now);
    }
  }

 private:
  struct Watch {
    std::uint64_t begin;
    std::uint64_t end;
    LinePassClient* watch;
  };
  std::vector<Watch> all_;
};

}  // namespace gf::hw::gpu
