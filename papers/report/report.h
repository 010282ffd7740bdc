// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "papers/experiment.h"

namespace gf::papers::report {

/// One experiment with its result.
struct Entry {
  Experiment experiment;
  ExperimentResult result;
  bool finished = false;    ///< False: not run, or stopped by an interruption.
  double wall_seconds = 0;  ///< Shown in the page only, never in results.json.
  std::string directory;    ///< Where its runs are, relative to the report.
};

/// All results of one `gpufabric reproduce`, in the registry's order.
struct Report {
  std::string version;
  std::string revision;  ///< Revision of the source tree; empty when unknown.
  std::string systemc;
  std::uint64_t seed = 1;
  bool full = false;
  std::string selection;  ///< The pattern that selected the experiments.
  bool interrupted = false;
  bool recorded = false;  ///< Its values are those of the record; nothing was run.
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
/// Returns every measurement of the finished experiments, in order.
std::vector<const Measurement*> measurements(const Report& report);

/// Returns report.html: a single file that needs no other file and no network. Links to runs and
/// their pages are relative.
std::string html(const Report& report);

/// Returns results.json: `generator`, how it was made, counts, and per experiment its measurements
/// (public record, source, tolerance's reason, failure), figures and runs. The same version, seed
/// and selection give the same bytes for any number of jobs.
nlohmann::ordered_json results_json(const Report& report);

/// Value of `generator` in results.json, which marks a report directory as ours.
inline constexpr const char* kGenerator = "gpufabric reproduce";

}  // namespace gf::papers::report
