// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/predicted_machine.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "platforms/cluster/plan_proof.h"
#include "sc_main/inspect/imported_files.h"
#include "sc_main/predict/machine_change.h"
#include "tlm_models/link/device_name.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/machine/machine_writer.h"

namespace gf::app {
namespace {

/// Returns whether the word names a preset or the file of a machine, and no file to import. A word
/// that is no existing file counts as one, so that the error lists the presets.
bool names_machine(const std::string& word) {
  static const std::set<std::string> endings{".ini", ".dot", ".gv"};
  std::error_code none;
  return !model::machine_preset_text(word).empty() || !std::filesystem::exists(word, none) ||
         endings.count(std::filesystem::path(word).extension().string()) != 0;
}

}  // namespace

PredictedMachine::PredictedMachine(model::MachinePlan plan, std::string setting, std::string text)
    : plan_(std::move(plan)),
      setting_(std::move(setting)),
      text_(std::move(text)),
      paths_(model::path_matrix(plan_)) {
  if (plan_.network && !plan_.network->machines.empty())
    core::fail_config("predict", "machines", plan_.name, "a network whose nodes are one machine",
                      "predict each machine's own file, or run a schedule: gpufabric run cluster "
                      "--machine FILE (docs/machines.md)");
  const std::vector<unsigned> ranks = plan_.of_kind(model::DeviceKind::kGpu);
  model::MachinePlan by_number = plan_;
  by_number.ranks.clear();
  for (const unsigned device : by_number.of_kind(model::DeviceKind::kGpu)) {
    const auto at = std::find(ranks.begin(), ranks.end(), device);
    gpus_.push_back(
        {plan_.devices[device].name, static_cast<unsigned>(at - ranks.begin()), device});
  }
  if (nodes() == 1) hosts_ = plan_.of_kind(model::DeviceKind::kHost);
  if (gpus() < 2)
    core::fail_config("predict", "GPUs of the machine", std::to_string(gpus()), "at least 2",
                      "add a GPU or a [network]");
}

PredictedMachine PredictedMachine::named(const std::vector<std::string>& words) {
  if (words.size() == 1 && names_machine(words[0])) {
    model::MachinePlan plan = model::make_machine(words[0]);
    platforms::cluster::prove(plan);
    return PredictedMachine(std::move(plan), words[0]);
  }
  model::ImportedMachine made = import_files(words);
  platforms::cluster::prove(made.plan);
  print_guesses(made);
  return PredictedMachine(std::move(made.plan), "", std::move(made.text));
}

PredictedMachine PredictedMachine::changed(const std::vector<std::string>& changes) const {
  model::MachinePlan plan = plan_;
  for (const std::string& change : changes) change_machine(plan, change);
  const std::string text = model::plan_text(plan);
  std::istringstream in(text);
  try {
    // Read back, so that rates, lanes and names are checked as in any machine file.
    model::MachinePlan checked = model::read_machine(in, plan_.name + " with --set");
    platforms::cluster::prove(checked);
    return PredictedMachine(std::move(checked), "", text);
  } catch (const core::UserError& error) {
    throw core::UserError(error.code(), std::string("--set: ") + error.what());
  }
}

PredictedMachine PredictedMachine::with(const std::vector<std::string>& settings) const {
  PredictedMachine machine = *this;
  machine.settings_.insert(machine.settings_.end(), settings.begin(), settings.end());
  return machine;
}

PredictedMachine PredictedMachine::sample(const std::vector<std::string>& settings) const {
  PredictedMachine machine = with(settings);
  machine.is_sample_ = true;
  return machine;
}

unsigned PredictedMachine::index_of(unsigned device) const {
  return model::is_host(device) ? hosts_[device - model::kFirstHost]
                                : gpus_[device % gpus_of_node()].device;
}

unsigned PredictedMachine::near_host(unsigned gpu) const {
  unsigned near = model::kFirstHost;
  for (unsigned host = near; host < model::kFirstHost + hosts(); ++host)
    if (model::pcie_path(plan_, index_of(host), index_of(gpu)) <
        model::pcie_path(plan_, index_of(near), index_of(gpu)))
      near = host;
  return near;
}

std::string PredictedMachine::name_of(unsigned device) const {
  if (model::is_host(device)) return model::device_name(device);
  const std::string& name = gpus_[device % gpus_of_node()].name;
  return nodes() == 1 ? name : fmt::format("node_{}.{}", device / gpus_of_node(), name);
}

unsigned PredictedMachine::device_of(unsigned device) const {
  if (model::is_host(device)) return device;
  return device / gpus_of_node() * gpus_of_node() + gpus_[device % gpus_of_node()].rank;
}

std::string PredictedMachine::path_of(unsigned from, unsigned to) const {
  if (model::is_host(from) || model::is_host(to))
    return std::string(to_text(model::pcie_path(plan_, index_of(from), index_of(to))));
  if (from / gpus_of_node() != to / gpus_of_node()) return "network";
  return to_text(paths_.at(gpus_[from % gpus_of_node()].rank, gpus_[to % gpus_of_node()].rank));
}

bool PredictedMachine::joins(unsigned from, unsigned to) const {
  return plan_.relays || path_of(from, to) != to_text(model::PathClass::kNone);
}

bool PredictedMachine::stores(unsigned from, unsigned to) const {
  if (nodes() > 1 || model::is_host(from) || model::is_host(to) || !joins(from, to)) return false;
  platforms::cluster::P2pParams params;
  for (const model::PlannedSetting& setting : plan_.parameters) {
    if (setting.name == "p2p") params.p2p = setting.value;
    if (setting.name == "p2p_level") params.level = setting.value;
  }
  return platforms::cluster::P2pRules(params, plan_).direct(device_of(from), device_of(to));
}

PredictedMachine PredictedMachine::without_launches() const {
  const auto is_full = [](const model::PlannedSetting& setting) {
    return setting.name == "gpu_model" && setting.value == "full";
  };
  const auto& settings = plan_.parameters;
  // GPUs that are only endpoints have no kernels to launch.
  if (!plan_.has(model::LinkFamily::kNvlink) &&
      std::none_of(settings.begin(), settings.end(), is_full))
    return *this;
  return with({"dispatch.launch_latency=1"});
}

runs::Request PredictedMachine::request() const {
  runs::Request request;
  request.platform = "cluster";
  if (text_.empty())
    request.settings.push_back("machine=" + setting_);
  else
    request.inputs["machine"] = text_;
  request.settings.insert(request.settings.end(), settings_.begin(), settings_.end());
  return request;
}

}  // namespace gf::app
