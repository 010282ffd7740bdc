// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// Preparations for the launch of a kernel, so that GPUs read from local copies.
struct ReaderStep {
  /// Structures that the kernel writes, as indices into Workload::data; their copies become
  /// invalid.
  std::vector<unsigned> dropped;
  /// The pages (address / page size) that each GPU reads and may copy, ascending.
  std::vector<std::vector<std::uint64_t>> pages;
};

/// Returns the steps by kernel, derived from the accesses. A kernel may use copies of a structure
/// if copied_to_readers allows it and the kernel does not write the structure. In addition, each
/// kernel that writes it must have ended before the launch, or be launched after this kernel's end:
/// by the order of its stream, by waits, or by both. Returns an empty list if no structure has
/// copies.
std::vector<ReaderStep> plan_copies(const Workload& workload, unsigned gpus,
                                    std::uint64_t page_bytes);

}  // namespace gf::model
