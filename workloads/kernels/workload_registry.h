// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/suite.h"

namespace gf::model {

/// The members of the suite, in the order of the README.
std::vector<std::string> workload_names();

struct WorkloadDescription {
  std::string name;
  std::string meaning;
  std::vector<WorkloadOption> options;
};
/// Throws UserError(kUsage) with the nearest names if there is no such member.
const WorkloadDescription& describe_workload(const std::string& name);

/// A member of the suite for `gpus` GPUs (1 ... 16), or the workload of a file with the name
/// "file:PATH" (read_workload(); it has no size, seed or options). The same seed gives the same
/// addresses. Throws UserError: kUsage for names, options and GPUs, kBadInput for files.
Workload make_workload(const std::string& name, WorkloadSize size, unsigned gpus,
                       std::uint64_t seed = 1, const WorkloadOptions& options = {});

/// The PATH of "file:PATH"; empty for a member of the suite. A core::FileIn.
std::string_view file_of_workload(std::string_view name);
/// The PATH of "matrix=PATH" among the options of a member; empty without it. A core::FileIn.
std::string_view file_of_options(std::string_view options);

/// "small" or "large"; throws UserError(kUsage).
WorkloadSize parse_workload_size(const std::string& text);

}  // namespace gf::model
