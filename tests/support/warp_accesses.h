// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

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

/// How often each 4 B of a structure take part in accesses of one kind; 0 is left out.
inline std::map<std::uint64_t, unsigned> uses(const model::Kernel& kernel, model::WarpOp op,
                                              const model::DataStructure& data) {
  std::map<std::uint64_t, unsigned> count;
  for_each_access(kernel, [&](model::WarpOp is, std::uint64_t address, unsigned bytes) {
    if (is != op || address < data.base || address >= data.base + data.bytes.count()) return;
    for (unsigned b = 0; b < bytes; b += 4) ++count[(address + b - data.base) / 4];
  });
  return count;
}

/// Whether each 4 B of a structure take part in accesses of one kind exactly `times` times.
inline bool all_used(const model::Kernel& kernel, model::WarpOp op,
                     const model::DataStructure& data, unsigned times = 1) {
  const auto count = uses(kernel, op, data);
  if (count.size() * 4 != data.bytes.count()) return false;
  for (const auto& [at, n] : count)
    if (n != times) return false;
  return true;
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
