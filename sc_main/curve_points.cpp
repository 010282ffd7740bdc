// SPDX-License-Identifier: Apache-2.0
#include "sc_main/curve_points.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "sc_main/child_pool.h"

namespace gf::app {
namespace {

Arguments words_of(const CurveOptions& options, double load) {
  Arguments words = options.run_words;
  words.insert(words.end(), {"-p", fmt::format("load={:.9g}", load)});
  return words;
}

CurvePoint read(double load, const ChildEnd& end) {
  if (end.code != 0 && end.code != static_cast<int>(core::ExitCode::kNoSteadyState))
    throw core::UserError(
        end.code > 0 ? static_cast<core::ExitCode>(end.code) : core::ExitCode::kUsage,
        fmt::format("load {:.6g}: {}", load, end.message));
  CurvePoint result{load, {}};
  const nlohmann::json all = nlohmann::json::parse(end.out);
  const nlohmann::json& results = all.at("results");
  for (const auto& [name, entry] : results.items()) result.results[name] = entry.at("value");
  return result;
}

}  // namespace

double CurvePoint::value(const std::string& name) const {
  const auto found = results.find(name);
  return found == results.end() ? 0 : found->second;
}

std::vector<CurvePoint> CurveRunner::run(const std::vector<double>& loads) {
  std::vector<Arguments> runs;
  for (const double load : loads) runs.push_back(words_of(options_, load));
  std::map<double, CurvePoint> done;
  ChildPool pool(options_.jobs, interrupted_);
  pool.run(runs, [&](std::size_t number, const ChildEnd& end) {
    done[loads[number]] = read(loads[number], end);
    progress_(done.size(), loads.size());
  });
  std::vector<CurvePoint> points;
  for (auto& [load, point] : done) points.push_back(std::move(point));
  return points;
}

}  // namespace gf::app
