// SPDX-License-Identifier: Apache-2.0
#include "sc_main/curve_points.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/child_process.h"
#include "core/error.h"
#include "core/scratch_directory.h"

namespace gf::app {
namespace {

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// One point under way.
struct Running {
  double load;
  std::filesystem::path out;
  std::filesystem::path err;
  core::ChildProcess child;
};

std::unique_ptr<Running> start(const Arguments& words, double load,
                               const std::filesystem::path& directory, std::size_t number) {
  core::ChildSpec spec;
  spec.command = {core::this_program().string()};
  spec.command.insert(spec.command.end(), words.begin(), words.end());
  spec.command.insert(spec.command.end(), {"-p", fmt::format("load={:.9g}", load)});
  spec.output_file = directory / fmt::format("{}.json", number);
  spec.error_file = directory / fmt::format("{}.txt", number);
  spec.own_group = true;  // Ctrl-C reaches this process alone, which ends them
  return std::unique_ptr<Running>(
      new Running{load, spec.output_file, spec.error_file, core::ChildProcess(spec)});
}

CurvePoint read(const Running& point) {
  const int code = point.child.exit_code();
  if (code != 0 && code != static_cast<int>(core::ExitCode::kNoSteadyState)) {
    std::string message = text_of(point.err);
    while (!message.empty() && message.back() == '\n') message.pop_back();
    const std::string prefix = "gpufabric: ";
    if (message.rfind(prefix, 0) == 0) message.erase(0, prefix.size());
    throw core::UserError(code > 0 ? static_cast<core::ExitCode>(code) : core::ExitCode::kUsage,
                          fmt::format("load {:.6g}: {}", point.load,
                                      message.empty() ? point.child.ending() : message));
  }
  CurvePoint result{point.load, {}};
  const nlohmann::json all = nlohmann::json::parse(text_of(point.out));
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
  const core::ScratchDirectory directory;
  std::vector<std::unique_ptr<Running>> running;
  std::map<double, CurvePoint> done;
  std::map<double, core::UserError> failed;
  std::size_t next = 0;
  // After a failure those that run still end: the lowest load that fails is named, whatever -j.
  while ((!running.empty() || (next < loads.size() && failed.empty())) && !interrupted_()) {
    while (next < loads.size() && failed.empty() &&
           running.size() < static_cast<std::size_t>(options_.jobs)) {
      running.push_back(start(options_.run_words, loads[next], directory.path(), next));
      ++next;
    }
    const auto ended = std::find_if(running.begin(), running.end(),
                                    [](const auto& point) { return point->child.ended(); });
    if (ended == running.end()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      continue;
    }
    try {
      done[(*ended)->load] = read(**ended);
    } catch (const core::UserError& error) {
      failed.emplace((*ended)->load, error);
    }
    running.erase(ended);
    progress_(done.size(), loads.size());
  }
  if (!failed.empty()) throw failed.begin()->second;
  std::vector<CurvePoint> points;
  for (auto& [load, point] : done) points.push_back(std::move(point));
  return points;
}

}  // namespace gf::app
