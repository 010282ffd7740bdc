// SPDX-License-Identifier: Apache-2.0
#include "papers/sc16_pcie/copies.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace gf::papers::sc16 {

void Graphs::add(const std::string& name, const std::vector<GraphCopy>& copies) {
  for (const GraphCopy& copy : copies)
    text_ += fmt::format("{},{},{},{},0\n", name, copy.src, copy.dst, copy.bytes);
}

void Graphs::add_order(const std::string& name, const model::workload::Neighbours& order,
                       std::uint64_t bytes) {
  std::vector<GraphCopy> copies;
  for (unsigned gpu = 0; gpu < order.size(); ++gpu)
    for (const unsigned to : order[gpu]) copies.push_back({gpu, to, bytes});
  add(name, copies);
}

runs::Request pcie_run(const std::string& platform, runs::Words settings) {
  runs::Request request;
  request.platform = platform;
  request.settings = std::move(settings);
  return request;
}

runs::Request on_t2(const Graphs& graphs, runs::Words settings) {
  runs::Request request = pcie_run("pcie_t2", std::move(settings));
  request.inputs["graphs"] = graphs.text();
  return request;
}

std::vector<Record> records_of(const runs::Run& run) {
  const core::CsvTable table = run.csv("communications.csv");
  std::vector<Record> records(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    Record& record = records[row];
    record.graph = table.text(row, "graph");
    record.src = static_cast<unsigned>(table.number(row, "src"));
    record.dst = static_cast<unsigned>(table.number(row, "dst"));
    record.bytes = table.number(row, "bytes");
    record.start = table.number(row, "start_ns") * 1e-9;
    record.end = table.number(row, "end_ns") * 1e-9;
    record.analytic_end = table.number(row, "analytic_end_ns") * 1e-9;
  }
  return records;
}

const Record& first_of(const std::vector<Record>& records, const std::string& name) {
  const auto found = std::find_if(records.begin(), records.end(),
                                  [&](const Record& record) { return record.graph == name; });
  if (found == records.end()) throw std::logic_error("communications.csv has no graph " + name);
  return *found;
}

std::map<std::string, double> last_ends(const std::vector<Record>& records) {
  std::map<std::string, double> ends;
  for (const Record& record : records)
    ends[record.graph] = std::max(ends[record.graph], record.end);
  return ends;
}

Graphs section_vi(std::uint64_t bytes) {
  Graphs graphs;
  graphs.add("section_vi", {{0, 2, bytes}, {1, 4, bytes}, {3, 2, bytes}, {6, 4, bytes}});
  return graphs;
}

}  // namespace gf::papers::sc16
