// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/node_devices.h"

#include <algorithm>
#include <utility>

#include "platforms/cluster/apenet_nodes.h"
#include "platforms/cluster/hosts/p2p_rules.h"
#include "tlm_models/link/device_name.h"
#include "tlm_models/machine/planned_trees.h"

namespace gf::app {

NodeDevices::NodeDevices(std::shared_ptr<const model::MachinePlan> plan)
    : plan_(std::move(plan)),
      near_hosts_(model::near_hosts(*plan_)),
      paths_(model::path_matrix(*plan_)) {
  // Hosts of APEnet+ nodes run programs and are no ends of copies.
  if (!platforms::cluster::has_apenet_cards(*plan_))
    hosts_ = plan_->of_kind(model::DeviceKind::kHost);
  const std::vector<unsigned> ranks = plan_->of_kind(model::DeviceKind::kGpu);
  model::MachinePlan by_number = *plan_;
  by_number.ranks.clear();
  for (const unsigned device : by_number.of_kind(model::DeviceKind::kGpu)) {
    const auto at = std::find(ranks.begin(), ranks.end(), device);
    gpus_.push_back(
        {plan_->devices[device].name, static_cast<unsigned>(at - ranks.begin()), device});
  }
}

std::string NodeDevices::name_of(unsigned device) const {
  return model::is_host(device) ? model::device_name(device) : gpus_[device].name;
}

model::PathClass NodeDevices::host_path(unsigned a, unsigned b) const {
  const auto index_of = [this](unsigned device) {
    return model::is_host(device) ? hosts_[device - model::kFirstHost] : gpus_[device].device;
  };
  return model::pcie_path(*plan_, index_of(a), index_of(b));
}

std::string NodeDevices::path_of(unsigned from, unsigned to) const {
  if (model::is_host(from) || model::is_host(to)) return std::string(to_text(host_path(from, to)));
  return to_text(paths_.at(gpus_[from].rank, gpus_[to].rank));
}

bool NodeDevices::joins(unsigned from, unsigned to) const {
  const bool gpus = !model::is_host(from) && !model::is_host(to);
  return (gpus && plan_->relays) || path_of(from, to) != to_text(model::PathClass::kNone);
}

bool NodeDevices::are_peers(unsigned from, unsigned to) const {
  platforms::cluster::P2pParams params;
  for (const model::PlannedSetting& setting : plan_->parameters) {
    if (setting.name == "p2p") params.p2p = setting.value;
    if (setting.name == "p2p_level") params.level = setting.value;
  }
  return platforms::cluster::P2pRules(params, *plan_).direct(rank_of(from), rank_of(to));
}

std::optional<unsigned> NodeDevices::near_host(unsigned gpu) const {
  if (hosts_.empty() || !near_hosts_[rank_of(gpu)]) return {};
  return model::kFirstHost + *near_hosts_[rank_of(gpu)];
}

}  // namespace gf::app
