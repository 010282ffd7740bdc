// SPDX-License-Identifier: Apache-2.0
#include "sc_main/doubt/doubted_claims.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <sstream>

#include "core/text/csv.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "sc_main/doubt/effects.h"

namespace gf::app {
namespace {

using papers::Kind;
using papers::Measurement;
using papers::Verdict;

constexpr double kStands = 0.95;
constexpr std::array<Kind, 4> kKinds = {Kind::kExact, Kind::kDerived, Kind::kCalibrated,
                                        Kind::kEmergent};

bool holds(const Measurement& measurement) {
  const Verdict verdict = papers::verdict_of(measurement);
  return verdict == Verdict::kPass || verdict == Verdict::kDeviates;
}

/// Finds a row by its id: rows about figures that could not be drawn follow the paper's rows and
/// have their own ids.
const Measurement* row_of(const papers::Outcome& outcome, const std::string& id) {
  for (const Measurement& row : outcome.result.measurements)
    if (row.id == id) return &row;
  return nullptr;
}

void add(DoubtedClaim& claim, const Measurement* sample) {
  if (sample == nullptr || !sample->failure.empty()) {
    ++claim.failed;
    return;
  }
  ++claim.samples;
  if (holds(*sample)) ++claim.holds;
  if (const double* value = std::get_if<double>(&sample->simulated))
    if (std::isfinite(*value)) claim.values.push_back(*value);
}

std::string published_text(const Measurement& row) {
  return papers::to_text(papers::target_of(row));
}

std::string share_text(const DoubtedClaim& claim) {
  return claim.samples == 0 ? "-" : fmt::format("{:.0f} %", 100 * claim.share());
}

/// Returns four digits, without an exponent if the number needs none.
std::string short_number(double value) {
  return papers::number_text(std::stod(fmt::format("{:.4g}", value)));
}

}  // namespace

double DoubtedClaim::share() const {
  return samples == 0 ? 0 : static_cast<double>(holds) / static_cast<double>(samples);
}

std::vector<DoubtedClaim> doubted_claims(const std::vector<papers::Outcome>& baseline,
                                         const std::vector<std::vector<papers::Outcome>>& samples) {
  std::vector<DoubtedClaim> claims;
  for (std::size_t e = 0; e < baseline.size(); ++e)
    for (const Measurement& row : baseline[e].result.measurements) {
      if (papers::verdict_of(row) == Verdict::kInfo) continue;
      DoubtedClaim claim{row, 0, 0, 0, {}};
      for (const auto& sample : samples) add(claim, row_of(sample[e], row.id));
      claims.push_back(std::move(claim));
    }
  return claims;
}

std::string with_range(const DoubtedClaim& claim) {
  if (!std::holds_alternative<double>(claim.claim.simulated) || claim.values.empty())
    return papers::to_text(claim.claim.simulated);
  return fmt::format("{} ({} ... {})", short_number(std::get<double>(claim.claim.simulated)),
                     short_number(core::quantile(claim.values, 0.05)),
                     short_number(core::quantile(claim.values, 0.95)));
}

std::string claims_table(const std::vector<DoubtedClaim>& claims, bool all, std::size_t columns) {
  core::TextTable table({"row", "kind", ">published", ">default (5 % ... 95 %)", "unit", ">gate",
                         "verdict", ">holds in"});
  for (const DoubtedClaim& claim : claims) {
    const Verdict verdict = papers::verdict_of(claim.claim);
    if (!all && verdict == Verdict::kDeviates) continue;
    table.add_row({claim.claim.id, std::string(papers::to_text(claim.claim.kind)),
                   published_text(claim.claim), with_range(claim), claim.claim.unit,
                   papers::to_text(claim.claim.tolerance, claim.claim.unit),
                   std::string(papers::to_text(verdict)), share_text(claim)});
  }
  std::ostringstream text;
  table.print(text, columns);
  return text.str();
}

std::string claims_summary(const std::vector<DoubtedClaim>& claims) {
  std::string text;
  for (const Kind kind : kKinds) {
    std::size_t rows = 0, stand = 0;
    for (const DoubtedClaim& claim : claims) {
      if (claim.claim.kind != kind || papers::verdict_of(claim.claim) != Verdict::kPass) continue;
      ++rows;
      if (claim.samples > 0 && claim.share() >= kStands) ++stand;
    }
    if (rows > 0)
      text +=
          fmt::format("{}: {} of {} passing rows also pass in at least {:.0f} % of the samples\n",
                      papers::to_text(kind), stand, rows, 100 * kStands);
  }
  return text;
}

std::string claims_csv(const std::vector<DoubtedClaim>& claims) {
  std::string text = "id,kind,published,default,p05,p95,unit,gate,verdict,samples,holds,failed\n";
  for (const DoubtedClaim& claim : claims) {
    const bool numbers = !claim.values.empty();
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{}\n", core::csv_cell(claim.claim.id),
        papers::to_text(claim.claim.kind), core::csv_cell(published_text(claim.claim)),
        core::csv_cell(papers::to_text(claim.claim.simulated)),
        numbers ? fmt::format("{}", core::quantile(claim.values, 0.05)) : "",
        numbers ? fmt::format("{}", core::quantile(claim.values, 0.95)) : "",
        core::csv_cell(claim.claim.unit),
        core::csv_cell(papers::to_text(claim.claim.tolerance, claim.claim.unit)),
        papers::to_text(papers::verdict_of(claim.claim)), claim.samples, claim.holds, claim.failed);
  }
  return text;
}

std::string claims_markdown(const std::vector<DoubtedClaim>& claims) {
  std::string text =
      "| row | kind | published | default (5 % ... 95 %) | gate | holds in "
      "|\n|---|---|---|---|---|---|"
      "\n";
  for (const DoubtedClaim& claim : claims)
    if (papers::verdict_of(claim.claim) == Verdict::kPass)
      text +=
          fmt::format("| `{}` | {} | {} | {} {} | {} | {} |\n", claim.claim.id,
                      papers::to_text(claim.claim.kind), published_text(claim.claim),
                      with_range(claim), claim.claim.unit,
                      papers::to_text(claim.claim.tolerance, claim.claim.unit), share_text(claim));
  return text;
}

std::string claims_json(const std::vector<DoubtedClaim>& claims) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const DoubtedClaim& claim : claims)
    list.push_back({{"id", claim.claim.id},
                    {"kind", papers::to_text(claim.claim.kind)},
                    {"published", published_text(claim.claim)},
                    {"default", papers::to_text(claim.claim.simulated)},
                    {"values", claim.values},
                    {"unit", claim.claim.unit},
                    {"gate", papers::to_text(claim.claim.tolerance, claim.claim.unit)},
                    {"verdict", papers::to_text(papers::verdict_of(claim.claim))},
                    {"samples", claim.samples},
                    {"holds", claim.holds},
                    {"failed", claim.failed}});
  return core::json_text(list, 2) + "\n";
}

}  // namespace gf::app
