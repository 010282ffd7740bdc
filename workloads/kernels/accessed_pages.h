// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// The data that the warps of a kernel access, found from its program before it runs.
struct KernelAccesses {
  /// The pages (address / page size) that the CTAs of each GPU read, ascending.
  std::vector<std::vector<std::uint64_t>> reads;
  /// Whether a warp stores to each structure or performs an atomic there, in the order of
  /// Workload::data.
  std::vector<bool> writes;
};

/// Returns the accesses of each kernel of `workload` on `gpus` GPUs, with CTAs placed by
/// gpu_of_cta(). Instructions that KernelProgramIf::more() adds at run time are not included.
/// Throws std::logic_error for an address outside all structures.
std::vector<KernelAccesses> accesses_of(const Workload& workload, unsigned gpus,
                                        std::uint64_t page_bytes);

}  // namespace gf::model
