// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "papers/experiment.h"

namespace gf::papers {

/// The form in which a worker process hands its result to `gpufabric reproduce`. Reading back what
/// was written gives an equal result; numbers are written so that they read back bit for bit.
nlohmann::ordered_json to_json(const ExperimentResult& result);
/// Throws nlohmann::json::exception when `json` is not what to_json writes.
ExperimentResult result_from_json(const nlohmann::ordered_json& json);

/// The public record of one measurement, exactly these keys:
/// {id, quantity, published, simulated, unit, error, tolerance, kind, verdict}.
/// published, simulated: number, text or null. error: number in per cent of the published value (in
/// `unit` when that is 0), or null. tolerance: text such as "5 %", ">= 95 %", "equal", "-".
nlohmann::ordered_json public_record(const Measurement& measurement);

}  // namespace gf::papers
