// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// Reads a workload; README.md of this folder describes the format. `gpus`: of the node, which
/// homes and kernels must fit. Every access is checked to be within its structure for all CTAs,
/// warps, lanes and turns of loops. All structures together have 1 TiB at most. Throws
/// UserError(kBadInput) with `file`:line and what was expected.
Workload read_workload(std::istream& in, const std::string& file, unsigned gpus);
Workload read_workload_file(const std::string& file, unsigned gpus);

/// A workload that came from a file, as a file that reads back to the same. Throws
/// UserError(kUsage) for one whose programs are no templates.
void write_workload(std::ostream& out, const Workload& workload);

/// A short file of this format, to start from.
std::string example_workload_text();

}  // namespace gf::model
