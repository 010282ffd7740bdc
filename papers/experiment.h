// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "papers/figure.h"
#include "papers/run_measurement.h"

namespace gf::papers {

class Judge;

/// A run directory that the report links to.
struct RunLink {
  std::string path;                      ///< Relative to the report's runs/: the run's key.
  std::string text;                      ///< "T2, 0->2 1->4 3->2 6->4 at 300 MiB".
  std::filesystem::path directory = {};  ///< Where it is now; not part of any record.
  /// Makes the run again with its page, typed in the report's directory: "gpufabric run ...".
  std::string command = {};
  bool page = false;  ///< The report takes its page along.
};

struct ExperimentResult {
  std::vector<Measurement> measurements;  ///< In the order of the table.
  std::vector<Figure> figures;
  std::vector<RunLink> runs;
  std::vector<std::string> notes;  ///< Sentences printed above the figures.
  std::string skipped = {};        ///< Why it was not judged (Experiment::lacks); then no rows.
};

/// One published figure, table or sentence: what is claimed, and how it is judged.
struct Experiment {
  enum class Set {
    kQuick,  ///< Runs by default.
    kFull,   ///< Takes minutes: runs with --full, or when it is named by its whole id.
  };
  std::string id;      ///< "pcie.table2": lower case, a paper, a dot, what it shows.
  std::string title;   ///< "Elapsed times of four concurrent communications".
  std::string source;  ///< "[SC16], Table II and section VI".
  Set set = Set::kQuick;
  /// Asks for runs and sets the value of every row (judge.h). Runs in a thread of its own.
  std::function<void(Judge&)> judge;
  unsigned seconds = 0;  ///< About how long it takes, if that is more than half a minute.
  std::vector<Measurement> rows = {};  ///< Its claims; the registry deals them out.
  std::string paper = {};              ///< "SC16"; the registry sets it.
  std::string label = {};              ///< Paper::label; the registry sets it.
  /// What it needs and this machine has not, with the way to it ("no firmware: install ..."), or
  /// empty. An experiment that lacks something is skipped by name, which is no failure. May be
  /// empty.
  std::function<std::string()> lacks = {};
};
std::string_view to_text(Experiment::Set set);  ///< "quick", "full".

}  // namespace gf::papers
