// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tlm_models/gpu/workload.h"

namespace gf::model::suite {

/// The virtual addresses of a workload's data: one structure behind the other, each at a multiple
/// of the largest page.
class Layout {
 public:
  static constexpr std::uint64_t kAlignment = 2 << 20;  ///< 2 MiB.

  explicit Layout(unsigned gpus) : gpus_(gpus) {}
  /// The base of a new structure; `homes` with kExplicit, and perhaps with kManaged.
  std::uint64_t add(const std::string& name, std::uint64_t bytes, Placement placement,
                    std::vector<std::uint8_t> homes = {}, const Advice& advice = {});
  /// One block a GPU, in the order of the GPUs.
  std::uint64_t add_blocks(const std::string& name, std::uint64_t bytes);
  /// One block a GPU, each at its partner() on side `side`.
  std::uint64_t add_at_partners(const std::string& name, std::uint64_t bytes, unsigned side);
  /// A structure all of which is on one GPU.
  std::uint64_t add_on(const std::string& name, std::uint64_t bytes, unsigned gpu);

  [[nodiscard]] unsigned gpus() const { return gpus_; }
  [[nodiscard]] std::vector<DataStructure> take() { return std::move(data_); }

  /// GPUs 2k and 2k + 1 are a pair; the one of `gpu`'s pair with number side (0, 1) modulo 2, or
  /// `gpu` itself if that one is not there.
  [[nodiscard]] unsigned partner(unsigned gpu, unsigned side) const;

 private:
  unsigned gpus_;
  std::uint64_t next_ = std::uint64_t{1} << 32;
  std::vector<DataStructure> data_;
};

}  // namespace gf::model::suite
