// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <functional>
#include <iostream>

#include "core/colour.h"
#include "core/file_series.h"
#include "core/gtkw.h"
#include "core/ini.h"
#include "core/json.h"
#include "core/printable.h"
#include "core/text_fields.h"
#include "core/text_file.h"
#include "platforms/cluster/plan_proof.h"
#include "sc_main/command.h"
#include "sc_main/command_line.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/topology/nvlink_generations.h"
#include "tlm_models/topology/nvlink_graph_file.h"
#include "tlm_models/topology/nvlink_routes.h"
#include "tlm_models/topology/pcie_tree_io.h"
#include "tlm_models/work/kernels/suite.h"
#include "tlm_models/work/kernels/workload_file.h"
#include "tlm_models/work/schedule/chakra/chakra_file.h"
#include "tlm_models/work/schedule/goal/goal_schedule.h"
#include "tlm_models/work/schedule/schedule_file.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;
using core::ExitCode;

std::string check_graphs(const std::string& file) {
  const auto graphs = model::read_schedule_file(file);
  std::size_t communications = 0;
  bool copies_alone = true;
  for (const model::Schedule& graph : graphs) {
    communications += graph.tasks.size();
    copies_alone = copies_alone && graph.is_graph();
  }
  return fmt::format("{} graphs, {} {}", graphs.size(), communications,
                     copies_alone ? "communications" : "tasks");
}

std::string check_goal(const std::string& file) {
  return fmt::format("{} tasks", model::read_goal_file(file).tasks.size());
}

std::string check_chakra(const std::string& file) {
  return fmt::format("{} ranks, {} tasks", core::file_series(file).size(),
                     model::read_chakra_files(file, model::kUsualComputeRate).tasks.size());
}

std::string check_config(const std::string& file) {
  return fmt::format("{} parameters", core::read_ini_file(file).size());
}

std::string check_signals(const std::string& file) {
  return fmt::format("{} groups", core::load_signal_groups(file).size());
}

std::string check_tree(const std::string& file) {
  const model::PcieTree tree = model::read_pcie_tree_file(file);
  return fmt::format("{} GPUs, {} nodes, depth {}", tree.device_count(), tree.nodes().size(),
                     tree.depth());
}

std::string check_machine(const std::string& file) {
  return platforms::cluster::prove(model::read_machine_file(file));
}

std::string check_workload(const std::string& file) {
  const model::Workload workload = model::read_workload_file(file, model::kMostWorkloadGpus);
  return fmt::format("{}: {} kernels, {} data structures", core::excerpt(workload.name),
                     workload.kernels.size(), workload.data.size());
}

/// Reads it, and proves that every route ends and that no links wait for each other in a circle.
std::string check_nvlink(const std::string& file) {
  const model::NvlinkGraph graph =
      model::read_nvlink_graph(file, model::nvlink_generation("nvlink2").link);
  const model::NvlinkRoutes routes(graph);
  routes.check();
  const auto apart = routes.unreachable();
  const std::string pairs = apart.empty()
                                ? "ways between all"
                                : fmt::format("{} pairs without a way, first gpu_{} to gpu_{}",
                                              apart.size(), apart[0].first, apart[0].second);
  return fmt::format("{} GPUs, {} NVSwitches, {} links, {} relays; {}", graph.gpus(),
                     graph.switches(), graph.links().size(), graph.relays().size(), pairs);
}

/// A kind of input file: how it is told, what reads it and sums it up. Adding one: a line in
/// kinds().
struct FileKind {
  std::string name;
  std::string what;
  std::vector<std::string> endings;
  std::function<std::string(const std::string& file)> check;  ///< Throws UserError.
};

const std::vector<FileKind>& kinds() {
  static const std::vector<FileKind> all{
      {"graphs", "congestion graphs", {".csv"}, check_graphs},
      {"schedule", "schedule with parameters", {".sched"}, check_graphs},
      {"goal", "GOAL schedule", {".goal", ".bin"}, check_goal},
      {"chakra", "Chakra execution traces", {".et"}, check_chakra},
      {"config", "parameters", {".ini", ".cfg", ".conf"}, check_config},
      {"tree", "PCIe tree", {".dot", ".gv"}, check_tree},
      {"machine", "machine", {}, check_machine},
      {"nvlink", "NVLink graph", {".nvlink"}, check_nvlink},
      {"signals", "signal groups", {".signals"}, check_signals},
      {"workload", "workload of GPUs", {".workload"}, check_workload},
  };
  return all;
}

std::string kind_names() {
  std::vector<std::string> names;
  for (const FileKind& kind : kinds()) names.push_back(kind.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

const FileKind* find_kind(const std::string& name) {
  for (const FileKind& kind : kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

/// Whether a line of an INI file says what trees do not have: ranges, links by kind, more kinds.
bool is_machines_alone(const core::IniEntry& entry, const std::string& key) {
  static const std::vector<std::string> keys{"links", "preset", "pcie", "lanes", "nvlinks"};
  if (entry.key.find('[') != std::string::npos) return true;
  if (key == "children") {
    const auto names = core::split_fields(entry.value, ',');
    return std::any_of(names.begin(), names.end(), [](std::string_view name) {
      return name.find_first_of("[ ") != std::string_view::npos;  // a range, a link
    });
  }
  if (key == "kind")
    return entry.value == "host" || entry.value == "nic" || entry.value == "nvswitch";
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

/// An INI file whose sections have children, or kinds, is a tree or a machine; parameters have no
/// such names. Empty: parameters.
std::string kind_of_ini(const std::string& file) {
  bool devices = false, machine = false;
  for (const core::IniEntry& entry : core::read_ini_file(file)) {
    const std::size_t dot = entry.key.rfind('.');
    const bool inside = dot != std::string::npos;
    const std::string key = entry.key.substr(inside ? dot + 1 : 0);
    const bool of_all = !inside && (key == "include" || key == "about");
    const bool of_device =
        inside && (key == "children" || (key == "kind" && model::device_kind(entry.value)));
    devices = devices || of_all || of_device;
    machine = machine || of_all || (inside && is_machines_alone(entry, key));
  }
  if (!devices) return "";
  return machine ? "machine" : "tree";
}

const FileKind& kind_of(const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension();
  if (const std::string kind = ending == ".ini" ? kind_of_ini(file) : ""; !kind.empty())
    return *find_kind(kind);
  for (const FileKind& kind : kinds())
    for (const std::string& candidate : kind.endings)
      if (candidate == ending) return kind;
  core::read_text_file(file, "an input file");  // one that is not there is told as that
  core::fail_input(file, 0, "its extension is not that of any kind",
                   "--kind with one of " + kind_names());
}

/// What is said of one file.
struct FileVerdict {
  std::string file;
  std::string kind;  ///< Its FileKind::what; empty where it is wrong.
  std::string text;  ///< What it holds, or the error.
  ExitCode code = ExitCode::kDone;
};

FileVerdict check_file(const std::string& file, const FileKind* forced) {
  try {
    const FileKind& kind = forced != nullptr ? *forced : kind_of(file);
    return {file, kind.what, kind.check(file), ExitCode::kDone};
  } catch (const core::UserError& error) {
    return {file, "", error.what(), error.code()};
  }
}

void print(const FileVerdict& verdict) {
  const bool coloured = core::is_coloured(std::cout);
  if (verdict.code != ExitCode::kDone)
    std::cout << core::toned(verdict.text, core::Tone::kBad, coloured) << '\n';
  else
    std::cout << fmt::format("{}: {}, {}: {}\n", core::printable(verdict.file),
                             core::toned("ok", core::Tone::kGood, coloured), verdict.kind,
                             core::printable(verdict.text));
}

void print_json(const std::vector<FileVerdict>& verdicts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const FileVerdict& verdict : verdicts)
    list.push_back({{"file", verdict.file},
                    {"ok", verdict.code == ExitCode::kDone},
                    {"kind", verdict.kind},
                    {"text", verdict.text}});
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

ExitCode run_check(const Arguments& arguments) {
  std::vector<std::string> files;
  std::string kind;
  bool json = false;
  CommandLine line(
      "check", "FILE... [OPTIONS]",
      "Reads input files and says what each contains, or what is wrong and where. The\n"
      "file extension decides the kind: .csv is congestion graphs, .dot a tree, .ini a\n"
      "tree if it has children, a machine if it says more, and otherwise parameters,\n"
      ".signals the signal groups of a waveform, .workload what GPUs run, .goal a\n"
      "schedule of ranks, NAME.0.et Chakra traces of ranks. Of a machine it proves that\n"
      "it is connected, that every route ends, and that no channels wait for each other\n"
      "in a circle.");
  line.operand("FILE", files, -1);
  line.options.add_options()  //
      ("kind", po::value(&kind)->value_name("KIND"),
       ("read every file as this kind: " + kind_names()).c_str())  //
      ("json", po::bool_switch(&json), "print a JSON list of {file, ok, kind, text}");
  line.examples =
      "  gpufabric check graphs.csv my_tree.dot\n"
      "  gpufabric check --kind tree my_tree.txt\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (files.empty()) line.fail("no FILE given");
  const FileKind* forced = kind.empty() ? nullptr : find_kind(kind);
  if (!kind.empty() && forced == nullptr)
    line.fail(fmt::format("--kind {}: expected one of {}", core::excerpt(kind), kind_names()));
  ExitCode worst = ExitCode::kDone;  // bad input is worse than a file that is not there
  std::vector<FileVerdict> verdicts;
  for (const std::string& file : files) {
    verdicts.push_back(check_file(file, forced));
    worst = std::max(worst, verdicts.back().code);
    if (!json) print(verdicts.back());
  }
  if (json) print_json(verdicts);
  return worst;
}

}  // namespace gf::app
