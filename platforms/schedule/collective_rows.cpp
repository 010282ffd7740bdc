// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/collective_rows.h"

#include <fmt/format.h>
#include <sstream>

#include "core/text/text_table.h"

namespace gf::platforms::schedule {
namespace {

constexpr Note kCollectives{"collectives", "count", "collectives that ran, one after the other",
                            "collectives"};
constexpr Note kTime{"collective_*.time", "s",
                     "time from the start of its first task to the end of its last one",
                     "collectives"};
constexpr Note kAlgbw{"collective_*.algbw", "B/s", "size divided by time, as nccl-tests counts it",
                      "collectives"};
constexpr Note kBusbw{"collective_*.busbw", "B/s",
                      "rate that a link carries, as nccl-tests counts it", "collectives"};
constexpr Note kCompared{"elements_compared", "count",
                         "elements compared with those of a plain program", "check=true"};
constexpr Note kWrong{"elements_wrong", "count", "compared elements that differ", "check=true"};

std::vector<std::string> cells(const CollectiveRow& row) {
  const model::Collective& of = *row.collective;
  const bool ended = row.seconds > 0;
  return {of.name + " " + of.algorithm,
          std::to_string(of.size().count()),
          std::to_string(of.count()),
          of.type,
          std::string(to_text(of.op)),
          of.has_root() ? std::to_string(of.root) : "-1",
          ended ? fmt::format("{:.2f}", row.seconds * 1e6) : "not ended",
          ended ? fmt::format("{:.2f}", row.algorithm_rate() / 1e9) : "",
          ended ? fmt::format("{:.2f}", row.bus_rate() / 1e9) : "",
          of.check && ended ? std::to_string(row.verdict.wrong) : "N/A"};
}

}  // namespace

double CollectiveRow::algorithm_rate() const {
  return seconds > 0 ? static_cast<double>(collective->size().count()) / seconds : 0;
}

double CollectiveRow::bus_rate() const { return algorithm_rate() * collective->bus_factor(); }

std::string collective_table(const std::vector<CollectiveRow>& rows, std::size_t most) {
  core::TextTable table({"collective", ">size B", ">count", "type", "redop", ">root", ">time us",
                         ">algbw GB/s", ">busbw GB/s", ">#wrong"});
  for (std::size_t i = 0; i < std::min(most, rows.size()); ++i) table.add_row(cells(rows[i]));
  std::ostringstream text;
  table.print(text, core::output_columns());
  if (rows.size() > most) text << fmt::format("... {} more\n", rows.size() - most);
  return text.str();
}

Outputs collective_outputs() { return {{kCollectives, kTime, kAlgbw, kBusbw, kCompared, kWrong}}; }

std::vector<Result> collective_results(const std::vector<CollectiveRow>& rows) {
  std::vector<Result> results{kCollectives.result(rows.size())};
  double compared = 0, wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::string number = std::to_string(i);
    results.push_back(kTime.result(rows[i].seconds, number));
    results.push_back(kAlgbw.result(rows[i].algorithm_rate(), number));
    results.push_back(kBusbw.result(rows[i].bus_rate(), number));
    compared += static_cast<double>(rows[i].verdict.compared);
    wrong += static_cast<double>(rows[i].verdict.wrong);
  }
  if (compared > 0) {
    results.push_back(kCompared.result(compared));
    results.push_back(kWrong.result(wrong));
  }
  return results;
}

}  // namespace gf::platforms::schedule
