// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/prediction_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "core/text/terminal.h"
#include "core/text/text_table.h"

namespace gf::app {
namespace {

/// Returns "20.34 (18.05 ... 20.9)": a value and where its samples lie.
std::string with_range(double value, const std::optional<PredictedRange>& range, double scale) {
  if (!range) return fmt::format("{:.2f}", value * scale);
  return fmt::format("{:.2f} ({:.2f} ... {:.2f})", value * scale, range->low * scale,
                     range->high * scale);
}

std::string rate_text(const PredictedValue& value) {
  return with_range(value.rate, value.rates, 1e-9);
}

std::string latency_text(const PredictedValue& value) {
  return value.latency ? with_range(*value.latency, value.latencies, 1e6) : "";
}

std::string store_text(const PredictedValue& value) {
  return value.store ? with_range(*value.store, value.stores, 1e6) : "";
}

std::string path_text(const PredictedRow& row) {
  std::string text = row.values[0].path;
  if (row.values.back().path != text) text += ", then " + row.values.back().path;
  return text;
}

std::string change_text(const PredictedRow& row) {
  const auto percent = [](double ratio) { return 100 * (ratio - 1); };
  const double change = percent(row.values.back().rate / row.values[0].rate);
  if (!row.ratios) return fmt::format("{:+.1f} %", change);
  return fmt::format("{:+.1f} % ({:+.1f} ... {:+.1f})", change, percent(row.ratios->low),
                     percent(row.ratios->high));
}

std::string ends_text(const PredictedRow& row) { return row.ends.empty() ? "all" : row.ends; }

/// Returns "one copy, gpu0 -> gpu1".
std::string name_of(const PredictedRow& row) {
  return row.ends.empty() ? row.what : row.what + ", " + row.ends;
}

void print_why(std::ostream& out, const MachinePrediction& prediction) {
  bool any = false;
  for (const PredictedRow& row : prediction.rows())
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const PredictedValue& value = row.values[i];
      if (!value.link) continue;
      const auto copy = static_cast<double>(row.test.bytes.count());
      if (!std::exchange(any, true)) out << "\nbusiest link of each test:\n";
      const char* const when = row.values.size() == 1 ? "" : i == 0 ? " (before)" : " (after)";
      out << fmt::format("  {}{}:\n    {}\n", name_of(row), when,
                         value.link->arithmetic(value.rate, row.counted, copy));
    }
}

nlohmann::ordered_json json_of(const std::optional<PredictedRange>& range) {
  if (!range) return nullptr;
  return {range->low, range->high};
}

nlohmann::ordered_json json_of(const BusiestLink& link) {
  return {{"link", link.link}, {"parallel", link.parallel}, {"rate", link.rate},
          {"sent", link.sent}, {"payload", link.payload},   {"packet", link.packet},
          {"busy", link.busy}, {"waits", link.waits}};
}

}  // namespace

void print_prediction(std::ostream& out, const MachinePrediction& prediction) {
  const bool two = prediction.rows()[0].values.size() > 1;
  const bool stores =
      !two && std::any_of(prediction.rows().begin(), prediction.rows().end(),
                          [](const PredictedRow& row) { return row.values[0].store.has_value(); });
  std::vector<std::string> head{"test", "path", "GPUs", ">alike"};
  if (two)
    head.insert(head.end(), {">GB/s before", ">after", ">change", ">8 B us before", ">after"});
  else
    head.insert(head.end(), {">GB/s", ">8 B us"});
  if (stores) head.emplace_back(">store us");
  core::TextTable table(head);
  for (const PredictedRow& row : prediction.rows()) {
    std::vector<std::string> cells{row.what, path_text(row), ends_text(row),
                                   std::to_string(row.alike)};
    for (const PredictedValue& value : row.values) cells.push_back(rate_text(value));
    if (two) cells.push_back(change_text(row));
    for (const PredictedValue& value : row.values) cells.push_back(latency_text(value));
    if (stores) cells.push_back(store_text(row.values[0]));
    table.add_row(std::move(cells));
  }
  table.print(out, core::output_columns());
  print_why(out, prediction);
}

nlohmann::ordered_json prediction_json(const MachinePrediction& prediction) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const PredictedRow& row : prediction.rows()) {
    nlohmann::ordered_json values = nlohmann::ordered_json::array();
    for (const PredictedValue& value : row.values) {
      nlohmann::ordered_json json{{"path", value.path},
                                  {"rate", value.rate},
                                  {"latency", nullptr},
                                  {"rate_range", json_of(value.rates)},
                                  {"latency_range", json_of(value.latencies)},
                                  {"store", nullptr},
                                  {"store_range", json_of(value.stores)},
                                  {"link", nullptr}};
      if (value.store) json["store"] = *value.store;
      if (value.latency) json["latency"] = *value.latency;
      if (value.link) json["link"] = json_of(*value.link);
      values.push_back(std::move(json));
    }
    rows.push_back({{"test", row.what},
                    {"from_to", row.ends},
                    {"alike", row.alike},
                    {"ratio_range", json_of(row.ratios)},
                    {"values", std::move(values)}});
  }
  return rows;
}

}  // namespace gf::app
