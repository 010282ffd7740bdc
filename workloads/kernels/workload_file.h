// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>

#include "tlm_models/gpu/workload.h"

namespace gf::model {

/// Reads a workload; the README.md of this folder describes the format. Homes and kernels must fit
/// `gpus`, the number of GPUs of the node. Every access is checked to lie within its structure for
/// all CTAs, warps, lanes and loop turns. All structures together may have at most 1 TiB. Throws
/// UserError(kBadInput) with `file`:line and the expected input.
Workload read_workload(std::istream& in, const std::string& file, unsigned gpus);
Workload read_workload_file(const std::string& file, unsigned gpus);

/// Returns a short file of this format as a starting point.
std::string example_workload_text();

}  // namespace gf::model
