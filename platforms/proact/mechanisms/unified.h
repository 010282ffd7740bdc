// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/mechanisms/bulk_copy.h"

namespace gf::platforms::proact {

/// Unified memory: the region is one structure of managed pages. Who stores to a page gets it, who
/// loads it gets a copy (the advice read_mostly, a hint that the paper's authors tried), both by a
/// fault; with `host.um_prefetch` the host brings what was written to all GPUs between phases. With
/// `host.um_populate` an equal part of it starts with each GPU, about what it writes, and stays
/// there, without faults. On a machine whose pages do not move (before Pascal) all of it stays with
/// GPU 0, and is reached over the fabric.
class UnifiedMemory final : public PlainKernels {
 public:
  [[nodiscard]] std::vector<model::DataStructure> region(const RegionLayout& layout,
                                                         const HostParams& host) const override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  void host_transfer(unsigned phase, const Done& done) override;
};

}  // namespace gf::platforms::proact
