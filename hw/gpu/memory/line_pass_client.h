// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/time/clock_domain.h"
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

/// What a client wants to see, from everything to least: each begins with what the next one has.
enum class PassKind : std::uint8_t {
  kAll,
  kChanges,     ///< Writes and atomics.
  kOwnChanges,  ///< Those of them that SMs of this GPU ask for.
};
inline PassKind kind_of(LineOp op, const LineRequest* request) {
  if (op == LineOp::kRead) return PassKind::kAll;
  return request == nullptr ? PassKind::kChanges : PassKind::kOwnChanges;
}

/// Hardware, or a check, that looks at what passes a GPU's level 2 slices.
class LinePassClient {
 public:
  virtual ~LinePassClient() = default;
  virtual void line_passes(const LinePass& pass, core::Cycle now) = 0;
};

/// Who watches which range of a GPU's memory.
class LinePassClients {
 public:
  /// Passes of `kind` at offsets [begin, end). `watch` outlives the simulation.
  void add(std::uint64_t begin, std::uint64_t end, LinePassClient& watch, PassKind kind) {
    all_.push_back({begin, end, &watch, kind});
    widest_ = all_.size() == 1 ? kind : std::min(widest_, kind);
  }
  /// Whether somebody watches passes of `kind`: asked first, as most are made for nobody.
  [[nodiscard]] bool want(PassKind kind) const { return kind >= widest_ && !all_.empty(); }
  void show(const LinePass& pass, core::Cycle now) const {
    const PassKind kind = kind_of(pass.op, pass.request);
    for (const Watch& one : all_) {
      const bool there = pass.offset >= one.begin && pass.offset < one.end;
      if (there && kind >= one.kind) one.watch->line_passes(pass, now);
    }
  }

 private:
  struct Watch {
    std::uint64_t begin;
    std::uint64_t end;
    LinePassClient* watch;
    PassKind kind;
  };
  PassKind widest_ = PassKind::kAll;  ///< Of those that watch.
  std::vector<Watch> all_;
};

}  // namespace gf::hw::gpu
