// SPDX-License-Identifier: Apache-2.0
#include "sc_main/inspect/input_kind.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/file_series.h"
#include "core/system/text_file.h"
#include "core/text/ini.h"
#include "core/trace/gtkw.h"
#include "platforms/cluster/plan_proof.h"
#include "sc_main/inspect/config_fit.h"
#include "sc_main/inspect/tried_run.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/topology_files.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"
#include "tlm_models/topology/nvlink/nvlink_routes.h"
#include "tlm_models/topology/pcie/pcie_presets.h"
#include "workloads/kernels/programs/suite.h"
#include "workloads/kernels/workload_file.h"
#include "workloads/schedule/chakra/chakra_file.h"
#include "workloads/schedule/goal/goal_schedule.h"
#include "workloads/schedule/inputs/schedule_file.h"
#include "workloads/schedule/text/schedule_text.h"

namespace gf::app {
namespace {

/// Device count for which `check` reads a schedule that depends on it.
constexpr unsigned kUsualDevices = 8;
constexpr const char* kNoDevices = "; not checked: that a machine has these devices";
constexpr const char* kOlderTree = "; note: it can be written as a machine file (docs/machines.md)";
constexpr const char* kOlderGraph =
    "; note: it can be written as a machine file, except relays by name and lanes by number "
    "(docs/machines.md)";

std::string check_graphs(const std::string& file) {
  const auto graphs = model::read_schedule_file(file);
  std::size_t communications = 0;
  bool copies_alone = true;
  for (const model::Schedule& graph : graphs) {
    communications += graph.tasks.size();
    copies_alone = copies_alone && graph.is_graph();
  }
  return fmt::format("{} graphs, {} {}{}", graphs.size(), communications,
                     copies_alone ? "communications" : "tasks", kNoDevices);
}

std::string check_schedule(const std::string& file) {
  const model::ScheduleName name = model::schedule_name(file);
  const std::string text =
      core::read_text_file(name.file, "schedules with parameters (docs/schedules.md)");
  try {
    return check_graphs(file);
  } catch (const core::UserError&) {
    if (text.find("devices") == std::string::npos) throw;
  }
  const auto schedules = model::read_schedule_file(file, kUsualDevices);
  std::size_t tasks = 0;
  for (const model::Schedule& schedule : schedules) tasks += schedule.tasks.size();
  return fmt::format("{} graphs, {} tasks for devices = {}; not checked: other numbers of devices",
                     schedules.size(), tasks, kUsualDevices);
}

std::string check_goal(const std::string& file) {
  return fmt::format("{} tasks{}", model::read_goal_file(file).tasks.size(), kNoDevices);
}

std::string check_chakra(const std::string& file) {
  return fmt::format("{} ranks, {} tasks{}", core::file_series(file).size(),
                     model::read_chakra_files(file, model::kUsualComputeRate).tasks.size(),
                     kNoDevices);
}

std::string check_config(const std::string& file) {
  const ConfigFit fit = fit_config(file);
  const std::size_t more = fit.platforms.size() - 1;
  const std::string others = more == 0 ? "takes" : fmt::format("and {} more take", more);
  return fmt::format("{} parameters that {} {}; not checked: that a machine can be built with them",
                     fit.parameters, fit.platforms.front(), others);
}

std::string check_signals(const std::string& file) {
  return fmt::format("{} groups; not checked: that a run has such signals",
                     core::load_signal_groups(file).size());
}

/// Returns `file` in a form that a parameter takes for a file even if it also accepts names of
/// presets. `file_in` tells the two apart.
std::string as_parameter(const std::string& file,
                         std::string_view (*file_in)(std::string_view text)) {
  return file_in(file).empty() ? "./" + file : file;
}

/// Throws the error of `run PLATFORM -p SETTING`, if there is one.
void must_run(const std::string& platform, const std::string& setting) {
  const TriedRun tried = try_run({platform, "-p", setting});
  if (tried.code != core::ExitCode::kDone) throw core::UserError(tried.code, tried.message);
}

std::string check_tree(const std::string& file) {
  must_run("pcie_tree", "topology=" + as_parameter(file, model::pcie_tree_file));
  const model::PcieTree tree = model::read_pcie_tree_or_machine(file);
  return fmt::format("{} GPUs, {} nodes, depth {}{}", tree.device_count(), tree.nodes().size(),
                     tree.depth(), model::is_machine_tree(file) ? "" : kOlderTree);
}

std::string check_machine(const std::string& file) {
  must_run("cluster", "machine=" + as_parameter(file, model::machine_file));
  return platforms::cluster::prove(model::read_machine_file(file));
}

std::string check_workload(const std::string& file) {
  const model::Workload workload = model::read_workload_file(file, model::kMostWorkloadGpus);
  return fmt::format("{}: {} kernels, {} data structures; not checked: that a machine has the GPUs",
                     core::excerpt(workload.name), workload.kernels.size(), workload.data.size());
}

/// Reads the graph, and proves that every route ends and that no links wait for each other in a
/// cycle.
std::string check_nvlink(const std::string& file) {
  const model::NvlinkGraph graph =
      model::read_nvlink_graph_or_machine(file, model::nvlink_generation("nvlink2").link);
  const model::NvlinkRoutes routes(graph);
  routes.check();
  const auto apart = routes.unreachable();
  const std::string pairs = apart.empty()
                                ? "paths between all"
                                : fmt::format("{} pairs without a path, first gpu_{} to gpu_{}",
                                              apart.size(), apart[0].first, apart[0].second);
  return fmt::format(
      "{} GPUs, {} NVSwitches, {} links, {} relays; {}; not checked: that a workload has as many "
      "GPUs{}",
      graph.gpus(), graph.switches(), graph.links().size(), graph.relays().size(), pairs,
      model::is_machine_graph(file) ? "" : kOlderGraph);
}

/// Guesses from its keys what an .ini file describes.
class IniGuess {
 public:
  explicit IniGuess(const std::vector<core::IniEntry>& entries) {
    for (const core::IniEntry& entry : entries) take(entry);
    if (device_ || workload_) return;
    // A slip in the only key that tells machines from parameters must not turn the file into
    // parameters.
    for (const core::IniEntry& entry : entries)
      if (!device_ && is_slip(entry.key) && !is_near_parameter(entry.key))
        device_ = machine_ = reason(entry);
  }
  [[nodiscard]] GuessedKind guessed() const {
    if (workload_) return {find_kind("workload"), *workload_};
    if (machine_ && device_) return {find_kind("machine"), *machine_};
    if (device_) return {find_kind("tree"), *device_};
    return {find_kind("config"), "because no line describes a device"};
  }

 private:
  /// Returns whether `path` is a machine key in a wrong place, or one or two letters away from one.
  static bool is_slip(const std::string& path) {
    if (core::begins_with(path, "parameters.")) return true;
    const std::string key = path.substr(path.rfind('.') + 1);
    const auto is_near = [&](const std::string& known) {
      constexpr std::size_t kShort = 6;  // in a short word two letters mean too little
      return core::edit_distance(key, known) <= (known.size() < kShort ? 1u : 2u);
    };
    const auto &of_all = model::machine_keys(), &of_device = model::device_keys();
    return std::any_of(of_device.begin(), of_device.end(), is_near) ||
           std::any_of(of_all.begin(), of_all.end(), is_near);
  }
  static std::string reason(const core::IniEntry& entry) {
    return fmt::format("from '{}' on line {}", entry.key, entry.line);
  }
  void take(const core::IniEntry& entry) {
    if (!workload_ && entry.key == "workload.name") workload_ = reason(entry);
    const std::string key = entry.name();
    const bool inside = !entry.section().empty();
    const auto& of_all = model::machine_keys();
    const bool says_all = !inside && std::count(of_all.begin(), of_all.end(), key) != 0;
    const bool of_device = key == "children" || (key == "kind" && model::device_kind(entry.value));
    if (!device_ && (says_all || of_device)) device_ = reason(entry);
    if (!machine_ && model::says_more_than_tree(entry)) machine_ = reason(entry);
  }

  std::optional<std::string> workload_;  ///< First line that only workloads have.
  std::optional<std::string> device_;    ///< First line that parameters do not have.
  std::optional<std::string> machine_;   ///< First line that trees do not have.
};

}  // namespace

const std::vector<InputKind>& input_kinds() {
  static const std::vector<InputKind> all{
      {"graphs", "congestion graphs", {".csv"}, check_graphs},
      {"schedule", "schedule with parameters", {".sched"}, check_schedule},
      {"goal", "GOAL schedule", {".goal", ".bin"}, check_goal},
      {"chakra", "Chakra execution traces", {".et"}, check_chakra},
      {"config", "parameters", {".cfg", ".conf"}, check_config},
      {"tree", "PCIe tree", {".dot", ".gv"}, check_tree},
      {"machine", "machine", {}, check_machine},
      {"nvlink", "NVLink graph", {".nvlink"}, check_nvlink},
      {"signals", "signal groups", {".signals"}, check_signals},
      {"workload", "GPU workload", {".workload"}, check_workload},
  };
  return all;
}

const InputKind* find_kind(const std::string& name) {
  for (const InputKind& kind : input_kinds())
    if (kind.name == name) return &kind;
  return nullptr;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const InputKind& kind : input_kinds()) names.push_back(kind.name);
  return names;
}

GuessedKind guess_kind(const std::string& file) {
  const std::string path(model::file_of_schedule(file));
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".ini") return IniGuess(core::read_ini_file(file)).guessed();
  for (const InputKind& kind : input_kinds())
    for (const std::string& candidate : kind.endings)
      if (candidate == ending) return {&kind, ""};
  core::read_text_file(file, "an input file");  // a missing file gets its own message
  core::fail_input(file, 0, "its extension belongs to no kind",
                   fmt::format("--kind with one of {}", fmt::join(kind_names(), ", ")));
}

}  // namespace gf::app
