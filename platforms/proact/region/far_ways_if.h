// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "hw/gpu/memory/memory_copy_engine.h"
#include "hw/proact/piece_carrier_if.h"

namespace gf::platforms::proact {

/// How GPUs of other nodes are reached, where there are several nodes: by network cards, and by no
/// load or store. GPU g is one of node g / gpus_per_node().
class FarWaysIf {
 public:
  virtual ~FarWaysIf() = default;
  [[nodiscard]] virtual unsigned gpus_per_node() const = 0;
  [[nodiscard]] unsigned node_of(unsigned gpu) const { return gpu / gpus_per_node(); }
  [[nodiscard]] bool far(unsigned from, unsigned to) const { return node_of(from) != node_of(to); }

  /// Bytes of a GPU's memory that its carrier takes for completions.
  [[nodiscard]] virtual std::uint64_t ring_bytes() const = 0;
  /// What takes chunks of `gpu` to the GPUs of other nodes; `ring` is where it may have completions
  /// in the GPU's memory. Once a GPU, before the simulation.
  virtual hw::proact::PieceCarrierIf& make_carrier(unsigned gpu, std::uint64_t ring) = 0;
  /// A copy between two nodes by the software of the source's node: `copy.done` is called when that
  /// one knows that it is there.
  virtual void copy(unsigned from, unsigned to, const hw::gpu::Copy& copy) = 0;
};

}  // namespace gf::platforms::proact
