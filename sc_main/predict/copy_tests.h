// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/base/units.h"
#include "runs/request.h"
#include "runs/result.h"
#include "sc_main/many/command_runs.h"
#include "sc_main/predict/predicted_machine.h"
#include "workloads/schedule/schedule.h"

namespace gf::app {

/// Size of the copies and stores that measure a latency.
inline constexpr core::Bytes kShortCopy{8};

/// Copies that start at once on a machine that does nothing else.
struct CopyTest {
  /// GPUs by their numbers (PredictedMachine). Equal ones: a kernel of that GPU which reads `bytes`
  /// and writes them to another place of its memory.
  struct Ends {
    unsigned from = 0;
    unsigned to = 0;
  };
  std::vector<Ends> copies;
  core::Bytes bytes;  ///< Size of each copy.
  /// Means of copies between GPUs: copy engines or the stores of kernels.
  model::CopyMeans engine = model::CopyMeans::kDma;
  double seconds = 0;             ///< Result: until the last copy has ended.
  std::vector<double> each = {};  ///< Result: until each copy has ended.

  /// Returns the rate of copy `index`, in bytes/s.
  [[nodiscard]] double rate(std::size_t index = 0) const {
    return static_cast<double>(bytes.count()) / each[index];
  }
};

/// Returns one run of all `tests`, which follow each other, each on the machine as new.
runs::Request request_of(const PredictedMachine& machine, const std::vector<CopyTest>& tests);
/// Sets the results of `tests` to those of such a run. Throws RunError if the run has no times.
void read_times(const runs::Result& result, std::vector<CopyTest>& tests);

/// Runs that wait until all of them are asked for, so that they can run at the same time.
class PredictionRuns {
 public:
  using Take = std::function<void(const runs::Result&)>;
  explicit PredictionRuns(CommandRuns& runs) : runs_(runs) {}

  /// `take` is called by make() with the result. `name` is for messages. The run of a sample may
  /// fail: `take` is not called then.
  void add(runs::Request request, std::string name, Take take, bool is_sample = false);
  /// Adds the run of `tests`, which must live until make() returns.
  void add(const PredictedMachine& machine, std::vector<CopyTest>& tests, std::string name);
  /// Makes all runs that were added since its last call, or takes them from the store. Throws
  /// runs::Interrupted, and UserError with the message of a run that fails and is no sample.
  void make();
  /// Messages of the samples that failed.
  [[nodiscard]] const std::vector<std::string>& failures() const { return failures_; }

 private:
  CommandRuns& runs_;
  /// Requests with their names and receivers, in the same order.
  struct Asked {
    std::vector<runs::Request> requests;
    std::vector<std::string> names;
    std::vector<Take> takes;
  };
  Asked asked_;    ///< Runs that must not fail.
  Asked samples_;  ///< Runs that may.
  std::vector<std::string> failures_;
};

}  // namespace gf::app
