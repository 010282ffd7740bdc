// SPDX-License-Identifier: Apache-2.0
// doubt.json: varied guesses and their effects.
#include <cmath>

#include "core/base/version.h"
#include "core/text/json.h"
#include "sc_main/doubt/doubt_results.h"

namespace gf::app {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no NaN.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json json_of(const core::Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

Json json_of(const Guess& guess) {
  Json json = {
      {"name", guess.name},       {"parameters", guess.paths}, {"default", guess.default_value},
      {"meaning", guess.meaning}, {"source", guess.source},    {"varied", guess.varies()}};
  if (guess.varies()) {
    json["low"] = guess.range.low;
    json["high"] = guess.range.high;
    json["declared"] = guess.range.declared;
  }
  json["why"] = guess.range.why;
  return json;
}

Json json_of(const DoubtedResult& result, const std::vector<Guess>& guesses) {
  Json effects = Json::array();
  for (const std::size_t i : result.carriers()) {
    const core::Effect& effect = result.effects.inputs[i];
    effects.push_back({{"guess", guesses[i].name},
                       {"first_order", json_of(effect.alone)},
                       {"total", json_of(effect.total)},
                       {"mean_at_low", effect.at_low},
                       {"mean_at_high", effect.at_high}});
  }
  return {{"name", result.name},
          {"unit", result.unit},
          {"default", result.baseline},
          {"p05", number(result.low)},
          {"median", number(result.median)},
          {"p95", number(result.high)},
          {"mean", result.effects.mean},
          {"default_outside", result.is_outside()},
          {"runs", result.runs},
          {"explained", result.effects.explained},
          {"effects", effects}};
}

}  // namespace

std::string doubt_json(const DoubtTable& table, const std::vector<DoubtedResult>& results,
                       const std::vector<Guess>& all, const std::string& platform,
                       const std::string& command, std::uint64_t seed) {
  Json json = {{"platform", platform},
               {"command", command},
               {"version", core::version()},
               {"revision", core::revision()},
               {"seed", seed},
               {"runs", table.runs.points.size()},
               {"interval", "5 % to 95 % of the runs"},
               {"note", outside_text(results, table.guesses)},
               {"guesses", Json::array()},
               {"moved", Json::array()},
               {"failures", Json::array()},
               {"results", Json::array()}};
  for (const Guess& guess : all) json["guesses"].push_back(json_of(guess));
  for (std::size_t i = 0; i < table.guesses.size(); ++i)
    if (const std::size_t runs = table.times_moved(i))
      json["moved"].push_back({{"guess", table.guesses[i].name}, {"runs", runs}});
  for (const auto& [failure, count] : failures_of(table))
    json["failures"].push_back({{"failure", failure}, {"runs", count}});
  for (const DoubtedResult& result : results)
    json["results"].push_back(json_of(result, table.guesses));
  return core::json_text(json, 2) + "\n";
}

}  // namespace gf::app
