// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// What has to be done before a kernel is launched so that GPUs read their own copies.
struct ReaderStep {
  /// Structures that it writes, by place in Workload::data: their copies are no longer true.
  std::vector<unsigned> dropped;
  /// By GPU: pages (address / page size) that it reads and may have copies of, ascending.
  std::vector<std::vector<std::uint64_t>> pages;
};

/// By kernel. Derived from the accesses: a kernel may have copies of a structure that it does not
/// write and whose copied_to_readers allows it, if every kernel that does has ended before it is
/// launched, or is launched after its end: by the order of its stream, by waits, or by both.
/// Empty where no structure has copies.
std::vector<ReaderStep> plan_copies(const Workload& workload, unsigned gpus,
                                    std::uint64_t page_bytes);

}  // namespace gf::model
