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

/// A link from the report to a run directory.
struct RunLink {
  std::string path;                      ///< Relative to the report's runs/: the run's key.
  std::string text;                      ///< "T2, 0->2 1->4 3->2 6->4 at 300 MiB".
  std::filesystem::path directory = {};  ///< Its current location; not part of any record.
  /// Command that repeats the run with its page, for the report's directory: "gpufabric run ...".
  std::string command = {};
  bool page = false;  ///< The report includes its page.
};

struct ExperimentResult {
  std::vector<Measurement> measurements;  ///< In the order of the table.
  std::vector<Figure> figures;
  std::vector<RunLink> runs;
  std::vector<std::string> notes;  ///< Sentences printed above the figures.
  std::string skipped = {};        ///< Why it was not judged (lacks); then no rows.
};

/// One published figure, table or sentence, with its claims and the function that judges them.
struct Experiment {
  enum class Set {
    kQuick,  ///< Runs by default.
    kFull,   ///< Takes minutes: runs with --full, or if named by its whole id.
  };
  std::string id;      ///< "pcie.table2": lower case; a paper, a dot, its subject.
  std::string title;   ///< "Elapsed times of four concurrent communications".
  std::string source;  ///< "[SC16], Table II and section VI".
  Set set = Set::kQuick;
  /// Requests runs and sets the value of every row (judge.h). Runs in its own thread.
  std::function<void(Judge&)> judge;
  unsigned seconds = 0;                ///< Approximate duration, if over half a minute.
  std::vector<Measurement> rows = {};  ///< Its claims; deal_out() sets them.
  std::string paper = {};              ///< "SC16"; the registry sets it.
  std::string label = {};              ///< Paper::label; the registry sets it.
  /// Returns what the experiment needs but this machine lacks, with a remedy ("no firmware: install
  /// ..."), or empty. Such an experiment is reported as skipped, which is not a failure. The
  /// function may be empty.
  std::function<std::string()> lacks = {};
};
std::string_view to_text(Experiment::Set set);  ///< "quick", "full".

}  // namespace gf::papers
