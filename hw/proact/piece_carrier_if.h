// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::proact {

/// A piece of a chunk on its way to one GPU. Addresses are physical.
struct Piece {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint64_t bytes = 0;
  void* key = nullptr;  ///< The client's own.
};

/// Who hands pieces over.
class PieceClient {
 public:
  virtual ~PieceClient() = default;
  /// It is in the other GPU's memory, or has been lost (`failed`). Outside of the client's cycles:
  /// it acts from its next one on.
  virtual void piece_ended(void* key, bool failed) = 0;
};

/// Takes pieces of chunks to GPUs that this one cannot store to, those of other nodes. It reads
/// the bytes itself, at any time from carry() on to the piece's end.
class PieceCarrierIf {
 public:
  virtual ~PieceCarrierIf() = default;
  /// Whether GPU `gpu` is reached this way, and by no store.
  [[nodiscard]] virtual bool carries_to(unsigned gpu) const = 0;
  /// In cycle `now` of the GPU's clock.
  virtual void carry(const Piece& piece, PieceClient& client, core::Cycle now) = 0;
};

}  // namespace gf::hw::proact
