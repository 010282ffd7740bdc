// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "papers/child_run.h"
#include "papers/experiment.h"
#include "tlm_models/workloads/congestion_graph.h"

namespace gf::papers::sc16 {

/// [SC16]'s experiments, one function each; papers/sc16_pcie/experiments.cpp lists them.
ExperimentResult example1(const ExperimentContext& context);
ExperimentResult example2(const ExperimentContext& context);
ExperimentResult example3(const ExperimentContext& context);
ExperimentResult bandwidth(const ExperimentContext& context);
ExperimentResult efficiency(const ExperimentContext& context);
ExperimentResult table1(const ExperimentContext& context);
ExperimentResult table2(const ExperimentContext& context);
ExperimentResult fig3(const ExperimentContext& context);
ExperimentResult fcfs(const ExperimentContext& context);
ExperimentResult fig6_t1(const ExperimentContext& context);
ExperimentResult fig6_t2(const ExperimentContext& context);
ExperimentResult fig9(const ExperimentContext& context);
ExperimentResult halo_3d(const ExperimentContext& context);

/// The congestion graph of section VI: 0->2, 1->4, 3->2, 6->4, issued together.
model::CongestionGraph section_vi_graph(core::Bytes bytes);

/// One line of a run's communications.csv; times in seconds.
struct CommunicationRecord {
  std::string graph;
  unsigned src = 0;
  unsigned dst = 0;
  double bytes = 0;
  double start = 0;
  double end = 0;
  double analytic_end = 0;
};

/// Writes `graphs` to <outdir>/<name>.csv, runs `platform` on them, reads what came out.
struct GraphRun {
  ChildRun child;
  std::vector<CommunicationRecord> communications;  ///< In the order of the graphs.
};
GraphRun run_graphs(const ExperimentContext& context, const std::string& platform,
                    const std::string& name, const std::vector<model::CongestionGraph>& graphs,
                    const std::vector<std::string>& more_arguments = {});

}  // namespace gf::papers::sc16
