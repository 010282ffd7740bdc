// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/app_runs.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "papers/isca21_proact/shared_runs.h"

namespace gf::papers::isca21 {
namespace {

/// An SM of a K40m has 192 lanes for single precision, one of a P100 or V100 64 (whitepapers; Table
/// I's TFLOPS by SMs and clocks): arithmetic takes a third of the cycles.
constexpr const char* kKeplersWork = "work=0.3333";

std::string name_of(const Words& parts) {
  std::string name = fmt::format("{}", fmt::join(parts, "_"));
  const auto odd = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; };
  std::replace_if(name.begin(), name.end(), odd, '_');
  return name;
}

}  // namespace

const std::vector<App>& apps() {
  static const std::vector<App> all = {
      {"xray_ct", "X-ray CT", false, 1, "3200 KiB", "6400 KiB", ""},
      {"jacobi", "Jacobi", true, 0.5, "4 MiB", "12 MiB", "31 MiB"},
      {"pagerank", "PageRank", true, 0.333, "2 MiB", "8 MiB", "32 MiB"},
      {"sssp", "SSSP", true, 0.5, "2 MiB", "10 MiB", "31 MiB"},
      {"als", "ALS", true, 0.2, "2 MiB", "10 MiB", "123 MiB"},
  };
  return all;
}

App for_sixteen(App app, bool full) {
  app.fixed = full && !app.published.empty();
  app.bytes = app.fixed ? app.published : app.many;
  return app;
}

Words app_names() {
  Words names;
  for (const App& app : apps()) names.push_back(app.shown);
  return names;
}

const std::vector<System>& systems() {
  static const std::vector<System> all = {
      {"4x_kepler", "4x Kepler"}, {"4x_pascal", "4x Pascal"}, {"4x_volta", "4x Volta"}};
  return all;
}

std::string Transfer::text() const {
  if (mechanism == "inline") return "I";
  if (threads == 0) return mechanism;
  return fmt::format("D {} {} {}", chunk, threads, mechanism == "cdp" ? "CDP" : "Poll");
}

Words AppRuns::arguments(const std::string& system, const App& app, const Transfer& transfer,
                         const Words& more) const {
  Words words = {"run", "proact"};
  const auto set = [&words](const std::string& setting) {
    words.insert(words.end(), {"-p", setting});
  };
  set("system=" + system);
  set("workload=" + app.name);
  set("mechanism=" + transfer.mechanism);
  if (!transfer.chunk.empty()) set("chunk=" + transfer.chunk);
  if (transfer.threads != 0) set(fmt::format("threads={}", transfer.threads));
  set("iterations=1");
  if (app.matrix) {
    set("app.rows=published");
  } else if (system == "4x_kepler") {
    set(kKeplersWork);
  }
  set(is_large(app) ? "size=large" : "app.bytes=" + app.bytes);
  for (const std::string& setting : more) set(setting);
  return words;
}

const ChildRun& AppRuns::run(const std::string& system, const App& app, const Transfer& transfer,
                             const Words& more) const {
  Words parts = {system, app.name, is_large(app) ? "large" : app.bytes, transfer.mechanism};
  if (!transfer.chunk.empty()) parts.push_back(transfer.chunk);
  if (transfer.threads != 0) parts.push_back(std::to_string(transfer.threads));
  parts.insert(parts.end(), more.begin(), more.end());
  const std::string name = name_of(parts);
  if (const auto known = runs_.find(name); known != runs_.end()) return known->second;
  ChildRun made = run_shared(context_, name, arguments(system, app, transfer, more));
  const ChildRun& run = runs_.emplace(name, std::move(made)).first->second;
  result_.runs.push_back({fmt::format("../{}/{}", kSharedRuns, name), name});
  if (context_.progress)
    context_.progress(std::min(0.99, static_cast<double>(runs_.size()) / expected_));
  return run;
}

double AppRuns::one_gpu(const std::string& system, const App& app, const Words& more) const {
  Words settings = {"gpus=1"};
  settings.insert(settings.end(), more.begin(), more.end());
  return time(system, app, kInfinite, settings);
}

double geometric_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

Measurement row(const std::string& id, const std::string& what, const Value& published,
                const Value& simulated, Tolerance tolerance, const std::string& unit) {
  return {id, what, Kind::kEmergent, published, simulated, unit, std::move(tolerance), "", ""};
}

}  // namespace gf::papers::isca21
