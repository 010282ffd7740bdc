// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"

namespace gf::test {

/// A made-up experiment with what comes out of it.
struct DrawnExperiment {
  papers::Experiment experiment;  ///< Without rows and judge.
  papers::ExperimentResult result;
};

/// Every kind of figure, tolerance and verdict. Tests only.
std::vector<DrawnExperiment> drawn_experiments();
/// The same as experiments whose judges set those numbers and draw those figures.
std::vector<papers::Experiment> drawing_experiments();

/// Made-up experiments that go wrong in every way: out of tolerance, an exception, a crash, a run
/// that fails, one that sleeps until it is stopped.
std::vector<papers::Experiment> failing_experiments();

/// Both, as reproduce_fixture registers them.
std::vector<papers::Experiment> synthetic_experiments();

}  // namespace gf::test
