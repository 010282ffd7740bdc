// SPDX-License-Identifier: Apache-2.0
#include "papers/isca21_proact/proact_app_runs.h"

#include <fmt/format.h>

namespace gf::papers::isca21 {
namespace {

Words settings_of(const std::string& system, const App& app, const Transfer& transfer) {
  Words words = {"system=" + system, "workload=" + app.name, "mechanism=" + transfer.mechanism,
                 "iterations=1", "size=published"};
  if (app.part > 1) words.push_back("app.bytes=" + app.region());
  if (!transfer.chunk.empty()) words.push_back("chunk=" + transfer.chunk);
  if (transfer.threads != 0) words.push_back(fmt::format("threads={}", transfer.threads));
  return words;
}

}  // namespace

std::string rows_of(const char* figure, Size size) {
  return fmt::format("proact.{}{}.", size == Size::kLarge ? "full." : "", figure);
}

const std::vector<App>& apps() {
  static const std::vector<App> all = {
      {"xray_ct", "X-ray CT", 17920, 8, 1},   {"jacobi", "Jacobi", 31518, 16, 1},
      {"pagerank", "PageRank", 32768, 32, 4}, {"sssp", "SSSP", 31518, 16, 1},
      {"als", "ALS", 126073, 64, 4},
  };
  return all;
}

std::string App::region() const { return fmt::format("{} KiB", kibibytes / part); }

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

runs::Run ProactAppRuns::run(const std::string& system, App app, const Transfer& transfer,
                             const Words& more, const Words& options) const {
  if (size_ == Size::kLarge) app.part = app.large;
  runs::Request request{"proact", settings_of(system, app, transfer), {}, options, {}};
  request.settings.insert(request.settings.end(), more.begin(), more.end());
  std::string label =
      fmt::format("{}, {}, {}, {}", system, app.shown, app.region(), transfer.text());
  for (const std::string& setting : more) label += ", " + setting;
  return judge_.ask(std::move(request), label);
}

runs::Run ProactAppRuns::one_gpu(const std::string& system, const App& app,
                                 const Words& more) const {
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
