// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/accessed_pages.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "workloads/kernels/traffic_summary.h"

namespace gf::model {
namespace {

/// Records the accesses of one kernel, GPU by GPU.
class TouchNotes {
 public:
  TouchNotes(const Workload& workload, unsigned gpus, std::uint64_t page)
      : workload_(workload), page_(page) {
    touches_.reads.resize(gpus);
    touches_.writes.resize(workload.data.size());
    read_.resize(workload.data.size());
    for (std::size_t n = 0; n < read_.size(); ++n)
      read_[n].assign((workload.data[n].bytes.count() + page - 1) / page, false);
  }

  void program(const WarpProgram& program) {
    for (const WarpInstruction& one : program.code) {
      if (one.op == WarpOp::kStream) {
        stream(program.streams[one.gather]);
      } else if (one.op == WarpOp::kLoad || one.op == WarpOp::kStore || one.op == WarpOp::kAtomic) {
        access(program, one);
      }
    }
  }

  /// Assigns the reads since the last call to `gpu`.
  void end_gpu(unsigned gpu) {
    for (std::size_t n = 0; n < read_.size(); ++n) {
      const std::uint64_t first = workload_.data[n].base / page_;
      for (std::size_t page = 0; page < read_[n].size(); ++page)
        if (read_[n][page]) touches_.reads[gpu].push_back(first + page);
      std::fill(read_[n].begin(), read_[n].end(), false);
    }
    std::sort(touches_.reads[gpu].begin(), touches_.reads[gpu].end());
  }

  [[nodiscard]] KernelAccesses take() { return std::move(touches_); }

 private:
  void access(const WarpProgram& program, const WarpInstruction& one) {
    for (unsigned lane = 0; lane < kWarpLanes; ++lane) {
      if ((one.lanes >> lane & 1u) == 0) continue;
      const std::uint64_t address = program.address(one, lane);
      if (one.op != WarpOp::kLoad) write(address);
      if (one.op != WarpOp::kStore) read(address, one.lane_bytes);
    }
  }

  void stream(const StreamSlice& slice) {
    if (slice.write_bytes != 0) write(slice.write);
    if (slice.read_bytes != 0) read(slice.read, slice.read_bytes);
  }

  void write(std::uint64_t address) { touches_.writes[structure_of(address)] = true; }

  void read(std::uint64_t address, std::uint64_t bytes) {
    const std::size_t n = structure_of(address);
    const std::uint64_t offset = address - workload_.data[n].base;
    for (std::uint64_t page = offset / page_; page <= (offset + bytes - 1) / page_; ++page)
      read_[n].at(page) = true;
  }

  std::size_t structure_of(std::uint64_t address) {
    const auto holds = [&](const DataStructure& data) {
      return address - data.base < data.bytes.count();
    };
    // Neighbouring lanes mostly access the structure of the previous lane.
    if (holds(workload_.data[last_])) return last_;
    const auto found = std::find_if(workload_.data.begin(), workload_.data.end(), holds);
    GF_CHECK(found != workload_.data.end(), fmt::format("address {:#x} in no structure", address));
    return last_ = static_cast<std::size_t>(found - workload_.data.begin());
  }

  const Workload& workload_;
  const std::uint64_t page_;
  KernelAccesses touches_;
  std::vector<std::vector<bool>> read_;  ///< By structure and page.
  std::size_t last_ = 0;
};

}  // namespace

std::vector<KernelAccesses> accesses_of(const Workload& workload, unsigned gpus,
                                        std::uint64_t page_bytes) {
  std::vector<KernelAccesses> all;
  WarpProgram program;
  for (const Kernel& kernel : workload.kernels) {
    TouchNotes notes(workload, gpus, page_bytes);
    unsigned gpu = gpu_of_cta(kernel, 0, gpus);
    for (unsigned cta = 0; cta < kernel.ctas; ++cta) {
      const unsigned its = gpu_of_cta(kernel, cta, gpus);
      if (its != gpu) notes.end_gpu(gpu);
      gpu = its;
      for (unsigned warp = 0; warp < kernel.warps_per_cta; ++warp) {
        program.clear();
        kernel.program->warp(cta, warp, program);
        notes.program(program);
      }
    }
    notes.end_gpu(gpu);
    all.push_back(notes.take());
  }
  return all;
}

}  // namespace gf::model
