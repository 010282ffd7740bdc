// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers::report {

/// One experiment with what came out of it.
struct Entry {
  Experiment experiment;
  ExperimentResult result;
  bool finished = false;    ///< False: not run, or stopped by an interruption.
  double wall_seconds = 0;  ///< Shown in the page only, never in results.json.
  std::string directory;    ///< Where its runs are, relative to the report.
};

/// Everything that one `gpufabric reproduce` found out, in the registry's order.
struct Report {
  std::string version;
  std::string revision;  ///< Of the source tree; empty when unknown.
  std::string systemc;
  std::uint64_t seed = 1;
  bool full = false;
  std::string selection;  ///< The pattern that chose the experiments.
  bool interrupted = false;
  double wall_seconds = 0;
  unsigned jobs = 1;
  std::vector<Entry> entries;
};

struct Counts {
  unsigned pass = 0;
  unsigned deviates = 0;
  unsigned fail = 0;
  unsigned info = 0;
  unsigned unfinished = 0;  ///< Experiments, not measurements.
};
Counts count(const Report& report);
/// Every measurement of the finished experiments, in order.
std::vector<const Measurement*> measurements(const Report& report);

/// report.html: one file that needs no other and no network; links to runs and to their pages are
/// relative.
std::string html(const Report& report);

/// results.json: `generator`, how it was made, counts, and per experiment its measurements (public
/// record, source, tolerance's reason, failure), figures and runs. The same bytes for the same
/// version, seed and selection, however many jobs ran at a time.
nlohmann::ordered_json results_json(const Report& report);

/// Value of `generator` in results.json, by which a report directory is known to be ours.
inline constexpr const char* kGenerator = "gpufabric reproduce";

}  // namespace gf::papers::report
