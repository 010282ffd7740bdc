// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/mechanisms/bulk_copy.h"
#include "platforms/proact/region/producer_program.h"

namespace gf::platforms::proact {

/// PROACT-inline: the kernel stores to all copies itself. What the SM and the level 2 cache
/// coalesce is what the links see; the kernel ends when all of it is visible.
class InlineStores final : public PlainKernels {
 public:
  std::vector<model::Kernel> kernels(unsigned phase) override;
};

/// Peer-to-peer loads: each GPU stores to its copy, the others load it from there when they need
/// it.
class PeerLoads final : public PlainKernels {
 public:
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  [[nodiscard]] bool reads_own_copy(unsigned gpu, std::uint64_t offset) const override;

 private:
  std::unique_ptr<Owners> owners_;
};

}  // namespace gf::platforms::proact
