// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "tlm_models/host/isolated_put.h"
#include "workloads/messages/benchmark.h"
#include "workloads/messages/message_node.h"

namespace gf::model {

/// Returns a benchmark in which each start() makes only that call. `nodes` have the buffers of the
/// run.
std::unique_ptr<Benchmark> make_alone(MessageNodes& nodes, const IsolatedPut& alone);

}  // namespace gf::model
