// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// Returns every experiment with its claims, paper by paper, each in the order of its text. To add
/// an experiment: write its judge, a line in its paper's list, and its rows in its paper's
/// rows.csv. To add a paper: create a folder with both, and a line in experiment_registry.cpp.
/// Throws UserError(kBadInput) for an inconsistent rows.csv.
const std::vector<Experiment>& all_experiments();
/// Returns the experiments of one paper, "SC16", and reads only its rows; empty: no such paper.
std::vector<Experiment> experiments_of(const std::string& paper);

/// Gives each experiment its rows: a row goes to the experiment with the longest id that begins the
/// row's id. Throws std::logic_error for a row without an experiment.
void assign_rows(std::vector<Measurement> rows, std::vector<Experiment>& experiments);

/// Returns the experiments that match any of `patterns`, in the registry's order. A whole id
/// selects its experiment from either set. A glob ("*", "?") selects from the quick set, and if
/// `full` also from the full set. A pattern that matches nothing may also be matched up to one of
/// its dots, as it names rows of an experiment: "pcie.fig3.*" selects pcie.fig3. No pattern means
/// "*".
/// Throws UserError(kUsage), naming the nearest ids, for a pattern that selects nothing.
std::vector<const Experiment*> select(const std::vector<Experiment>& experiments,
                                      const std::vector<std::string>& patterns, bool full);

/// Returns the defects of a registry, one line each: a duplicate id, an id not of the form
/// "paper.name", a missing title, source or function, a quantity that two rows of an experiment
/// share.
std::vector<std::string> defects_of(const std::vector<Experiment>& experiments);

}  // namespace gf::papers
