// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/predicted_machine.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <set>
#include <sstream>
#include <utility>

#include "core/base/error.h"
#include "platforms/cluster/apenet_nodes.h"
#include "platforms/cluster/plan/gpu_preset.h"
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
    : plan_(std::make_shared<const model::MachinePlan>(std::move(plan))),
      setting_(std::move(setting)),
      text_(std::move(text)) {
  machines_.emplace_back(plan_);
  if (!plan_->network) machine_of_.push_back(0);
  if (plan_->network && plan_->network->machines.empty())
    machine_of_.assign(plan_->network->nodes, 0);
  if (plan_->network) add_machines(plan_->network->machines);
  for (unsigned node = 0; node < machine_of_.size(); ++node)
    devices_.add_node(gpus_of(node), hosts_of(node));
  if (gpus() < 2)
    core::fail_config("predict", "GPUs of the machine", std::to_string(gpus()), "at least 2",
                      "add a GPU, or a [network] of nodes with GPUs");
}

void PredictedMachine::add_machines(const std::vector<model::PlannedNodes>& rows) {
  for (const model::PlannedNodes& row : rows) {
    const auto same = std::find_if(machines_.begin(), machines_.end(), [&](const NodeDevices& one) {
      return &one.plan() == (row.plan ? row.plan : plan_).get();
    });
    machine_of_.insert(machine_of_.end(), row.count,
                       static_cast<unsigned>(same - machines_.begin()));
    if (same == machines_.end()) machines_.emplace_back(row.plan);
  }
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
  model::MachinePlan plan = *plan_;
  for (const std::string& change : changes) change_machine(plan, change);
  const std::string text = model::plan_text(plan);
  std::istringstream in(text);
  try {
    // Read back, so that rates, lanes and names are checked as in any machine file.
    model::MachinePlan checked = model::read_machine(in, plan_->name + " with --set");
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

PredictedMachine PredictedMachine::without_peers() const {
  return with({machines_.size() > 1 ? "node*.p2p=off" : "p2p=off"});
}

std::string PredictedMachine::nodes_text() const {
  if (machines_.size() == 1) return "";
  std::string text;
  for (unsigned first = 0, end = 0; first < nodes(); first = end) {
    while (end < nodes() && machine_of_[end] == machine_of_[first]) ++end;
    if (!text.empty()) text += ", ";
    text += fmt::format("node_{}", first);
    if (end - first > 1) text += fmt::format(" ... node_{}", end - 1);
    const NodeDevices& machine = devices_of(first);
    text += ": " + (machine_of_[first] == 0 ? "this machine" : machine.plan().name);
  }
  return text;
}

unsigned PredictedMachine::first_host(unsigned node) const {
  return model::kFirstHost + devices_.first_host(node);
}

std::vector<unsigned> PredictedMachine::different_nodes() const {
  std::vector<unsigned> found;
  for (unsigned node = 0; node < nodes(); ++node)
    if (std::none_of(found.begin(), found.end(),
                     [&](unsigned before) { return machine_of_[before] == machine_of_[node]; }))
      found.push_back(node);
  return found;
}

unsigned PredictedMachine::next_node(unsigned node) const {
  unsigned next = node;
  do next = (next + 1) % nodes();
  while (next != node && gpus_of(next) == 0);
  return next;
}

std::optional<unsigned> PredictedMachine::near_host(unsigned gpu) const {
  const unsigned node = devices_.node_of(gpu);
  const auto local = devices_of(node).near_host(devices_.local(gpu));
  if (!local) return {};
  return *local + devices_.first_host(node);
}

std::optional<unsigned> PredictedMachine::gpu_without_host() const {
  for (const unsigned node : different_nodes())
    for (unsigned gpu = 0; gpu < gpus_of(node); ++gpu)
      if (!devices_of(node).near_host(gpu)) return first_gpu(node) + gpu;
  return {};
}

std::string PredictedMachine::name_of(unsigned device) const {
  const unsigned node = devices_.node_of(device);
  const std::string name = devices_of(node).name_of(devices_.local(device));
  return nodes() == 1 ? name : fmt::format("node_{}.{}", node, name);
}

unsigned PredictedMachine::device_of(unsigned device) const {
  if (model::is_host(device)) return device;
  const unsigned node = devices_.node_of(device);
  return first_gpu(node) + devices_of(node).rank_of(devices_.local(device));
}

std::string PredictedMachine::path_of(unsigned from, unsigned to) const {
  if (!devices_.on_one_node(from, to)) return "network";
  return devices_of(devices_.node_of(from)).path_of(devices_.local(from), devices_.local(to));
}

bool PredictedMachine::joins(unsigned from, unsigned to) const {
  if (!devices_.on_one_node(from, to)) return true;
  return devices_of(devices_.node_of(from)).joins(devices_.local(from), devices_.local(to));
}

bool PredictedMachine::stores(unsigned from, unsigned to) const {
  if (nodes() > 1 || model::is_host(from) || model::is_host(to) || !joins(from, to)) return false;
  return machines_[0].are_peers(from, to);
}

bool PredictedMachine::has_full_gpus() const {
  const auto& settings = plan_->parameters;
  return plan_->has(model::LinkFamily::kNvlink) ||
         std::any_of(settings.begin(), settings.end(), [](const model::PlannedSetting& setting) {
           return setting.name == "gpu_model" && setting.value == "full";
         });
}

PredictedMachine PredictedMachine::without_launches() const {
  // GPUs that are only endpoints have no kernels to launch.
  return has_full_gpus() ? with({"dispatch.launch_latency=1"}) : *this;
}

bool PredictedMachine::has_blocks() const {
  return std::all_of(machines_.begin(), machines_.end(), [](const NodeDevices& one) {
    const model::MachinePlan& plan = one.plan();
    return one.gpus() == 0 ||
           (!platforms::cluster::has_apenet_cards(plan) && platforms::cluster::gpu_preset_of(plan));
  });
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
