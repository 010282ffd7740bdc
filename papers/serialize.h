// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "papers/experiment.h"

namespace gf::papers {

/// Writes a whole result, for results.json; numbers read back bit for bit.
nlohmann::ordered_json to_json(const ExperimentResult& result);

/// The public record of one measurement, exactly these keys:
/// {id, quantity, published, simulated, unit, error, tolerance, kind, verdict}.
/// published, simulated: number, text or null. error: number in per cent of the published value (in
/// `unit` when that is 0), or null. tolerance: text such as "5 %", ">= 95 %", "equal", "-".
nlohmann::ordered_json public_record(const Measurement& measurement);

}  // namespace gf::papers
