// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// What a folder of papers/ holds.
struct Paper {
  const char* name;  ///< "SC16": what `gpufabric cite` explains.
  const char* rows;  ///< Its claims: the path of its rows.csv in the source tree.
  std::vector<Experiment> (*experiments)();
  const char* label = "";  ///< What its rows are called where `name` is not theirs alone.
};

/// The experiments of each paper, in the order of its text.
std::vector<Experiment> nvlink_experiments();     ///< [NUMA17].
std::vector<Experiment> pcie_experiments();       ///< [SC16].
std::vector<Experiment> proact_experiments();     ///< [PROACT21].
std::vector<Experiment> dragonfly_experiments();  ///< [DF08].
std::vector<Experiment> apenet_experiments();     ///< [APENET13].
std::vector<Experiment> cluster_experiments();    ///< Our own questions.
std::vector<Experiment> blind_experiments();      ///< Public microbenchmarks of parts.

/// The text of a file papers/*/rows.csv, which is part of the program.
std::string_view rows_file(std::string_view path);

}  // namespace gf::papers
