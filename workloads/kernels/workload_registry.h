// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/suite.h"

namespace gf::model {

/// Returns the names of the suite's members, in the order of the README.
std::vector<std::string> workload_names();

struct WorkloadDescription {
  std::string name;
  std::string meaning;
  std::vector<WorkloadOption> options;
};
/// Returns the description of a member. Throws UserError(kUsage) with the nearest names if there is
/// no such member.
const WorkloadDescription& describe_workload(const std::string& name);

/// Creates a member of the suite for `gpus` GPUs (1 ... kMostWorkloadGpus), or reads the workload
/// "file:PATH" (read_workload(); it ignores size and seed and accepts no options). The same seed
/// gives the same addresses. Throws UserError: kUsage for names, options and GPUs, kBadInput for
/// files.
Workload make_workload(const std::string& name, WorkloadSize size, unsigned gpus,
                       std::uint64_t seed = 1, const WorkloadOptions& options = {});

/// Returns the PATH of "file:PATH", as a core::FileIn; empty for a member of the suite.
std::string_view file_of_workload(std::string_view name);
/// Returns the PATH of "matrix=PATH" among a member's options, as a core::FileIn; empty without it.
std::string_view file_of_options(std::string_view options);

/// Parses "small" or "large"; throws UserError(kUsage) otherwise.
WorkloadSize parse_workload_size(const std::string& text);

}  // namespace gf::model
