// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::pcie {

/// One communication of a run: its request, its simulated times, and the analytic model's
/// prediction.
struct CommunicationRow {
  std::string graph;
  const model::Flow* flow = nullptr;
  double start_s = 0;  ///< Time of the request, from the start of its graph.
  double end_s = -1;   ///< From the start of its graph; negative: did not end.
  double analytic_end_s = 0;
  double latency_s = 0;  ///< Of an empty copy on an idle machine; not in the analytic model.
  /// Part of the reference bandwidth, until the graph's first communication ended.
  double share = 0;

  [[nodiscard]] bool ended() const { return end_s >= 0; }
  /// True if the analytic model applies. It does not apply to short copies: its time, which depends
  /// on bytes only, must be at least the latency that it leaves out.
  [[nodiscard]] bool is_modelled() const { return analytic_end_s - start_s >= latency_s; }
  /// Relative error of the simulated time against the analytic one, from start to end: 0.1 means
  /// that the simulation takes 10 % longer.
  [[nodiscard]] double error() const { return (end_s - start_s) / (analytic_end_s - start_s) - 1; }
};

/// Returns a row for each communication of each graph. `analytic_ends`: by graph and communication,
/// in seconds from the start of the graph. `latency`: of an empty copy between two devices, in
/// seconds. `bandwidth`: bytes per second that correspond to a share of 1.
std::vector<CommunicationRow> communication_rows(
    const schedule::Runner& runner, const std::vector<std::vector<double>>& analytic_ends,
    const std::function<double(unsigned from, unsigned to)>& latency, double bandwidth);

/// Writes communications.csv, with the columns graph,src,dst,bytes,start_ns,end_ns,analytic_end_ns,
/// stall_<cause>_ns... A communication that did not end has an empty end_ns.
void write_communications_csv(std::ostream& out, const std::vector<CommunicationRow>& rows);

/// Returns the table for people. It shows at most `most` rows and tells how many it left out. Rows
/// to which the analytic model does not apply show no error.
std::string communications_table(const std::vector<CommunicationRow>& rows, std::size_t most);

/// Returns the results for scripts: totals, and errors against the analytic model over the copies
/// to which it applies, if there are any. Runs of one graph also have "comm_<i>.end",
/// ".analytic_end" and ".share".
std::vector<Result> communication_results(const std::vector<CommunicationRow>& rows,
                                          std::size_t graphs);
Outputs communication_outputs();

}  // namespace gf::platforms::pcie
