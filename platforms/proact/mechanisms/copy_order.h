// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gf::platforms::proact {

/// From which GPU to which; each ordered pair once.
using CopyOrder = std::vector<std::pair<unsigned, unsigned>>;

/// In which order a host asks for copies from each of `gpus` to each other one; at least two.
///     tournament   pairs of a round-robin tournament, both ways: none waits for another's GPU
///     by_source    two loops: all copies of GPU 0, then all of GPU 1, ...
///     by_distance  two loops: from each GPU to the next one, then from each to the next but one,
///     ...
CopyOrder copy_order(const std::string& name, unsigned gpus);

}  // namespace gf::platforms::proact
