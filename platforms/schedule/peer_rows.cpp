// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/peer_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <sstream>

#include "core/text/text_table.h"
#include "platforms/schedule/task_rows.h"

namespace gf::platforms::schedule {
namespace {

using model::PeerTest;

constexpr unsigned kMostShown = 16;  // columns that fit on a terminal

struct Test {
  PeerTest test;
  const char* title;
  Note note;
  double unit;  ///< The matrix shows values times this.
  const char* shown;
};
constexpr bool names_hosts(PeerTest test) { return test >= PeerTest::kFromHost; }
constexpr bool is_latency(PeerTest test) {
  return test == PeerTest::kLatency || test == PeerTest::kHostLatency;
}
constexpr Test kTests[] = {
    {PeerTest::kOneWay,
     "copy device(row) -> device(column) bandwidth",
     {"peer.one_way_*", "B/s", "rate of a copy that runs alone: min, max and sum over all pairs",
      "peer_matrix"},
     1e-9,
     "GB/s"},
    {PeerTest::kBothWays,
     "copy device(row) <-> device(column) total bandwidth",
     {"peer.both_ways_*", "B/s",
      "total rate of two opposite copies that run alone: min, max and sum over all pairs",
      "peer_matrix"},
     1e-9,
     "GB/s"},
    {PeerTest::kLatency,
     "copy device(row) -> device(column) latency",
     {"peer.latency_*", "s", "time of a short copy that runs alone: min and max over all pairs",
      "peer_matrix"},
     1e6,
     "us"},
    {PeerTest::kFromHost,
     "copy host(row) -> device(column) bandwidth",
     {"peer.from_host_*", "B/s",
      "rate of a copy from a host that runs alone: min, max and sum over all pairs", "host_matrix"},
     1e-9,
     "GB/s"},
    {PeerTest::kToHost,
     "copy host(row) <- device(column) bandwidth",
     {"peer.to_host_*", "B/s",
      "rate of a copy to a host that runs alone: min, max and sum over all pairs", "host_matrix"},
     1e-9,
     "GB/s"},
    {PeerTest::kHostLatency,
     "copy host(row) -> device(column) latency",
     {"peer.host_latency_*", "s",
      "time of a short copy from a host that runs alone: min and max over all pairs",
      "host_matrix"},
     1e6,
     "us"}};

/// Calls `act` for each test that a schedule of the runner performs.
void each_test(const Runner& runner, const std::function<void(const Test&)>& act) {
  for (const Test& test : kTests)
    if (std::any_of(runner.schedules().begin(), runner.schedules().end(),
                    [&](const model::Schedule& one) { return one.peers == test.test; }))
      act(test);
}

/// Returns the row of a flow: its source, or the number of its host.
unsigned row_of(const model::Flow& flow, PeerTest test) {
  if (!names_hosts(test)) return flow.source;
  return std::max(flow.source, flow.destination) - model::kFirstHost;
}
unsigned column_of(const model::Flow& flow, PeerTest test) {
  return names_hosts(test) ? std::min(flow.source, flow.destination) : flow.destination;
}

std::string matrix_table(const PeerMatrix& matrix, const Test& test) {
  std::vector<std::string> header{""};
  for (unsigned column = 0; column < matrix.devices(); ++column)
    header.push_back(">" + std::to_string(column));
  core::TextTable table(header);
  for (unsigned row = 0; row < matrix.rows(); ++row) {
    std::vector<std::string> cells{
        model::device_name(names_hosts(test.test) ? model::kFirstHost + row : row)};
    for (unsigned column = 0; column < matrix.devices(); ++column) {
      const double value = matrix.at(row, column);
      cells.push_back(value > 0 ? fmt::format("{:.2f}", value * test.unit) : "N/A");
    }
    table.add_row(cells);
  }
  std::ostringstream text;
  table.print(text, core::output_columns());
  return text.str();
}

}  // namespace

PeerMatrix::PeerMatrix(const Runner& runner, PeerTest test) : devices_(runner.copies().devices()) {
  unsigned rows = names_hosts(test) ? 0 : devices_;
  for (const ScheduleResult& result : runner.results())
    if (result.schedule->peers == test)
      for (const model::Flow& flow : result.flows) rows = std::max(rows, row_of(flow, test) + 1);
  values_.resize(std::size_t{rows} * devices_);
  for (const ScheduleResult& result : runner.results()) {
    if (result.schedule->peers != test || !result.complete) continue;
    const double took = last_end_of(result);
    double bytes = 0;
    for (const model::Flow& flow : result.flows) bytes += static_cast<double>(flow.bytes);
    const double value = is_latency(test) ? took : bytes / took;
    for (const model::Flow& flow : result.flows)
      values_[std::size_t{row_of(flow, test)} * devices_ + column_of(flow, test)] = value;
  }
}

double PeerMatrix::least() const {
  double least = 0;
  for (const double value : values_)
    if (value > 0 && (least == 0 || value < least)) least = value;
  return least;
}

double PeerMatrix::most() const {
  return values_.empty() ? 0 : *std::max_element(values_.begin(), values_.end());
}

double PeerMatrix::sum() const {
  double sum = 0;
  for (const double value : values_) sum += value;
  return sum;
}

std::string peer_tables(const Runner& runner) {
  std::string text;
  each_test(runner, [&](const Test& test) {
    const PeerMatrix matrix(runner, test.test);
    text += fmt::format("{}{} ({})\n", text.empty() ? "" : "\n", test.title, test.shown);
    if (matrix.devices() <= kMostShown) text += matrix_table(matrix, test);
    text += fmt::format("least {:.2f}, most {:.2f}", matrix.least() * test.unit,
                        matrix.most() * test.unit);
    if (!is_latency(test.test)) text += fmt::format(", sum {:.2f}", matrix.sum() * test.unit);
    text += '\n';
  });
  return text;
}

Outputs peer_outputs() {
  Outputs outputs;
  for (const Test& test : kTests) outputs.results.push_back(test.note);
  return outputs;
}

std::vector<Result> peer_results(const Runner& runner) {
  std::vector<Result> results;
  each_test(runner, [&](const Test& test) {
    const PeerMatrix matrix(runner, test.test);
    results.push_back(test.note.result(matrix.least(), "min"));
    results.push_back(test.note.result(matrix.most(), "max"));
    if (!is_latency(test.test)) results.push_back(test.note.result(matrix.sum(), "sum"));
  });
  return results;
}

}  // namespace gf::platforms::schedule
