// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/kernels/programs/suite.h"

namespace gf::model::suite {

struct AsymmetricSpec {
  double asymmetry = 1;  ///< (major - minor) / (major + minor) of the bytes of a pair: 0 ... 1.
  unsigned phase =
      100'000;  ///< Cycles that the major direction takes at 64 B a cycle, with headers.
  unsigned phases = 3;
  bool turn = true;         ///< The major direction is the other one in every second phase.
  bool one_kernel = false;  ///< Phases within one kernel, else a kernel each.
};
AsymmetricSpec asymmetric_spec(const Context& context);

/// Random lines of the partner's memory (GPUs 0 and 1, 2 and 3, ...). In the first phase the even
/// GPU of a pair reads the major share. In one kernel, the GPU that reads less computes meanwhile.
Workload make_random_asymmetric(const AsymmetricSpec& spec, const Context& context);

}  // namespace gf::model::suite
