// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fmt/format.h>
#include <iostream>

#include "core/base/printable.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/known_words.h"
#include "workloads/kernels/traffic_summary.h"
#include "workloads/kernels/workload_file.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::app {
namespace {

using core::ExitCode;

struct WorkloadsOptions {
  std::string name;
  unsigned gpus = 4;
  std::string size = "small";
  std::string options;
  std::uint64_t seed = 1;
  bool example = false;
  bool json = false;

  void add_to(CommandLine& line) {
    line.operand("NAME", name);
    line.add("gpus", gpus, "N", "number of GPUs in the node",
             core::between(1u, model::kMostWorkloadGpus));
    line.add("size", size, "SIZE", "size of the workload", core::one_of({"small", "large"}));
    line.add("options", options, "LIST", "options of the workload, as k=v,k=v");
    line.add("seed", seed, "N", "seed of graphs, matrices and addresses");
    line.add("example", example, "print an example of a workload file");
    line.add("json", json,
             "print JSON: a list of {name, meaning, options}, or what a workload moves, in bytes");
  }
  [[nodiscard]] bool is_file() const { return name.compare(0, 5, "file:") == 0; }
};

void print_suite() {
  core::TextTable table({"workload", "description"});
  for (const std::string& name : model::workload_names())
    table.add_row({name, model::describe_workload(name).meaning});
  table.add_row({"file:PATH", "a file; gpufabric workloads --example shows one"});
  table.print(std::cout, core::output_columns());
}

void print_member(const std::string& name) {
  const model::WorkloadDescription& member = model::describe_workload(name);
  std::cout << fmt::format("{}: {}\n", member.name, member.meaning);
  if (member.options.empty()) return;
  core::TextTable table({"option", "meaning"});
  for (const model::WorkloadOption& option : member.options)
    table.add_row({option.name, option.meaning});
  std::cout << '\n';
  table.print(std::cout, core::output_columns());
}

/// Prints the counts of summarize(), and the time on a link of 8 + 8 lanes at 64 B per cycle each
/// way.
void print_summary(const model::Workload& workload, unsigned gpus) {
  const model::WorkloadTraffic traffic = model::summarize(workload, gpus);
  std::cout << fmt::format(
      "\n"
      "{} kernels on {} GPUs; data bytes without headers:\n"
      "\n",
      workload.kernels.size(), gpus);
  model::print_traffic(std::cout, traffic);
  double cycles = 0;
  for (const model::KernelTraffic& kernel : traffic.kernels) cycles += kernel.fixed_cycles();
  std::cout << fmt::format(
      "\n"
      "asymmetry {:.2f}; busiest link {:.0f} cycles at 64 B per cycle in each direction; lanes "
      "that adapt\n"
      "to each kernel could gain a factor of {:.2f} at most\n",
      traffic.asymmetry(), cycles, traffic.gain_bound());
}

nlohmann::ordered_json json_of(const model::WorkloadDescription& member) {
  nlohmann::ordered_json options = nlohmann::ordered_json::array();
  for (const model::WorkloadOption& option : member.options)
    options.push_back({{"name", option.name}, {"meaning", option.meaning}});
  return {{"name", member.name}, {"meaning", member.meaning}, {"options", options}};
}

void print_suite_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const std::string& name : model::workload_names())
    list.push_back(json_of(model::describe_workload(name)));
  std::cout << core::json_text(list, 2) << '\n';
}

nlohmann::ordered_json json_of(const model::KernelTraffic& kernel) {
  nlohmann::ordered_json moved = nlohmann::ordered_json::array();
  for (unsigned from = 0; from < kernel.gpus; ++from) {
    nlohmann::ordered_json row = nlohmann::ordered_json::array();
    for (unsigned to = 0; to < kernel.gpus; ++to) row.push_back(kernel.moved(from, to));
    moved.push_back(row);
  }
  return {{"name", kernel.name},
          {"warp_instructions", kernel.instructions},
          {"accesses", kernel.accesses},
          {"bytes_from_to", moved}};
}

void print_one_json(const WorkloadsOptions& options, const model::Workload& workload) {
  const model::WorkloadTraffic traffic = model::summarize(workload, options.gpus);
  nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
  for (const model::KernelTraffic& kernel : traffic.kernels) kernels.push_back(json_of(kernel));
  const nlohmann::ordered_json all{{"name", options.name},
                                   {"gpus", options.gpus},
                                   {"size", options.size},
                                   {"seed", options.seed},
                                   {"asymmetry", traffic.asymmetry()},
                                   {"gain_bound", traffic.gain_bound()},
                                   {"kernels", kernels}};
  std::cout << core::json_text(all, 2) << '\n';
}

void check_name(const CommandLine& line, const WorkloadsOptions& options) {
  const std::vector<std::string> names = model::workload_names();
  if (options.is_file() || std::find(names.begin(), names.end(), options.name) != names.end())
    return;
  line.fail(fmt::format("unknown GPU workload \"{}\"{}", core::excerpt(options.name),
                        did_you_mean(options.name, "a workload of GPUs")));
}

void print_one(const WorkloadsOptions& options) {
  const model::Workload workload =
      model::make_workload(options.name, model::parse_workload_size(options.size), options.gpus,
                           options.seed, model::parse_workload_options(options.options));
  if (options.json) return print_one_json(options, workload);
  if (options.is_file()) {
    std::cout << core::printable(core::excerpt(workload.name)) << ": "
              << core::printable(options.name) << '\n';
  } else {
    print_member(options.name);
  }
  print_summary(workload, options.gpus);
}

}  // namespace

ExitCode run_workloads(const Arguments& arguments) {
  WorkloadsOptions options;
  CommandLine line(
      "workloads", "[NAME | file:PATH] [OPTIONS]",
      "Shows what the GPUs of a node can run. With a name it shows the options and how\n"
      "much each kernel moves between which GPUs, without simulating it. A file is also\n"
      "checked as it is read.");
  options.add_to(line);
  line.examples =
      "  gpufabric workloads\n"
      "  gpufabric workloads hpgmg_uvm --gpus 2\n"
      "  gpufabric workloads bfs --options scale=14,factor=16 --seed 7\n"
      "  gpufabric workloads --example > my.workload\n"
      "  gpufabric workloads file:my.workload\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (options.example && !options.name.empty()) line.fail("--example takes no workload");
  if (options.example) {
    std::cout << model::example_workload_text();
  } else if (options.name.empty()) {
    if (options.json)
      print_suite_json();
    else
      print_suite();
  } else {
    check_name(line, options);
    print_one(options);
  }
  return ExitCode::kDone;
}

}  // namespace gf::app
