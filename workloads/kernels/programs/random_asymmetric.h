// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct AsymmetricSpec {
  double asymmetry = 1;      ///< (major - minor) / (major + minor) of a pair's bytes: 0 ... 1.
  unsigned phase = 100'000;  ///< Cycles of the major direction at 64 B/cycle, with headers.
  unsigned phases = 3;
  bool turn = true;         ///< The major direction is reversed in every second phase.
  bool one_kernel = false;  ///< All phases in one kernel, otherwise one kernel per phase.
};
AsymmetricSpec asymmetric_spec(const Context& context);

/// GPUs read random lines of their partner's memory (pairs 0 and 1, 2 and 3, ...). In the first
/// phase the even GPU of a pair reads the major share. With one kernel, the GPU that reads less
/// computes in between.
Workload make_random_asymmetric(const AsymmetricSpec& spec, const Context& context);

}  // namespace gf::model::suite
