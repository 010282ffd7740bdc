// SPDX-License-Identifier: Apache-2.0
#include "papers/child_run.h"

#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/child_process.h"
#include "core/error.h"
#include "core/text_match.h"
#include "papers/worker_files.h"

namespace gf::papers {
namespace {

std::map<std::string, ChildRun::Number> read_results(const std::filesystem::path& file,
                                                     const std::string& command) {
  std::map<std::string, ChildRun::Number> results;
  try {
    std::ifstream in(file);
    const nlohmann::json stats = nlohmann::json::parse(in);
    for (const auto& [name, entry] : stats.at("results").items())
      results[name] = {entry.at("value").get<double>(), entry.at("unit").get<std::string>()};
  } catch (const nlohmann::json::exception& error) {
    throw ChildRunError(
        fmt::format("{}: unreadable {}: {}", command, file.filename().string(), error.what()));
  }
  return results;
}

}  // namespace

double ChildRun::value(const std::string& name) const {
  if (const auto found = results.find(name); found != results.end()) return found->second.value;
  std::vector<std::string> names;
  for (const auto& [known, number] : results) names.push_back(known);
  throw ChildRunError(fmt::format("{}: no result \"{}\"; nearest: {}",
                                  directory.filename().string(), name,
                                  fmt::join(core::nearest_names(name, names, 3), ", ")));
}

RunLink ChildRun::link(std::string text) const {
  return {directory.filename().string(), std::move(text)};
}

ChildRun read_run(const std::filesystem::path& directory, const std::string& command) {
  return {directory, read_results(directory / "stats.json", command)};
}

ChildRun run_program(const ExperimentContext& context, const std::string& name,
                     const std::vector<std::string>& arguments) {
  const std::filesystem::path directory = context.outdir / name;
  core::ChildSpec spec;
  spec.command = {context.program.string()};
  spec.command.insert(spec.command.end(), arguments.begin(), arguments.end());
  for (const std::string& word :
       {std::string("--outdir"), directory.string(), std::string("--seed"),
        std::to_string(context.seed), std::string("--quiet")})
    spec.command.push_back(word);
  spec.error_file = context.outdir / (name + ".stderr.txt");

  core::ChildProcess child(spec);
  child.wait();
  const std::string command = fmt::format("gpufabric {}", fmt::join(arguments, " "));
  // An unstable point has its results too.
  const bool whole = child.exit_code() == 0 ||
                     child.exit_code() == static_cast<int>(core::ExitCode::kNoSteadyState);
  if (!whole)
    throw ChildRunError(
        fmt::format("{}: {}: {}", command, child.ending(), last_line_of(spec.error_file)));
  if (std::filesystem::is_empty(spec.error_file)) std::filesystem::remove(spec.error_file);
  return read_run(directory, command);
}

}  // namespace gf::papers
