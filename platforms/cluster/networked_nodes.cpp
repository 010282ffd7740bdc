// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/networked_nodes.h"

#include <fmt/format.h>
#include <map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "platforms/cluster/cluster_ranks.h"
#include "platforms/cluster/plan/gpu_preset.h"
#include "platforms/refuse_ranks.h"
#include "tlm_models/machine/nic_presets.h"

namespace gf::platforms::cluster {
namespace {

std::string file_and_line(const model::FilePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

/// Makes the plan's settings of its network the defaults of the parameters.
void preset_network(const core::ParamScope& root, const model::PlannedNetwork& network) {
  root.preset("nodes", std::to_string(network.nodes), file_and_line(network.place));
  root.preset("network", network.kind, file_and_line(network.place));
  if (network.kind == "file") root.preset("net.file", network.file, file_and_line(network.place));
  for (const model::PlannedSetting& size : network.sizes)
    root.preset("net." + size.name, size.value, file_and_line(size.place));
}

/// Returns the preset of the cards that join the network; null: they name none. Throws UserError
/// for cards that differ.
const model::NicPreset* nic_of(const model::MachinePlan& plan) {
  std::vector<unsigned> nics = plan.nics();
  // Those that join come first.
  if (plan.network && !plan.network->nics.empty()) nics.resize(plan.network->nics.size());
  for (const unsigned nic : nics)
    if (const model::PlannedDevice& one = plan.devices[nic], &first = plan.devices[nics[0]];
        one.preset != first.preset)
      one.place.fail(
          fmt::format("{} is a '{}' and {} a '{}'", first.name, first.preset, one.name, one.preset),
          "NICs of one kind in the network");
  return nics.empty() ? nullptr : model::nic_preset(plan.devices[nics[0]].preset);
}

void preset_port(const core::ParamScope& scope, const model::MachinePlan& plan) {
  if (const model::NicPreset* const nic = nic_of(plan))
    scope.preset("port.rate", fmt::format("{:g} Gb/s", nic->port_gbits),
                 fmt::format("preset {}: {}", nic->name, nic->port_source));
}

}  // namespace

NetworkedNodes::NetworkedNodes(const model::MachinePlan* plan, const IsFull& full) {
  plans_.push_back(plan);
  if (plan == nullptr) return;
  params_.node.use(*plan, full(*plan));
  if (!plan->network->machines.empty()) use_others(plan->network->machines, full);
}

void NetworkedNodes::use_others(const std::vector<model::PlannedNodes>& rows, const IsFull& full) {
  std::map<const model::MachinePlan*, unsigned> index{{nullptr, 0u}};
  for (const model::PlannedNodes& row : rows) {
    const auto [at, fresh] = index.emplace(row.plan.get(), params_.machines());
    params_.machine_of.insert(params_.machine_of.end(), row.count, at->second);
    if (!fresh) continue;
    plans_.push_back(row.plan.get());
    OtherNodeParams& other = params_.others.emplace_back();
    other.name = row.plan->name;
    other.node.use(*row.plan, full(*row.plan), true);
    if (other.node.full() || other.node.gpus == 0) continue;
    const auto preset = gpu_preset_of(*row.plan);
    other.memory_rate = preset ? preset->memory_rate : schedule::RunnerParams().memory_rate;
    other.memory_source = preset ? preset->source : "NVIDIA, Tesla K80: 480 GB/s on its two GPUs";
  }
}

void NetworkedNodes::preset(const core::ParamScope& root) const {
  if (plans_[0] == nullptr) return;
  preset_network(root, *plans_[0]->network);
  preset_port(root, *plans_[0]);
  params_.node.preset(root.child("node"));
  if (!params_.node.full()) preset_copy_engines(root.child("node"), *plans_[0]);
  for (std::size_t i = 0; i < params_.others.size(); ++i) {
    const core::ParamScope scope = root.child(params_.others[i].scope());
    preset_port(scope, *plans_[i + 1]);
    params_.others[i].node.preset(scope);
    if (!params_.others[i].node.full()) preset_copy_engines(scope, *plans_[i + 1]);
    for (const model::PlannedSetting& setting : plans_[i + 1]->parameters)
      scope.preset(setting.name, setting.value, file_and_line(setting.place));
  }
}

void NetworkedNodes::declare(const core::ParamScope& root) {
  copies_params_.declare(root);
  params_.declare(root);
  shape_.declare(params_.network, root.child("net"));
  if (!params_.machine_of.empty() && params_.nodes != params_.machine_of.size())
    core::fail_config("", "nodes", std::to_string(params_.nodes),
                      std::to_string(params_.machine_of.size()) + ", as its machines are",
                      "change the key machines in the [network] of the machine's file");
}

void NetworkedNodes::build(const std::vector<model::Schedule>& schedules, bool real_bytes,
                           std::uint64_t seed) {
  names_hosts_ = name_hosts(schedules);
  find_rules();
  for (const model::Schedule& schedule : schedules) add_crossings(schedule);
  if (real_bytes && names_hosts_ && copies_params_.path == "staged")
    core::fail_config("", "path", "staged", "direct with real_bytes and copies from or to hosts",
                      "both use the same bytes of host memory");
  prepare_gpus(schedules, real_bytes, seed);
  network::ShapeIf& shape = shape_.build(params_.net, seed);
  if (!core::ranks().alone()) {
    check_ranks(real_bytes);
    params_.net.part_of = cut_by_ranks(shape, params_);
    params_.net.by_ranks = true;
  }
  cluster_ = std::make_unique<Cluster>(params_, shape, seed);
  require_ways(schedules);
}

void NetworkedNodes::prepare_gpus(const std::vector<model::Schedule>& schedules, bool real_bytes,
                                  std::uint64_t seed) {
  const auto map = std::make_shared<const DeviceMap>(params_.devices());
  for (unsigned machine = 0; machine < params_.machines(); ++machine) {
    NodeGpusParams* const gpus = params_.of_machine(machine).full_gpus();
    if (gpus == nullptr) {
      workloads_.emplace_back(std::vector<model::Schedule>{}, seed);
      continue;
    }
    const auto local = [map, machine, machine_of = params_.machine_of](
                           unsigned device) -> std::optional<unsigned> {
      if (model::is_host(device)) return {};
      const bool here = machine_of.empty() || machine_of[map->node_of(device)] == machine;
      return here ? std::optional(map->local(device)) : std::nullopt;
    };
    workloads_.push_back(gpus->prepare(schedules, real_bytes, seed, local));
    gpus->leave_out_idle_sms(schedules);
  }
}

void NetworkedNodes::find_rules() {
  const DeviceMap map = params_.devices();
  for (unsigned machine = 0; machine < params_.machines(); ++machine) {
    P2pRules& rules = rules_.emplace_back();
    const std::optional<PlannedNodeParams>& node = params_.of_machine(machine).planned;
    if (node && (node->p2p.p2p != "on" || node->p2p.level != "SYS"))
      rules = P2pRules(node->p2p, *plans_[machine]);
  }
  for (unsigned i = 0; i < map.nodes(); ++i)
    all_rules_.add_node(rules_[params_.machine(i)], map.first_gpu(i));
}

void NetworkedNodes::check_ranks(bool real_bytes) {
  if (real_bytes) refuse_ranks("real_bytes = true", "one process compares the bytes of all GPUs");
  if (copies_params_.path == "staged")
    refuse_ranks("path = staged", "a copy reserves host memory at both ends at once");
  for (unsigned machine = 0; machine < params_.machines(); ++machine)
    if (params_.of_machine(machine).full())
      refuse_ranks("gpu_model = full", "GPU memories and PROACT units must be in one process");
  if (!all_rules_.all_direct())
    refuse_ranks("p2p", "one process counts the bytes that pass through host memory");
  if (params_.net.channel.fails_at > sc_core::SC_ZERO_TIME)
    refuse_ranks("net.channel.fails_at", "only the sender's rank knows what a dead channel loses");
}

void NetworkedNodes::add_crossings(const model::Schedule& schedule) {
  const DeviceMap map = params_.devices();
  for (const model::Task& task : schedule.tasks) {
    if (task.kind != model::TaskKind::kCopy || map.on_one_node(task.src, task.dst)) continue;
    const std::string copy = model::name_of_copy(task.src, task.dst) + " of graph " + schedule.name;
    const bool host = model::is_host(task.src) || model::is_host(task.dst);
    if (host && copies_params_.path == "staged")
      core::fail_config("", "path", "staged", "direct",
                        copy +
                            " is between a host and a GPU of "
                            "another node, whose NIC must access its memory");
    if (task.engine != model::CopyMeans::kProact) {
      crossings_.emplace_back(task.src, task.dst);
    } else if (host ||
               params_.machine(map.node_of(task.src)) != params_.machine(map.node_of(task.dst))) {
      core::fail_config("graph " + schedule.name, "engine", "proact", "dma for " + copy,
                        "PROACT units push only to GPUs of the same machine as theirs");
    }
  }
}

void NetworkedNodes::require_ways(const std::vector<model::Schedule>& schedules) {
  const DeviceMap& map = cluster_->devices();
  gpu::GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
    const unsigned node = map.node_of(from);
    if (map.on_one_node(from, to))
      return cluster_->node(node).require_path(map.local(from), map.local(to),
                                               rules_[params_.machine(node)], copy);
    for (const unsigned device : {from, to})
      cluster_->node_of(device).require_card(map.local(device), copy);
  });
}

std::unique_ptr<pcie::ByteCheck> NetworkedNodes::check_bytes(
    const model::SparseMemoryParams& memory, std::uint64_t seed) {
  std::vector<hw::pcie::Endpoint*> endpoints;  // null: the GPU has a memory of its own
  for (unsigned i = 0; i < cluster_->size(); ++i)
    for (unsigned g = 0; g < cluster_->node(i).gpus(); ++g)
      endpoints.push_back(cluster_->node(i).full_gpus() == nullptr ? &cluster_->node(i).gpu(g)
                                                                   : nullptr);
  auto check = std::make_unique<pcie::ByteCheck>(std::move(endpoints), memory, seed);
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    ClusterNode& node = cluster_->node(i);
    unsigned device = cluster_->devices().first_gpu(i);
    if (node.full_gpus() != nullptr)
      for (pcie::ByteCheck::Store& store : node.stores()) check->set_store(device++, store);
    if (passes_hosts()) node.add_hosts(*check);
  }
  return check;
}

schedule::CopyMoverIf& NetworkedNodes::connect(pcie::ByteCheck* byte_check) {
  copies_ =
      std::make_unique<ClusterCopies>(copies_params_, *cluster_, params_, workloads_, byte_check);
  for (const auto& [from, to] : crossings_) copies_->join(from, to);
  if (!passes_hosts()) return *copies_;
  host_paths_ = copies_->make_host_paths(HostCopies::kBufferRoom);
  const auto staging = [this](unsigned gpu) -> const StagingParams& {
    return params_.node_at(cluster_->devices().node_of(gpu)).planned->staging;
  };
  host_copies_ =
      std::make_unique<HostCopies>(*copies_, *host_paths_, all_rules_, staging, byte_check);
  return *host_copies_;
}

std::string NetworkedNodes::lost() const {
  const std::vector<std::string> copies = copies_->lost();
  if (copies.empty()) return "";
  constexpr std::size_t kMost = 16;  // names shown; the rest are counted
  std::string text = core::first_of(copies, kMost, ", ");
  if (const std::string deaths = core::first_of(cluster_->deaths(), kMost, "; "); !deaths.empty())
    text += "; " + deaths;
  return text;
}

std::vector<core::LinkSender> NetworkedNodes::link_senders() const {
  std::vector<core::LinkSender> senders = core::link_senders();
  for (core::LinkSender& channel : cluster_->network().link_senders())
    senders.push_back(std::move(channel));
  return senders;
}

void NetworkedNodes::add_results(std::vector<Result>& results) const {
  std::uint64_t hops = 0, again = 0;
  bool full = false;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    full = full || cluster_->node(i).full_gpus() != nullptr;
    hops += cluster_->node(i).tlp_hops();
    for (unsigned n = 0; n < cluster_->node(i).nics(); ++n)
      again += cluster_->node(i).nic(n).sender.stats().again.value();
  }
  results.push_back(kBytesByTree.result(copies_->sent_by_tree()));
  if (full) results.push_back(kBytesByNvlink.result(copies_->sent_by_nvlink()));
  results.push_back(kBytesByNetwork.result(copies_->sent_by_network()));
  if (host_copies_ != nullptr) results.push_back(kBytesStaged.result(host_copies_->bytes_staged()));
  results.push_back(pcie::kTlpHops.result(hops));
  results.push_back(network::kFlitHops.result(cluster_->network().flit_hops()));
  results.push_back(kSegmentsAgain.result(again));
}

}  // namespace gf::platforms::cluster
