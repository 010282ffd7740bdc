// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/gpu/memory_port_if.h"

namespace gf::hw::gpu {

/// An access to one line in the cycle in which its slice decides on it. There it takes effect, in
/// the order that all requesters of the line see.
struct LinePass {
  std::uint64_t offset = 0;  ///< In this GPU's memory: first sector; bulk: first byte.
  std::uint16_t bytes = 0;   ///< As LineRequest::bytes.
  std::uint8_t sectors = 0;
  LineOp op = LineOp::kRead;
  bool whole = true;
  bool has_bytes = false;  ///< Bulk: it moves contents (`real_bytes`).
  const LineRequest* request =
      nullptr;  ///< Request of an SM of this GPU; null: of a peer or a copy engine.
};

/// Kinds of accesses that a client can watch, from all to fewest. Each kind includes
/// those after it.
enum class PassKind : std::uint8_t {
  kAll,
  kChanges,     ///< Writes and atomics.
  kOwnChanges,  ///< Those made by SMs of this GPU.
};
inline PassKind kind_of(LineOp op, const LineRequest* request) {
  if (op == LineOp::kRead) return PassKind::kAll;
  return request == nullptr ? PassKind::kChanges : PassKind::kOwnChanges;
}

/// Hardware, or a check, that watches the accesses to a GPU's level 2 slices.
class LinePassClient {
 public:
  virtual ~LinePassClient() = default;
  virtual void line_passes(const LinePass& pass, core::Cycle now) = 0;
};

/// The clients that watch ranges of a GPU's memory.
class LinePassClients {
 public:
  /// Adds a client for accesses of `kind` at offsets [begin, end). `watch` must
  /// outlive the simulation.
  void add(std::uint64_t begin, std::uint64_t end, LinePassClient& watch, PassKind kind) {
    all_.push_back({begin, end, &watch, kind});
    widest_ = all_.size() == 1 ? kind : std::min(widest_, kind);
  }
  /// Returns whether a client watches `kind`. Ask this first: most accesses are not watched.
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
  PassKind widest_ = PassKind::kAll;  ///< Widest kind of all clients.
  std::vector<Watch> all_;
};

}  // namespace gf::hw::gpu
