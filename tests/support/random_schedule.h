// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/base/random.h"
#include "tests/support/copy_task.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::test {

/// `count` tasks of all kinds on two devices or more, most of which wait for up to three earlier
/// ones. Copies have up to 20,000 bytes.
inline model::Schedule random_schedule(core::RandomStream& random, unsigned devices,
                                       unsigned count) {
  const auto below = [&](std::uint64_t limit) {
    return static_cast<unsigned>(random.below(limit));
  };
  model::Schedule schedule{"s", {}};
  for (unsigned i = 0; i < count; ++i) {
    const unsigned src = below(devices);
    model::Task task = copy_task(src, (src + 1 + below(devices - 1)) % devices, 1 + below(20'000));
    if (below(4) == 0) {
      task.kind = below(2) == 0 ? model::TaskKind::kKernel : model::TaskKind::kReduce;
      task.dst = src;
    }
    if (task.kind == model::TaskKind::kKernel)
      task.duration = sc_core::sc_time(below(20), sc_core::SC_US);
    for (unsigned before = 0; i > 0 && before < below(4); ++before) task.after.push_back(below(i));
    schedule.tasks.push_back(std::move(task));
  }
  return schedule;
}

/// Bytes of all copies.
inline double copied_bytes(const model::Schedule& schedule) {
  double bytes = 0;
  for (const model::Task& task : schedule.tasks)
    if (task.kind == model::TaskKind::kCopy) bytes += static_cast<double>(task.bytes.count());
  return bytes;
}

}  // namespace gf::test
