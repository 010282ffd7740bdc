// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/gpu/memory/memory_copy_engine.h"
#include "hw/proact/piece_carrier_if.h"

namespace gf::platforms::proact {

/// Access to GPUs of other nodes, if there are several nodes. It goes through network cards; loads
/// and stores do not reach them. GPU g is in node g / gpus_per_node().
class RemoteAccessIf {
 public:
  virtual ~RemoteAccessIf() = default;
  [[nodiscard]] virtual unsigned gpus_per_node() const = 0;
  [[nodiscard]] unsigned node_of(unsigned gpu) const { return gpu / gpus_per_node(); }
  [[nodiscard]] bool far(unsigned from, unsigned to) const { return node_of(from) != node_of(to); }

  /// Returns the number of bytes of a GPU's memory that its carrier needs for completions.
  [[nodiscard]] virtual std::uint64_t ring_bytes() const = 0;
  /// Makes the carrier that takes chunks of `gpu` to the GPUs of other nodes. It may put
  /// completions at `ring` in the GPU's memory. Call once per GPU, before the simulation.
  virtual hw::proact::PieceCarrierIf& make_carrier(unsigned gpu, std::uint64_t ring) = 0;
  /// Copies between two nodes with the software of the source's node. Calls `copy.done` when that
  /// software knows that the data have arrived.
  virtual void copy(unsigned from, unsigned to, const hw::gpu::MemoryCopy& copy) = 0;
};

}  // namespace gf::platforms::proact
