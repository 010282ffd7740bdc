// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/gpu/workload.h"

namespace gf::model::suite {

/// Assigns virtual addresses to a workload's data, one structure after the other, each at a
/// multiple of the largest page.
class Layout {
 public:
  static constexpr std::uint64_t kAlignment = 2 << 20;  ///< 2 MiB.

  explicit Layout(unsigned gpus) : gpus_(gpus) {}
  /// Adds a structure and returns its base. kExplicit needs `homes`; kManaged may have them.
  std::uint64_t add(const std::string& name, std::uint64_t bytes, Placement placement,
                    std::vector<std::uint8_t> homes = {}, const Advice& advice = {});
  /// Adds a structure with one block per GPU, in the order of the GPUs.
  std::uint64_t add_blocks(const std::string& name, std::uint64_t bytes);
  /// Adds a structure with one block per GPU, each on its partner() on side `side`.
  std::uint64_t add_at_partners(const std::string& name, std::uint64_t bytes, unsigned side);
  /// Adds a structure that lies entirely on one GPU.
  std::uint64_t add_on(const std::string& name, std::uint64_t bytes, unsigned gpu);

  [[nodiscard]] unsigned gpus() const { return gpus_; }
  [[nodiscard]] std::vector<DataStructure> take() { return std::move(data_); }

  /// Returns the GPU of `gpu`'s pair on side `side` (0: even, 1: odd); GPUs 2k and 2k + 1 are a
  /// pair. Returns `gpu` itself if that GPU does not exist.
  [[nodiscard]] unsigned partner(unsigned gpu, unsigned side) const;

 private:
  unsigned gpus_;
  std::uint64_t next_ = std::uint64_t{1} << 32;
  std::vector<DataStructure> data_;
};

}  // namespace gf::model::suite
