// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::isca21 {

/// Where experiments of one set keep the runs that they share: beside their own directories.
constexpr const char* kSharedRuns = "proact.runs";

/// run_program() for runs that several experiments need: who comes first makes the run, others
/// wait for it and read it. A run of another program, seed or argument is made again.
ChildRun run_shared(const ExperimentContext& context, const std::string& name,
                    const std::vector<std::string>& arguments);

}  // namespace gf::papers::isca21
