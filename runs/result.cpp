// SPDX-License-Identifier: Apache-2.0
#include "runs/result.h"

#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "core/json.h"
#include "core/text_file.h"
#include "core/text_match.h"

namespace gf::runs {
namespace {

std::string file_of_run(const std::filesystem::path& file) {
  try {
    return core::read_text_file(file.string(), "a file of a run");
  } catch (const core::UserError& error) {
    throw RunError(error.what());
  }
}

}  // namespace

Result::Result(std::filesystem::path directory) : directory_(std::move(directory)) {
  const std::string text = file_of_run(directory_ / "stats.json");
  try {
    const nlohmann::json stats = core::parse_json(text);
    for (const auto& [name, entry] : stats.at("results").items()) {
      const nlohmann::json& value = entry.at("value");  // null: not a number, a rate over no time
      numbers_[name] = {value.is_null() ? std::nan("") : value.get<double>(),
                        entry.at("unit").get<std::string>()};
    }
  } catch (const nlohmann::json::exception& error) {
    throw RunError(
        fmt::format("{}: unreadable stats.json: {}", directory_.filename().string(), error.what()));
  }
}

double Result::value(const std::string& name) const {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second.value;
  std::vector<std::string> names;
  for (const auto& [known, number] : numbers_) names.push_back(known);
  throw RunError(fmt::format("{}: no result \"{}\"; nearest: {}", directory_.filename().string(),
                             name, fmt::join(core::nearest_names(name, names, 3), ", ")));
}

core::CsvTable Result::csv(const std::string& file) const {
  return {file_of_run(directory_ / file), (directory_ / file).string()};
}

}  // namespace gf::runs
