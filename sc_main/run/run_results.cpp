// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/run_results.h"

#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "core/text/text_table.h"

namespace gf::app {

namespace {

/// Removes the noise in a quotient's last bits, which JSON would show: 87630.00000000001. A double
/// represents any number of 15 digits; stats.json has all bits.
double to_15_digits(double value) {
  if (!std::isfinite(value)) return value;
  return std::stod(fmt::format("{:.15g}", value));
}

}  // namespace

nlohmann::ordered_json results_json(const std::vector<platforms::Result>& results) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const platforms::Result& result : results)
    json[result.name] = {{"value", to_15_digits(result.value)}, {"unit", result.unit}};
  return json;
}

std::string results_table(const platforms::RunOutcome& outcome) {
  if (!outcome.table.empty()) return outcome.table;
  core::TextTable table({"result", ">value", "unit"});
  for (const platforms::Result& result : outcome.results)
    table.add_row({result.name, fmt::format("{:.6g}", result.value), result.unit});
  std::ostringstream text;
  table.print(text, core::output_columns());
  return text.str();
}

nlohmann::ordered_json outcome_json(const core::RunRecord& record,
                                    const platforms::RunOutcome& outcome,
                                    const std::optional<Bottleneck>& bottleneck) {
  nlohmann::ordered_json json = {{"platform", record.platform},
                                 {"seed", record.seed},
                                 {"exit_code", static_cast<int>(record.code)},
                                 {"exit_reason", record.reason},
                                 {"partial", record.partial},
                                 {"results", results_json(outcome.results)}};
  if (bottleneck) json["bottleneck"] = bottleneck->json();
  return json;
}

}  // namespace gf::app
