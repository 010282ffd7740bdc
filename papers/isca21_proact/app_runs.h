// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "papers/child_run.h"

namespace gf::papers::isca21 {

using Words = std::vector<std::string>;

/// An application of [PROACT21], IV-C, at the size of the quick set. Rows of those with a matrix
/// last as those of the published one (`app.rows`, docs/fidelity.md).
struct App {
  std::string name;   ///< Value of `workload`.
  std::string shown;  ///< As the paper has it.
  bool matrix;        ///< Its work is rows of one, and
  double own;         ///< of an element's bytes these are its own, the others of the region.
  std::string bytes;  ///< Of its region.
  std::string many;   ///< The same for up to 16 GPUs: so much that copies take their time.
  /// As many rows as the published matrix has (PageRank: 2^21 of 3.6 million); empty: has none.
  std::string published;
  bool fixed = false;  ///< Of that size with --full too, not of `size=large`.
};
const std::vector<App>& apps();       ///< In the order of Fig. 7.
App for_sixteen(App app, bool full);  ///< Of the size for up to 16 GPUs; `full`: of --full.
Words app_names();                    ///< As shown.

/// A machine with four GPUs, Table I.
struct System {
  std::string name;   ///< Value of `system`.
  std::string shown;  ///< As the paper has it.
};
const std::vector<System>& systems();

/// What keeps copies alike in a run, as Table II has it.
struct Transfer {
  std::string mechanism;
  std::string chunk;     ///< Empty: none.
  unsigned threads = 0;  ///< 0: none.

  /// "I", "D 16 KiB 256 CDP", "memcpy".
  [[nodiscard]] std::string text() const;
};

/// Runs of applications. A run that was made is not made again, by any experiment of the set.
class AppRuns {
 public:
  /// `expected`: runs to come, for the progress.
  AppRuns(const ExperimentContext& context, ExperimentResult& result, unsigned expected)
      : context_(context), result_(result), expected_(expected) {}

  [[nodiscard]] const ExperimentContext& context() const { return context_; }
  [[nodiscard]] ExperimentResult& result() const { return result_; }
  /// `more`: parameters as "name=value".
  const ChildRun& run(const std::string& system, const App& app, const Transfer& transfer,
                      const Words& more = {}) const;
  /// Seconds.
  [[nodiscard]] double time(const std::string& system, const App& app, const Transfer& transfer,
                            const Words& more = {}) const {
    return run(system, app, transfer, more).value("time");
  }
  /// One GPU of the machine: the limit's version, as nothing is transferred.
  [[nodiscard]] double one_gpu(const std::string& system, const App& app,
                               const Words& more = {}) const;

 private:
  [[nodiscard]] bool is_large(const App& app) const { return context_.full && !app.fixed; }
  [[nodiscard]] Words arguments(const std::string& system, const App& app, const Transfer& transfer,
                                const Words& more) const;

  const ExperimentContext& context_;
  ExperimentResult& result_;
  const unsigned expected_;
  mutable std::map<std::string, ChildRun> runs_;  ///< By name.
};

inline const Transfer kMemcpy{"memcpy", "", 0};
inline const Transfer kInline{"inline", "", 0};
inline const Transfer kInfinite{"infinite", "", 0};
inline const Transfer kUnified{"um", "", 0};
inline const Transfer kHardware{"hw", "8 KiB", 0};

double geometric_mean(const std::vector<double>& values);

/// A row whose number emerges.
Measurement row(const std::string& id, const std::string& what, const Value& published,
                const Value& simulated, Tolerance tolerance, const std::string& unit = "x");

}  // namespace gf::papers::isca21
