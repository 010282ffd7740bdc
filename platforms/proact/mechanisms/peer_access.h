// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/region/producer_program.h"

namespace gf::platforms::proact {

/// PROACT-inline: the kernel itself stores to all copies. The links see the stores as coalesced by
/// the SM and the level 2 cache. The kernel ends when all its stores are visible.
class InlineStores final : public PlainKernels {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override;
};

/// Peer-to-peer loads: each GPU stores to its own copy, and the others load from there when they
/// need the data.
class PeerLoads final : public PlainKernels {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  [[nodiscard]] bool reads_own_copy(unsigned gpu, std::uint64_t offset) const override;

 private:
  std::unique_ptr<Owners> owners_;
};

}  // namespace gf::platforms::proact
