// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <nlohmann/json.hpp>

#include "sc_main/predict/prediction.h"

namespace gf::app {

/// Prints the rows as a table, and below it the arithmetic of rows that have been explained. With
/// two machines, their values before and after, and the change.
void print_prediction(std::ostream& out, const MachinePrediction& prediction);

/// Returns a list of {test, from_to, alike, values: [{path, rate, latency, link}]}, in bytes/s and
/// seconds; null for what a row does not have.
nlohmann::ordered_json prediction_json(const MachinePrediction& prediction);

}  // namespace gf::app
