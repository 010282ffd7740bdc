// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"

namespace gf::test {

/// The experiments with their claims, in the form of rows.csv.
std::vector<papers::Experiment> with_rows(std::vector<papers::Experiment> experiments,
                                          const char* rows);

/// What the experiment finds with runs of nothing: for judges that ask for none.
papers::ExperimentResult judged(const papers::Experiment& experiment);

/// Made-up experiments that use every kind of figure, tolerance and verdict. Tests only.
std::vector<papers::Experiment> drawing_experiments();

/// Made-up experiments that go wrong in every way: out of tolerance, an exception, a row without a
/// value, a run that fails, one that sleeps until it is stopped.
std::vector<papers::Experiment> failing_experiments();

/// All experiments of the program, without their runs: every row has a made-up value inside its
/// gate, and each experiment draws a made-up figure.
std::vector<papers::Experiment> full_experiments();

/// The drawing and the failing experiments, as reproduce_fixture registers them.
std::vector<papers::Experiment> synthetic_experiments();

}  // namespace gf::test
