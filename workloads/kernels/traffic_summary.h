// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// Returns the GPU that runs CTA `cta` of `kernel`. In a split kernel, GPU g runs [ctas * g / gpus,
/// ctas * (g + 1) / gpus).
unsigned gpu_of_cta(const Kernel& kernel, unsigned cta, unsigned gpus);

/// Bytes of data that a kernel moves between GPUs, without headers. It counts whole sectors of 32
/// B. A sector that a CTA reads several times counts once, as if its L1 held everything.
struct KernelTraffic {
  std::string name;
  std::uint64_t instructions = 0;  ///< Warp instructions.
  std::uint64_t accesses = 0;      ///< Loads, stores and atomics among these.
  unsigned gpus = 0;
  std::vector<std::uint64_t> bytes;  ///< [from * gpus + to]; from == to: local.

  [[nodiscard]] std::uint64_t moved(unsigned from, unsigned to) const {
    return bytes[std::size_t{from} * gpus + to];
  }
  [[nodiscard]] std::uint64_t in(unsigned gpu) const;   ///< From others.
  [[nodiscard]] std::uint64_t out(unsigned gpu) const;  ///< To others.
  [[nodiscard]] std::uint64_t remote() const;           ///< Sum over all GPUs.
  [[nodiscard]] std::uint64_t local() const;
  /// Returns the cycles that the busiest link needs if each direction transfers 64 B per cycle.
  [[nodiscard]] double fixed_cycles() const;
  /// Returns the cycles that the busiest link needs with an ideal split of its 16 lanes, 8 B per
  /// cycle each; each direction has at least one lane.
  [[nodiscard]] double flexible_cycles() const;
};

/// The traffic of a workload, found without simulating it.
struct WorkloadTraffic {
  KernelTraffic total;
  std::vector<KernelTraffic> kernels;
  /// Returns the upper bound of the speed-up by link lanes that adapt to each kernel, if links are
  /// the only bottleneck: 1 ... 1.875.
  [[nodiscard]] double gain_bound() const;
  /// Returns the sum of |in - out| over kernels and GPUs, divided by the sum of in + out; 0 if
  /// nothing is remote.
  [[nodiscard]] double asymmetry() const;
};

/// Walks through all programs in the order of launches. A kFirstTouch page goes to the GPU that
/// touches it first in that order, CTA by CTA.
WorkloadTraffic summarize(const Workload& workload, unsigned gpus,
                          std::uint64_t page_bytes = 64 << 10);

/// Checks that the data do not overlap, that homes and kernels fit the GPUs, and that each access
/// lies within one structure. Throws std::logic_error.
void check_workload(const Workload& workload, unsigned gpus);

/// Prints a table by kernel: instructions, and MB in and out by GPU.
void print_traffic(std::ostream& out, const WorkloadTraffic& traffic);

}  // namespace gf::model
