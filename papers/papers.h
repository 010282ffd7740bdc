// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers {

/// Content of a folder of papers/.
struct Paper {
  const char* name;  ///< "SC16": the key for `gpufabric cite`.
  /// Its claims: path of its rows.csv in the source tree. Empty: the experiments have them.
  const char* rows;
  std::vector<Experiment> (*experiments)();
  const char* label = "";  ///< Name of its rows where `name` covers others too.
};

/// Returns the experiments of each paper, in the order of its text.
std::vector<Experiment> nvlink_experiments();     ///< [NUMA17].
std::vector<Experiment> pcie_experiments();       ///< [SC16].
std::vector<Experiment> proact_experiments();     ///< [PROACT21].
std::vector<Experiment> dragonfly_experiments();  ///< [DF08].
std::vector<Experiment> apenet_experiments();     ///< [APENET13].
std::vector<Experiment> cluster_experiments();    ///< Our own questions.
std::vector<Experiment> blind_experiments();      ///< Blind predictions of public microbenchmarks.
std::vector<Experiment> field_experiments();      ///< Measured machines of the field.

/// Returns the text of a file that is part of the program: papers/*/rows.csv, what rows.csv is for
/// our own sets, measurements/field/*, papers/published.csv, DEVIATIONS.md.
std::string_view rows_file(std::string_view path);

}  // namespace gf::papers
