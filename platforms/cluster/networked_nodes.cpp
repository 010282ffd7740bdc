// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/networked_nodes.h"

#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "platforms/cluster/cluster_ranks.h"
#include "platforms/refuse_ranks.h"
#include "tlm_models/machine/nic_presets.h"

namespace gf::platforms::cluster {
namespace {

/// Makes the plan's settings of its network the defaults of the parameters.
void preset_network(const core::ParamScope& root, const model::PlannedNetwork& network) {
  const auto origin = [](const model::FilePlace& place) {
    return fmt::format("{}:{}", place.file, place.line);
  };
  root.preset("nodes", std::to_string(network.nodes), origin(network.place));
  root.preset("network", network.kind, origin(network.place));
  if (network.kind == "file") root.preset("net.file", network.file, origin(network.place));
  for (const model::PlannedSetting& size : network.sizes)
    root.preset("net." + size.name, size.value, origin(size.place));
}

/// Makes the rate of the cards' ports that of their preset. Throws UserError for cards in the
/// network that differ.
void preset_ports(const core::ParamScope& root, const model::MachinePlan& plan) {
  std::vector<unsigned> nics = plan.nics();
  if (!plan.network->nics.empty()) nics.resize(plan.network->nics.size());  // they come first
  for (const unsigned nic : nics)
    if (const model::PlannedDevice& one = plan.devices[nic], &first = plan.devices[nics[0]];
        one.preset != first.preset)
      one.place.fail(
          fmt::format("{} is a '{}' and {} a '{}'", first.name, first.preset, one.name, one.preset),
          "NICs of one kind in the network");
  if (nics.empty()) return;
  const model::PlannedDevice& first = plan.devices[nics[0]];
  if (const model::NicPreset* const preset = model::nic_preset(first.preset))
    root.preset("port.rate", fmt::format("{:g} Gb/s", preset->port_gbits),
                fmt::format("preset {}: {}", preset->name, preset->port_source));
}

/// Throws UserError(kUsage) for ways through host memory within a node.
void refuse_paths(const PlannedNodeParams& node) {
  if (node.p2p.p2p == "on" && node.p2p.level == "SYS") return;
  core::fail_config("node", node.p2p.p2p == "on" ? "p2p_level" : "p2p",
                    node.p2p.p2p == "on" ? node.p2p.level : node.p2p.p2p,
                    "p2p = on and p2p_level = SYS in a machine with a network",
                    "copies through host memory within a node need a machine without a network");
}

}  // namespace

NetworkedNodes::NetworkedNodes(const model::MachinePlan* plan, bool full) : plan_(plan) {
  if (plan_ != nullptr) params_.node.use(*plan_, full);
}

void NetworkedNodes::preset(const core::ParamScope& root) const {
  if (plan_ == nullptr) return;
  preset_network(root, *plan_->network);
  preset_ports(root, *plan_);
  params_.node.preset(root.child("node"));
}

void NetworkedNodes::declare(const core::ParamScope& root) {
  copies_params_.declare(root);
  params_.declare(root);
  shape_.declare(params_.network, root.child("net"));
  if (params_.node.planned) refuse_paths(*params_.node.planned);
}

void NetworkedNodes::build(const std::vector<model::Schedule>& schedules, bool real_bytes,
                           std::uint64_t seed) {
  if (NodeGpusParams* const gpus = params_.node.full_gpus()) {
    workloads_.emplace(gpus->prepare(schedules, real_bytes, seed));
    gpus->leave_out_idle_sms(schedules);
  } else {
    workloads_.emplace(std::vector<model::Schedule>{}, seed);
  }
  network::ShapeIf& shape = shape_.build(params_.net, seed);
  if (!core::ranks().alone()) {
    check_ranks(real_bytes);
    params_.net.part_of = cut_by_ranks(shape, params_);
    params_.net.by_ranks = true;
  }
  cluster_ = std::make_unique<Cluster>(params_, shape, seed);
  require_ways(schedules);
  for (const model::Schedule& schedule : schedules) add_crossings(schedule);
}

void NetworkedNodes::check_ranks(bool real_bytes) {
  if (real_bytes) refuse_ranks("real_bytes = true", "one process compares the bytes of all GPUs");
  if (copies_params_.path == "staged")
    refuse_ranks("path = staged", "a copy reserves host memory at both ends at once");
  if (params_.node.full_gpus() != nullptr)
    refuse_ranks("gpu_model = full", "GPU memories and PROACT units must be in one process");
  if (params_.net.channel.fails_at > sc_core::SC_ZERO_TIME)
    refuse_ranks("net.channel.fails_at", "only the sender's rank knows what a dead channel loses");
}

void NetworkedNodes::add_crossings(const model::Schedule& schedule) {
  const unsigned gpus = params_.node.gpus;
  for (const model::Task& task : schedule.tasks)
    if (task.kind == model::TaskKind::kCopy && task.engine != model::CopyMeans::kProact &&
        task.src / gpus != task.dst / gpus)
      crossings_.emplace_back(task.src, task.dst);
}

void NetworkedNodes::require_ways(const std::vector<model::Schedule>& schedules) {
  const ClusterNode& node = cluster_->node(0);  // all are alike
  const unsigned gpus = node.gpus();
  gpu::GpuCopies::each_pair(schedules, [&](unsigned from, unsigned to, const std::string& copy) {
    if (from / gpus == to / gpus) return node.require_way(from % gpus, to % gpus, copy);
    node.require_card(from % gpus, copy);
    node.require_card(to % gpus, copy);
  });
}

std::unique_ptr<pcie::ByteCheck> NetworkedNodes::check_bytes(
    const model::SparseMemoryParams& memory, std::uint64_t seed) {
  if (cluster_->node(0).full_gpus() != nullptr) {
    std::vector<pcie::ByteCheck::Store> stores;
    for (unsigned i = 0; i < cluster_->size(); ++i)
      for (pcie::ByteCheck::Store& store : cluster_->node(i).stores())
        stores.push_back(std::move(store));
    return std::make_unique<pcie::ByteCheck>(std::move(stores), seed);
  }
  std::vector<hw::pcie::Endpoint*> all;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    for (unsigned g = 0; g < cluster_->node(i).gpus(); ++g)
      all.push_back(&cluster_->node(i).gpu(g));
  }
  return std::make_unique<pcie::ByteCheck>(std::move(all), memory, seed);
}

schedule::CopyMoverIf& NetworkedNodes::connect(pcie::ByteCheck* byte_check) {
  copies_ =
      std::make_unique<ClusterCopies>(copies_params_, *cluster_, params_, *workloads_, byte_check);
  for (const auto& [from, to] : crossings_) copies_->join(from, to);
  return *copies_;
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
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    hops += cluster_->node(i).tlp_hops();
    for (unsigned n = 0; n < cluster_->node(i).nics(); ++n)
      again += cluster_->node(i).nic(n).sender.stats().again.value();
  }
  results.push_back(kBytesByTree.result(copies_->sent_by_tree()));
  if (cluster_->node(0).full_gpus() != nullptr)
    results.push_back(kBytesByNvlink.result(copies_->sent_by_nvlink()));
  results.push_back(kBytesByNetwork.result(copies_->sent_by_network()));
  results.push_back(pcie::kTlpHops.result(hops));
  results.push_back(network::kFlitHops.result(cluster_->network().flit_hops()));
  results.push_back(kSegmentsAgain.result(again));
}

}  // namespace gf::platforms::cluster
