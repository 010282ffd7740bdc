// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/app_runs.h"

#include <fmt/format.h>

namespace gf::papers::isca21 {
namespace {

/// An SM of a K40m has 192 lanes for single precision, one of a P100 or V100 64 (whitepapers; Table
/// I's TFLOPS by SMs and clocks): arithmetic takes a third of the cycles.
constexpr const char* kKeplersWork = "work=0.3333";

Words settings_of(const std::string& system, const App& app, const Transfer& transfer, bool large) {
  Words words = {"system=" + system, "workload=" + app.name, "mechanism=" + transfer.mechanism,
                 "iterations=1", large ? "size=large" : "app.bytes=" + app.bytes};
  if (!transfer.chunk.empty()) words.push_back("chunk=" + transfer.chunk);
  if (transfer.threads != 0) words.push_back(fmt::format("threads={}", transfer.threads));
  // Rows of a matrix take the memory's time, whatever an SM's lanes; only the others depend on
  // these.
  if (app.matrix)
    words.emplace_back("app.rows=published");
  else if (system == "4x_kepler")
    words.emplace_back(kKeplersWork);
  return words;
}

}  // namespace

std::string rows_of(const char* figure, Size size) {
  return fmt::format("proact.{}{}.", size == Size::kLarge ? "full." : "", figure);
}

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

App for_sixteen(App app, Size size) {
  app.fixed = size == Size::kLarge && !app.published.empty();
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

runs::Run AppRuns::run(const std::string& system, const App& app, const Transfer& transfer,
                       const Words& more, const Words& options) const {
  const bool large = size_ == Size::kLarge && !app.fixed;
  runs::Request request{"proact", settings_of(system, app, transfer, large), {}, options, {}};
  request.settings.insert(request.settings.end(), more.begin(), more.end());
  std::string label = fmt::format("{}, {}, {}, {}", system, app.shown, large ? "large" : app.bytes,
                                  transfer.text());
  for (const std::string& setting : more) label += ", " + setting;
  return judge_.ask(std::move(request), label);
}

runs::Run AppRuns::one_gpu(const std::string& system, const App& app, const Words& more) const {
  Words settings = {"gpus=1"};
  settings.insert(settings.end(), more.begin(), more.end());
  return run(system, app, kInfinite, settings);
}

std::vector<double> ratios(const std::vector<double>& of, const std::vector<double>& over) {
  std::vector<double> all;
  for (std::size_t i = 0; i < of.size(); ++i) all.push_back(of[i] / over[i]);
  return all;
}

}  // namespace gf::papers::isca21
