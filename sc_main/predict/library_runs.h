// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runs/request.h"
#include "sc_main/predict/predicted_machine.h"

namespace gf::app {

/// A run of collectives, as a library makes them where the machine's GPUs have thread blocks.
struct LibraryRun {
  runs::Request request;    ///< Without tasks in its output.
  bool by_library = false;  ///< Else copy engines move the data, in the model's own algorithm.
};

/// Returns the run of the collective `name` ("allreduce") with vectors of `bytes`; `twice`: out of
/// place, and then in place. `gpus`: only these take part, separated by spaces; empty: all.
LibraryRun library_run(const PredictedMachine& machine, const std::string& name,
                       std::uint64_t bytes, bool twice, const std::string& gpus = "");

}  // namespace gf::app
