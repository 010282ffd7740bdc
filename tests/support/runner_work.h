// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tests/support/copy_task.h"

namespace gf::platforms::schedule::runner_work {

using sc_core::sc_time;
using test::copy_task;

inline sc_time five_microseconds() { return {5, sc_core::SC_US}; }

inline model::Task work_of(model::TaskKind kind, unsigned device, std::uint64_t bytes,
                           std::vector<unsigned> after = {}) {
  model::Task task = copy_task(device, device, bytes, std::move(after));
  task.kind = kind;
  return task;
}

}  // namespace gf::platforms::schedule::runner_work
