// SPDX-License-Identifier: Apache-2.0
#include "runs/result.h"

#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "core/base/text_match.h"
#include "core/system/text_file.h"
#include "core/text/json.h"

namespace gf::runs {
namespace {

/// Returns read(), and turns a UserError into a RunError.
template <class Read>
auto read_of_run(const Read& read) {
  try {
    return read();
  } catch (const core::UserError& error) {
    throw RunError(error.what());
  }
}

}  // namespace

Result::Result(std::filesystem::path directory) : directory_(std::move(directory)) {
  read_of_run([this] {
    core::read_json(directory_ / "stats.json", core::kJsonOfRun, [this](const auto& stats) {
      for (const auto& [name, entry] : stats.at("results").items()) {
        const nlohmann::json& value = entry.at("value");  // null: not a number, a rate over no time
        numbers_[name] = {value.is_null() ? std::nan("") : value.template get<double>(),
                          entry.at("unit").template get<std::string>()};
      }
    });
  });
}

double Result::value(const std::string& name) const {
  if (const auto found = numbers_.find(name); found != numbers_.end()) return found->second.value;
  std::vector<std::string> names;
  for (const auto& [known, number] : numbers_) names.push_back(known);
  throw RunError(fmt::format("{}: no result \"{}\"; nearest: {}", directory_.filename().string(),
                             name, fmt::join(core::nearest_names(name, names, 3), ", ")));
}

core::CsvTable Result::csv(const std::string& file) const {
  const std::string path = (directory_ / file).string();
  return {read_of_run([&path] { return core::read_text_file(path, "a file of a run"); }), path};
}

}  // namespace gf::runs
