// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tlm_models/gpu/workload.h"
#include "workloads/options.h"

namespace gf::model {

/// kSmall: intended for 100,000 ... 400,000 cycles on a node of 4 GPUs whose links transfer 64 GB/s
/// at 1 GHz, and at most 300,000 warp instructions. kLarge: about 8 times as much.
enum class WorkloadSize { kSmall, kLarge };

inline constexpr unsigned kMostWorkloadGpus = 72;

/// An option of a member of the suite.
struct WorkloadOption {
  std::string name;
  std::string meaning;
};

/// Parses "name=value,name=value" into options. Throws UserError(kUsage).
WorkloadOptions parse_workload_options(const std::string& text);

namespace suite {

/// The input of every generator.
struct Context {
  WorkloadSize size = WorkloadSize::kSmall;
  unsigned gpus = 4;
  std::uint64_t seed = 1;
  [[nodiscard]] bool small() const { return size == WorkloadSize::kSmall; }
};

}  // namespace suite
}  // namespace gf::model
