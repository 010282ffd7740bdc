// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/reader_plan.h"

#include <algorithm>
#include <map>

#include "workloads/kernels/accessed_pages.h"

namespace gf::model {
namespace {

/// [k][j]: whether kernel j has ended when kernel k is launched; j < k.
std::vector<std::vector<bool>> ended_before(const Workload& workload) {
  std::vector<std::vector<bool>> before(workload.kernels.size());
  std::map<unsigned, unsigned> last;  // kernel by stream
  for (unsigned k = 0; k < workload.kernels.size(); ++k) {
    const Kernel& kernel = workload.kernels[k];
    before[k].resize(k);
    const auto add = [&](unsigned j) {
      before[k][j] = true;
      for (unsigned i = 0; i < j; ++i)
        if (before[j][i]) before[k][i] = true;
    };
    if (const auto found = last.find(kernel.stream); found != last.end()) add(found->second);
    for (const unsigned j : kernel.waits) add(j);
    last[kernel.stream] = k;
  }
  return before;
}

/// Returns by kernel and structure whether the kernel, or one that may run at the same time, writes
/// the structure.
std::vector<std::vector<bool>> written_meanwhile(const Workload& workload,
                                                 const std::vector<KernelAccesses>& touches) {
  const std::vector<std::vector<bool>> before = ended_before(workload);
  std::vector<std::vector<bool>> written(touches.size());
  for (std::size_t k = 0; k < touches.size(); ++k) {
    written[k] = touches[k].writes;
    for (std::size_t j = 0; j < touches.size(); ++j) {
      if (j == k || (j < k ? before[k][j] : before[j][k])) continue;
      for (std::size_t n = 0; n < written[k].size(); ++n)
        if (touches[j].writes[n]) written[k][n] = true;
    }
  }
  return written;
}

}  // namespace

std::vector<ReaderStep> plan_copies(const Workload& workload, unsigned gpus,
                                    std::uint64_t page_bytes) {
  const auto copied = [](const DataStructure& data) {
    return data.copied_to_readers != CopyRule::kNone;
  };
  if (std::none_of(workload.data.begin(), workload.data.end(), copied)) return {};
  const std::vector<KernelAccesses> touches = accesses_of(workload, gpus, page_bytes);
  const std::vector<std::vector<bool>> written = written_meanwhile(workload, touches);
  const auto is_written = [&touches](unsigned n) {
    return std::any_of(touches.begin(), touches.end(),
                       [n](const KernelAccesses& kernel) { return kernel.writes[n]; });
  };
  std::vector<ReaderStep> steps(touches.size());
  for (std::size_t k = 0; k < steps.size(); ++k) {
    steps[k].pages.resize(gpus);
    for (unsigned n = 0; n < workload.data.size(); ++n) {
      const DataStructure& data = workload.data[n];
      if (!copied(data) || (data.copied_to_readers == CopyRule::kNeverWritten && is_written(n)))
        continue;
      if (touches[k].writes[n]) steps[k].dropped.push_back(n);
      if (written[k][n]) continue;
      const std::uint64_t first = data.base / page_bytes;
      const std::uint64_t end = (data.base + data.bytes.count() + page_bytes - 1) / page_bytes;
      for (unsigned gpu = 0; gpu < gpus; ++gpu) {
        const std::vector<std::uint64_t>& reads = touches[k].reads[gpu];
        steps[k].pages[gpu].insert(steps[k].pages[gpu].end(),
                                   std::lower_bound(reads.begin(), reads.end(), first),
                                   std::lower_bound(reads.begin(), reads.end(), end));
      }
    }
    for (std::vector<std::uint64_t>& pages : steps[k].pages) std::sort(pages.begin(), pages.end());
  }
  return steps;
}

}  // namespace gf::model
