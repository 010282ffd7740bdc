// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "tests/support/gpu_memory_bench.h"

namespace gf::test::memory_streams {

using core::Cycle;
using hw::gpu::MemoryParams;
using hw::gpu::MemoryStats;

/// From the first answer to the last.
inline double gigabytes_per_second(const GpuMemoryBench& bench, double bytes_each) {
  Cycle first = core::kNoCycle;
  Cycle last = 0;
  double count = 0;
  for (const auto& sm : bench.sms) {
    for (const TestSm::Done& done : sm->done) {
      first = std::min(first, done.done);
      last = std::max(last, done.done);
    }
    count += static_cast<double>(sm->done.size());
  }
  return count * bytes_each / static_cast<double>(last - first + 1);
}

/// SM n asks for lines n, n + SMs, n + 2 SMs ...
template <class Ask>
void stream(GpuMemoryBench& bench, unsigned lines, const Ask& ask) {
  const auto sms = static_cast<unsigned>(bench.sms.size());
  for (unsigned line = 0; line < lines; ++line) ask(*bench.sms[line % sms], line * 128ull);
}

inline MemoryParams known_pages() {
  MemoryParams params;
  params.walk_latency = 1;
  params.walks = 1024;
  return params;
}

}  // namespace gf::test::memory_streams
