// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/analytic/pcie_congestion.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::model {

/// Times of one communication, in seconds from the start of its graph.
struct PredictedTime {
  double issued = 0;  ///< Its start time.
  double begin = 0;   ///< When its GPU begins to serve it (first come first served).
  double end = 0;
};

/// One communication in one congestion step: a row of Table II.
struct StepRow {
  unsigned communication = 0;  ///< Index in the graph.
  CongestionFactors factors;
  double sent_bytes = 0;  ///< Sent by the end of the step.
  double left_bytes = 0;
};

/// A period between two events (IV-A): no communication starts or ends within it.
struct CongestionStep {
  double begin = 0;           ///< Seconds.
  double end = 0;             ///< Seconds.
  std::vector<StepRow> rows;  ///< Communications under way, in graph order.
};

/// Computes the times of a graph's communications, in its order, event by event (equations (1) to
/// (3)). Each GPU serves its communications first come first served: by start time, then by
/// position in the graph. GPU numbers must be in the model's tree, and sizes above 0. If `steps` is
/// not null it receives every congestion step.
std::vector<PredictedTime> predict_times(PcieCongestion& model, const Schedule& graph,
                                         std::vector<CongestionStep>* steps = nullptr);

/// Time in seconds of `bytes` below one switch without contention (T_ref).
double reference_seconds(const PcieCongestion& model, core::Bytes bytes);

}  // namespace gf::model
