// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// The GPU that runs CTA `cta` of `kernel`: of a split one, block g is [ctas * g / gpus,
/// ctas * (g + 1) / gpus).
unsigned gpu_of_cta(const Kernel& kernel, unsigned cta, unsigned gpus);

/// Bytes that a kernel moves between GPUs, of data alone, no headers: whole sectors of 32 B, each
/// sector that a CTA reads counted once, as if its L1 held all of it.
struct KernelTraffic {
  std::string name;
  std::uint64_t instructions = 0;  ///< Of warps.
  std::uint64_t accesses = 0;      ///< Loads, stores and atomics among them.
  unsigned gpus = 0;
  std::vector<std::uint64_t> bytes;  ///< [from * gpus + to]; from == to: local.

  [[nodiscard]] std::uint64_t moved(unsigned from, unsigned to) const {
    return bytes[std::size_t{from} * gpus + to];
  }
  [[nodiscard]] std::uint64_t in(unsigned gpu) const;   ///< From others.
  [[nodiscard]] std::uint64_t out(unsigned gpu) const;  ///< To others.
  [[nodiscard]] std::uint64_t remote() const;           ///< Sum over all GPUs.
  [[nodiscard]] std::uint64_t local() const;
  /// Cycles that the busiest link needs if each direction carries 64 B a cycle and nothing else
  /// slows it.
  [[nodiscard]] double fixed_cycles() const;
  /// Cycles that the busiest link needs if it may give each direction what that needs of 16 lanes
  /// of 8 B a cycle, at least one lane each.
  [[nodiscard]] double flexible_cycles() const;
};

/// A workload without simulating it.
struct WorkloadTraffic {
  KernelTraffic total;
  std::vector<KernelTraffic> kernels;
  /// Bound of what lanes that follow each kernel gain, were links all that takes time: 1 ... 1.875.
  [[nodiscard]] double gain_bound() const;
  /// Sum over kernels and GPUs of |in - out| over that of in + out; 0 if nothing is remote.
  [[nodiscard]] double asymmetry() const;
};

/// Walks all programs in the order of the launches. Pages of kFirstTouch go to the GPU that touches
/// them first in that order, CTA by CTA.
WorkloadTraffic summarize(const Workload& workload, unsigned gpus,
                          std::uint64_t page_bytes = 64 << 10);

/// Checks that the data do not overlap, that homes and kernels fit the GPUs and that each access is
/// within one structure; throws std::logic_error.
void check_workload(const Workload& workload, unsigned gpus);

/// A table by kernel: instructions, MB in and out by GPU.
void print_traffic(std::ostream& out, const WorkloadTraffic& traffic);

}  // namespace gf::model
