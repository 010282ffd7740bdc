// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/gpu/gpu_node.h"
#include "platforms/platform.h"

namespace gf::platforms::gpu {

/// Runs the node's workload until it ends or `context` wants it to. The outcome has code and
/// reason: a run in which a peer refused accesses has failed, as every address has been translated.
RunOutcome run_node(GpuNode& node, const RunContext& context);

/// "cycles", "time", "kernels", "warp_instructions": what every platform of a node reports.
std::vector<Result> node_results(const GpuNode& node);

}  // namespace gf::platforms::gpu
