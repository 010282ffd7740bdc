// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/proact/mechanisms/bulk_copy.h"

namespace gf::platforms::proact {

/// Unified memory: the region is one structure of managed pages. A GPU that stores to a page gets
/// it, and a GPU that loads it gets a copy (the advice read_mostly, a hint that the paper's authors
/// tried); both cause a fault. With `host.um_prefetch`, the host prefetches the written data to all
/// GPUs between phases. With `host.um_populate`, an equal part of the region starts on each GPU,
/// about the part it writes, and stays there without faults. On a machine whose pages do not move
/// (before Pascal), the whole region stays with GPU 0 and is accessed over the fabric.
class UnifiedMemory final : public PlainKernels {
 public:
  [[nodiscard]] std::vector<model::DataStructure> region(const RegionLayout& layout,
                                                         const HostParams& host) const override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  void host_transfer(unsigned phase, const Done& done) override;
};

}  // namespace gf::platforms::proact
