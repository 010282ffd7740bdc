// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "platforms/platform.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::platforms::pcie {

/// One communication of a run: what was asked, what happened, what the analytic model says.
struct CommunicationRow {
  std::string graph;
  const model::Flow* flow = nullptr;
  double start_s = 0;  ///< Asked for, from the start of its graph.
  double end_s = -1;   ///< From the start of its graph; negative: did not end.
  double analytic_end_s = 0;
  double latency_s = 0;  ///< Of a copy of nothing on an idle machine; the analytic model has none.
  double share = 0;  ///< Of the reference bandwidth, until the graph's first communication ended.

  [[nodiscard]] bool ended() const { return end_s >= 0; }
  /// Whether the analytic model says something of a copy that is this short: its time, of bytes
  /// alone, is no less than what it leaves out.
  [[nodiscard]] bool is_modelled() const { return analytic_end_s - start_s >= latency_s; }
  /// Simulated against analytic time from start to end, relative: 0.1 = 10 % longer here.
  [[nodiscard]] double error() const { return (end_s - start_s) / (analytic_end_s - start_s) - 1; }
};

/// `analytic_ends`: by graph and communication, in seconds from the start of the graph.
/// `latency`: in seconds, of a copy of nothing between two devices.
/// `bandwidth`: bytes per second that a share of 1 stands for.
std::vector<CommunicationRow> communication_rows(
    const schedule::Runner& runner, const std::vector<std::vector<double>>& analytic_ends,
    const std::function<double(unsigned from, unsigned to)>& latency, double bandwidth);

/// communications.csv: graph,src,dst,bytes,start_ns,end_ns,analytic_end_ns,stall_<cause>_ns...
/// A communication that did not end has an empty end_ns.
void write_communications_csv(std::ostream& out, const std::vector<CommunicationRow>& rows);

/// The table for people; more than `most` rows are cut, and the cut is said. Without an error
/// where the analytic model does not apply.
std::string communications_table(const std::vector<CommunicationRow>& rows, std::size_t most);

/// What scripts read: totals, errors against the analytic model of copies to which it applies, if
/// there are any, and for runs of one graph
/// "comm_<i>.end", ".analytic_end" and ".share".
std::vector<Result> communication_results(const std::vector<CommunicationRow>& rows,
                                          std::size_t graphs);

}  // namespace gf::platforms::pcie
