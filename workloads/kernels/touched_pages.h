// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// What the warps of a kernel touch, as its program says before it runs.
struct KernelTouches {
  /// By GPU: the pages (address / page size) that its CTAs read, ascending.
  std::vector<std::vector<std::uint64_t>> reads;
  /// By structure, in the order of Workload::data: a warp stores there, or has an atomic there.
  std::vector<bool> writes;
};

/// Of each kernel of `workload` on `gpus` GPUs. CTAs are on the GPUs that gpu_of_cta() gives them.
/// Not looked into: what KernelProgramIf::more() adds while a kernel runs. Throws std::logic_error
/// for an address of no structure.
std::vector<KernelTouches> touches_of(const Workload& workload, unsigned gpus,
                                      std::uint64_t page_bytes);

}  // namespace gf::model
