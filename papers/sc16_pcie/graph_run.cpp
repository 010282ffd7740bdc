// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <sstream>

#include "papers/sc16_pcie/pcie_experiments.h"

namespace gf::papers::sc16 {
namespace {

CommunicationRecord parse(const std::string& line) {
  std::istringstream in(line);
  const auto field = [&in] {
    std::string text;
    std::getline(in, text, ',');
    return text;
  };
  CommunicationRecord record;
  record.graph = field();
  record.src = static_cast<unsigned>(std::stoul(field()));
  record.dst = static_cast<unsigned>(std::stoul(field()));
  record.bytes = std::stod(field());
  record.start = std::stod(field()) * 1e-9;
  record.end = std::stod(field()) * 1e-9;
  record.analytic_end = std::stod(field()) * 1e-9;
  return record;
}

}  // namespace

model::CongestionGraph section_vi_graph(core::Bytes bytes) {
  model::CongestionGraph graph{"section_vi", {}};
  const unsigned pairs[][2] = {{0, 2}, {1, 4}, {3, 2}, {6, 4}};
  for (const auto& pair : pairs) {
    graph.communications.push_back({graph.name, pair[0], pair[1], bytes, {}});
  }
  return graph;
}

GraphRun run_graphs(const ExperimentContext& context, const std::string& platform,
                    const std::string& name, const std::vector<model::CongestionGraph>& graphs,
                    const std::vector<std::string>& more_arguments) {
  const std::filesystem::path input = context.outdir / (name + ".csv");
  {
    std::ofstream file(input);
    model::write_congestion_graphs(file, graphs);
  }
  std::vector<std::string> arguments = {"run", platform, "--graphs", input.string()};
  arguments.insert(arguments.end(), more_arguments.begin(), more_arguments.end());
  GraphRun run{run_program(context, name, arguments), {}};
  std::ifstream file(run.child.directory / "communications.csv");
  std::string line;
  std::getline(file, line);  // the head
  while (std::getline(file, line)) run.communications.push_back(parse(line));
  return run;
}

}  // namespace gf::papers::sc16
