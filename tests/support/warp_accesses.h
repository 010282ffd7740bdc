// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <vector>

#include "tlm_models/gpu/workload.h"

namespace gf::test {

/// Calls visit(op, address, bytes) for each lane of each access of a kernel.
template <class Visit>
void for_each_access(const model::Kernel& kernel, Visit visit) {
  using model::WarpOp;
  model::WarpProgram program;
  for (unsigned cta = 0; cta < kernel.ctas; ++cta)
    for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
      program.clear();
      kernel.program->warp(cta, warp, program);
      for (const model::WarpInstruction& i : program.code) {
        if (i.op != WarpOp::kLoad && i.op != WarpOp::kStore && i.op != WarpOp::kAtomic) continue;
        for (unsigned lane = 0; lane < model::kWarpLanes; ++lane)
          if ((i.lanes >> lane & 1u) != 0) visit(i.op, program.address(i, lane), i.lane_bytes);
      }
    }
}

/// How often each 4 B of a structure take part in accesses of one kind.
inline std::vector<unsigned> use_counts(const model::Kernel& kernel, model::WarpOp op,
                                        const model::DataStructure& data) {
  std::vector<unsigned> count((data.bytes.count() + 3) / 4, 0);
  for_each_access(kernel, [&](model::WarpOp is, std::uint64_t address, unsigned bytes) {
    if (is != op || address < data.base || address >= data.base + data.bytes.count()) return;
    for (unsigned b = 0; b < bytes; b += 4) ++count.at((address + b - data.base) / 4);
  });
  return count;
}

/// The same by index, what is not used left out.
inline std::map<std::uint64_t, unsigned> uses(const model::Kernel& kernel, model::WarpOp op,
                                              const model::DataStructure& data) {
  const std::vector<unsigned> count = use_counts(kernel, op, data);
  std::map<std::uint64_t, unsigned> used;
  for (std::size_t i = 0; i < count.size(); ++i)
    if (count[i] > 0) used.emplace_hint(used.end(), i, count[i]);
  return used;
}

/// Whether each 4 B of a structure take part in accesses of one kind exactly `times` times.
inline bool all_used(const model::Kernel& kernel, model::WarpOp op,
                     const model::DataStructure& data, unsigned times = 1) {
  const std::vector<unsigned> count = use_counts(kernel, op, data);
  return std::all_of(count.begin(), count.end(), [&](unsigned n) { return n == times; });
}

inline const model::DataStructure& data_of(const model::Workload& workload,
                                           const std::string& name) {
  for (const auto& data : workload.data)
    if (data.name == name) return data;
  throw std::out_of_range(name);
}

inline const model::Kernel& kernel_of(const model::Workload& workload, const std::string& name) {
  for (const auto& kernel : workload.kernels)
    if (kernel.name == name) return kernel;
  throw std::out_of_range(name);
}

}  // namespace gf::test
