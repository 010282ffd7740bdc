// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/time/clock_domain.h"

namespace gf::hw::proact {

/// A part of a chunk to be copied to one GPU. Addresses are physical.
struct Piece {
  std::uint64_t source = 0;
  std::uint64_t destination = 0;
  std::uint64_t bytes = 0;
  void* key = nullptr;  ///< For the client's use.
};

/// Client that hands pieces over to a carrier.
class PieceClient {
 public:
  virtual ~PieceClient() = default;
  /// The piece is in the other GPU's memory, or has been lost (`failed`). Called outside the
  /// client's cycles; it acts in its next one.
  virtual void piece_ended(void* key, bool failed) = 0;
};

/// Transports pieces of chunks to GPUs of other nodes, to which this GPU cannot store. It reads the
/// bytes itself, at any time between carry() and the piece's end.
class PieceCarrierIf {
 public:
  virtual ~PieceCarrierIf() = default;
  /// Returns whether GPU `gpu` is reached by this carrier; it then cannot be reached by stores.
  [[nodiscard]] virtual bool carries_to(unsigned gpu) const = 0;
  /// Hands over a piece in cycle `now` of the GPU's clock.
  virtual void carry(const Piece& piece, PieceClient& client, core::Cycle now) = 0;
};

}  // namespace gf::hw::proact
