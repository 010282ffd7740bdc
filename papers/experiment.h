// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "papers/figure.h"
#include "papers/measurement.h"

namespace gf::papers {

/// What the program lends an experiment. An experiment runs in a process of its own; SystemC
/// elaborates once a process, so each simulation it needs is a child (child_run.h).
struct ExperimentContext {
  std::uint64_t seed = 1;
  bool full = false;              ///< The size of the paper even where it takes minutes.
  std::filesystem::path outdir;   ///< Exists; run directories go below it.
  std::filesystem::path program;  ///< This executable.
  std::function<void(double fraction)> progress;  ///< 0 ... 1 of this experiment; may be empty.
};

/// A run directory that the report links to.
struct RunLink {
  std::string path;  ///< Relative to the experiment's outdir.
  std::string text;  ///< "T2, 0->2 1->4 3->2 6->4 at 300 MiB".
};

struct ExperimentResult {
  std::vector<Measurement> measurements;  ///< In the order of the table.
  std::vector<Figure> figures;
  std::vector<RunLink> runs;
  std::vector<std::string> notes;  ///< Sentences printed above the figures.
};

/// One published figure, table or sentence.
struct Experiment {
  enum class Set {
    kQuick,  ///< Runs by default.
    kFull,   ///< Takes minutes: runs with --full, or when it is named by its whole id.
  };
  std::string id;      ///< "pcie.table2": lower case, a paper, a dot, what it shows.
  std::string title;   ///< "Elapsed times of four concurrent communications".
  std::string source;  ///< "001 PCIe congestion (SC16), Table II and section VI".
  Set set = Set::kQuick;
  std::function<ExperimentResult(const ExperimentContext&)> run;
  unsigned seconds = 0;  ///< About how long it takes, if that is more than half a minute.
};
std::string_view to_text(Experiment::Set set);  ///< "quick", "full".

/// Runs it and returns a result that is fit for the table whatever happens: an exception, an empty
/// result, or a record with a defect becomes a failed measurement that says so.
ExperimentResult run_checked(const Experiment& experiment, const ExperimentContext& context);

}  // namespace gf::papers
