// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// Every experiment with its claims, paper by paper, each in the order of its text. Adding an
/// experiment: its judge, a line in its paper's list, its rows in its paper's rows.csv. Adding a
/// paper: a folder with both, a line in registry.cpp. Throws UserError(kBadInput) for a rows.csv
/// that contradicts itself.
const std::vector<Experiment>& all_experiments();
/// Those of one paper, "SC16", whose rows alone are read; empty: there is no such paper.
std::vector<Experiment> experiments_of(const std::string& paper);

/// Gives each experiment its rows: of those whose id a row's begins with, the one with the longest.
/// Throws std::logic_error for a row that none has and for an id that two rows have.
void deal_out(std::vector<Measurement> rows, std::vector<Experiment>& experiments);

/// The experiments that any of `patterns` matches, in the registry's order. A whole id selects its
/// experiment whatever its set; a glob ("*", "?") selects from the quick set, and from the full set
/// too when `full`. A pattern that selects nothing so, but would if it were cut at a dot, means
/// rows of an experiment: "pcie.fig3.*" selects pcie.fig3. No pattern means "*". Throws
/// UserError(kUsage), naming the nearest ids, for a pattern that selects nothing.
std::vector<const Experiment*> select(const std::vector<Experiment>& experiments,
                                      const std::vector<std::string>& patterns, bool full);

/// Returns what is wrong with a registry, one line each: an id twice, an id of another form than
/// "paper.name", no title, no source, no function, a quantity that two rows of an experiment have.
std::vector<std::string> defects_of(const std::vector<Experiment>& experiments);

}  // namespace gf::papers
