// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>

#include "workloads/schedule/elements/builder.h"

namespace gf::model {

/// Programs of a library of collectives in which NVSwitches reduce and replicate (NCCL calls them
/// NVLS), on the GPUs of one node. Facts of NCCL 2.30: src/device/{all_reduce, all_gather,
/// reduce_scatter}.h, src/transport/nvls.cc, src/enqueue.cc.
///
/// Each of up to 32 ranks is the head of a part of the vector: its block reads the sum of that part
/// over all ranks from the switches, and stores it through them to all ranks. Without `direct` this
/// happens in buffers of 8 steps. Other warps of the same blocks copy the rank's input into them
/// (scatter) and results out of them (gather). The three groups of warps run at the same time.
///
/// A head begins when flags of all ranks say that its operands are there, and that they have a free
/// place for its result. Flags that switches replicate announce results.
struct NvlsPlan {
  unsigned channels = 16;
  sc_core::sc_time launch{};  ///< From the start of the schedule to that of the blocks.
  /// Input and output are registered with the switches, so that nothing is copied. NCCL copies
  /// unless its user registers them.
  bool direct = false;
};

inline constexpr unsigned kMostHeads = 32;  ///< src/include/device.h: NCCL_MAX_NVLS_ARITY.

/// The library's number of channels: 24 from Blackwell on, before 16 (src/transport/nvls.cc).
constexpr unsigned nvls_channels(unsigned capability) { return capability >= 100 ? 24 : 16; }

/// Returns how many elements a head moves at once: 128 KiB, less for short vectors
/// (src/enqueue.cc).
std::uint64_t nvls_chunk(const Collective& collective, const NvlsPlan& plan);

void all_reduce_by_switches(CollectiveBuilder& builder, const NvlsPlan& plan);
/// Every rank is a head, so there are at most kMostHeads.
void all_gather_by_switches(CollectiveBuilder& builder, const NvlsPlan& plan);
void reduce_scatter_by_switches(CollectiveBuilder& builder,
                                const NvlsPlan& plan);  ///< As all_gather_by_switches().

}  // namespace gf::model
