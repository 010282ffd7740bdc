// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gf::platforms::proact {

/// Source and destination GPUs; each ordered pair once.
using CopyOrder = std::vector<std::pair<unsigned, unsigned>>;

/// Returns the order in which a host asks for copies from each of `gpus` to each other one; at
/// least two GPUs.
///     tournament   pairs of a round-robin tournament, in both directions: no pair waits for a GPU
///                  of another
///     by_source    two loops: all copies of GPU 0, then all of GPU 1, ...
///     by_distance  two loops: from each GPU to the next one, then from each to the next but one,
///                  ...
CopyOrder copy_order(const std::string& name, unsigned gpus);

}  // namespace gf::platforms::proact
