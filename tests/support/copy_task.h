// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "workloads/schedule/schedule.h"

namespace gf::test {

/// A copy of a schedule.
inline model::Task copy_task(unsigned src, unsigned dst, std::uint64_t bytes,
                             std::vector<unsigned> after = {},
                             model::CopyMeans engine = model::CopyMeans::kDma) {
  model::Task task;
  task.src = src;
  task.dst = dst;
  task.bytes = core::Bytes(bytes);
  task.after = std::move(after);
  task.engine = engine;
  return task;
}

}  // namespace gf::test
