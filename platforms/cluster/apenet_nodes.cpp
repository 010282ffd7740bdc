// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/apenet_nodes.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "platforms/cluster/cards/processor_choice.h"
#include "tlm_models/machine/nic_presets.h"
#include "tlm_models/machine/planned_network.h"

namespace gf::platforms::cluster {
namespace {

using model::DeviceKind;
using model::MachinePlan;
using model::PlannedLink;

constexpr const char* kPreset = "apenet";

std::string origin(const model::FilePlace& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

/// Returns the link above a device; null at a root.
const PlannedLink* link_above(const MachinePlan& plan, unsigned device) {
  const auto found =
      std::find_if(plan.links.begin(), plan.links.end(),
                   [&](const PlannedLink& link) { return link.below && link.b == device; });
  return found == plan.links.end() ? nullptr : &*found;
}

unsigned only(const MachinePlan& plan, DeviceKind kind) {
  const std::vector<unsigned> all = plan.of_kind(kind);
  if (all.size() == 1 && link_above(plan, all[0]) != nullptr) return all[0];
  plan.devices.front().place.fail(
      fmt::format("{} devices of kind {} in a node with an APEnet+ card", all.size(),
                  to_text(kind)),
      "one host, one GPU and one card on one PCIe tree");
}

}  // namespace

bool has_apenet_cards(const MachinePlan& plan) {
  const std::vector<unsigned> nics = plan.of_kind(DeviceKind::kNic);
  const auto is_one = [&](unsigned nic) { return plan.devices[nic].preset == kPreset; };
  const auto is_known = [&](const std::string& preset) {
    return preset.empty() || preset == kPreset || model::nic_preset(preset) != nullptr;
  };
  for (const unsigned nic : nics) {
    const model::PlannedDevice& device = plan.devices[nic];
    if (!is_known(device.preset))
      device.place.fail(fmt::format("unknown preset '{}' of {}", device.preset, device.name),
                        fmt::format("one of {}, {}", kPreset, model::nic_preset_list()));
    if (is_one(nic) != is_one(nics[0]))
      device.place.fail(device.name + " differs from the NIC before it", "NICs of one kind");
  }
  return !nics.empty() && is_one(nics[0]);
}

ApenetNodes::ApenetNodes(const MachinePlan& plan) : plan_(plan) {
  for (const DeviceKind kind : {DeviceKind::kHost, DeviceKind::kGpu, DeviceKind::kNic})
    only(plan, kind);
  for (const unsigned device : plan.of_kind(DeviceKind::kDevice))
    plan.devices[device].place.fail(
        plan.devices[device].name + " is a device in a node with an APEnet+ card",
        "one host, one GPU and one card on one PCIe tree");
  if (plan.network && plan.network->kind == "torus") {
    check_torus();
    return;
  }
  const model::PlannedDevice& card = plan.devices[only(plan, DeviceKind::kNic)];
  (plan.network ? plan.network->place : card.place)
      .fail(card.name + " is an APEnet+ card, which needs a torus", "kind = torus in [network]");
}

void ApenetNodes::check_torus() const {
  const model::PlannedNetwork& network = *plan_.network;
  const model::TorusParams torus = model::torus_of(network);
  if (!torus.wrap || torus.nodes_per_router != 1)
    network.place.fail("a network that APEnet+ cards cannot form",
                       "a torus with one node per router");
  if (!network.machines.empty())
    network.machines[0].place.fail("unequal nodes with APEnet+ cards", "nodes of one machine");
  if (network.nodes != torus.x * torus.y * torus.z)
    network.place.fail(fmt::format("{} nodes on a torus of {} routers", network.nodes,
                                   torus.x * torus.y * torus.z),
                       "one node per router: leave out `nodes`, or set it to that number");
}

void ApenetNodes::preset_rates(const core::ParamScope& root) const {
  const auto rate = [&](const char* name, DeviceKind kind) {
    const PlannedLink& link = *link_above(plan_, only(plan_, kind));
    if (link.spec && link.spec->raw_rate())
      root.preset(name, core::to_text(*link.spec->raw_rate()), origin(link.place));
  };
  rate("host.rate", DeviceKind::kHost);
  rate("gpu.pcie.rate", DeviceKind::kGpu);
  rate("card.pcie.rate", DeviceKind::kNic);
}

void ApenetNodes::preset(const core::ParamScope& root) const {
  const model::TorusParams torus = model::torus_of(*plan_.network);
  root.preset("shape", fmt::format("{}x{}x{}", torus.x, torus.y, torus.z),
              origin(plan_.network->place));
  const unsigned gpu = only(plan_, DeviceKind::kGpu);
  const unsigned card = only(plan_, DeviceKind::kNic);
  const bool beside = link_above(plan_, gpu)->a == link_above(plan_, card)->a;
  root.preset("gpu_at", beside ? "switch" : "root", origin(link_above(plan_, gpu)->place));
  if (core::begins_with(plan_.devices[gpu].preset, "k"))
    root.preset("architecture", "kepler", origin(plan_.devices[gpu].place));
  preset_rates(root);
}

void ApenetNodes::declare(const core::ParamScope& root) {
  params_.declare_shape(root, "cluster", "size of the torus of nodes, as XxYxZ");
  apenet::declare_processor(root, params_.node.card);
  params_.declare(root);
}

void ApenetNodes::build(const std::vector<model::Schedule>& schedules, bool /*real_bytes*/,
                        std::uint64_t seed) {
  params_.require_delivery("with schedules");
  schedules_ = schedules;
  cards_ = std::make_unique<apenet::ApenetCards>(params_, model::RdmaTransportParams(),
                                                 apenet::CardWatch(), seed);
}

std::unique_ptr<pcie::ByteCheck> ApenetNodes::check_bytes(const model::SparseMemoryParams&,
                                                          std::uint64_t) {
  core::fail_config("", "real_bytes", "true", "false with APEnet+ cards",
                    "all copies from a node write the same buffer at the destination");
}

schedule::CopyMoverIf& ApenetNodes::connect(pcie::ByteCheck* /*byte_check*/) {
  model::MessagePath path;
  path.from_gpu = path.to_gpu = true;
  return cards_->make_copies(path, schedules_);
}

std::string ApenetNodes::lost() const {
  if (cards_->refused() == 0) return "";
  return fmt::format("{} buffers did not fit into a card's buffer list", cards_->refused());
}

void ApenetNodes::add_results(std::vector<Result>& results) const {
  std::uint64_t hops = 0;
  apenet::ApenetCluster& nodes = cards_->nodes();
  for (unsigned i = 0; i < nodes.size(); ++i) hops += nodes.node(i).tlp_hops();
  results.push_back(pcie::kTlpHops.result(hops));
}

}  // namespace gf::platforms::cluster
