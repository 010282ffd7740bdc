// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"

namespace gf::test {

/// Made-up experiments that use every kind of figure, tolerance and verdict. Tests only.
std::vector<papers::Experiment> drawing_experiments();

/// Made-up experiments that go wrong in every way: out of tolerance, an exception, a crash, a run
/// that fails, one that sleeps until it is stopped.
std::vector<papers::Experiment> failing_experiments();

/// Both, as reproduce_fixture registers them.
std::vector<papers::Experiment> synthetic_experiments();

}  // namespace gf::test
