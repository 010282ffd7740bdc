// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/planned_network.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/param/params.h"
#include "tlm_models/topology/network/dragonfly.h"
#include "tlm_models/topology/network/fat_tree.h"
#include "tlm_models/topology/network/hyperx.h"
#include "tlm_models/topology/network/network_file.h"
#include "tlm_models/topology/network/torus.h"

namespace gf::model {
namespace {

void refuse_unknown(const PlannedNetwork& network, const core::ParamRegistry& registry) {
  std::vector<std::string> known{"kind", "file", "nodes", "machines", "nics"};
  for (const core::ParamRow& row : registry.rows()) known.push_back(row.path);
  for (const PlannedSetting& size : network.sizes)
    if (!core::is_glob(size.name) && std::count(known.begin(), known.end(), size.name) == 0)
      size.place.fail(fmt::format("unknown key 'network.{}' of a {} ({}:{})", size.name,
                                  network.kind, network.place.file, network.place.line),
                      "one of " + core::legal_names(size.name, known));
}

/// Returns parameters with the sizes of the file, read as on the command line.
template <class Params>
Params sized(const PlannedNetwork& network) {
  core::ParamRegistry registry;
  for (const PlannedSetting& size : network.sizes)
    registry.add_override(size.name, size.value,
                          fmt::format("{}:{}", size.place.file, size.place.line));
  Params params;
  params.declare(registry.root());
  refuse_unknown(network, registry);
  registry.check_all_used();
  params.validate();
  return params;
}

RouterGraph of_file(const PlannedNetwork& network) {
  if (network.file.empty())
    network.place.fail("a network with kind = file but no file", "file = FILE");
  if (!network.sizes.empty())
    network.sizes[0].place.fail("'" + network.sizes[0].name + "' in a network with kind = file",
                                "kind, file, nodes, machines or nics");
  return read_network_file(network.file);
}

RouterGraph made(const PlannedNetwork& network) {
  if (network.kind == "torus") return router_graph(sized<TorusParams>(network));
  if (network.kind == "dragonfly") return Dragonfly(sized<DragonflyParams>(network)).graph();
  if (network.kind == "fat_tree") return FatTree(sized<FatTreeParams>(network)).graph();
  if (network.kind == "hyperx") return HyperX(sized<HyperXParams>(network)).graph();
  if (network.kind == "file") return of_file(network);
  network.place.fail("the network '" + network.kind + "'", std::string(kNetworkKinds));
}

/// Returns make(). Errors of parameters get the place where the file names the network.
template <class Make>
auto at_place(const PlannedNetwork& network, const Make& make) {
  try {
    return make();
  } catch (const core::UserError& error) {
    if (error.code() == core::ExitCode::kBadInput) throw;
    // An error of a parameter: it names the legal values, and the place is added here.
    throw core::UserError(core::ExitCode::kBadInput,
                          fmt::format("{}:{}: the network {}: {}", network.place.file,
                                      network.place.line, network.kind, error.what()));
  }
}

/// Counts the nodes of a network with a list of machines, and their NICs.
void complete_machines(PlannedNetwork& network, unsigned room) {
  std::uint64_t nics = 0;
  bool differ = false;
  network.nodes = 0;
  for (const PlannedNodes& row : network.machines) {
    network.nodes += row.count;
    nics +=
        row.count * std::uint64_t{row.plan == nullptr ? network.nics.size()
                                                      : row.plan->of_kind(DeviceKind::kNic).size()};
    differ = differ || row.plan != nullptr;
  }
  const FilePlace& place = network.machines[0].place;
  if (network.nics.empty()) place.fail("no NIC of this machine joins the network", "a nic");
  if (nics > room)
    place.fail(fmt::format("{} nodes with {} NICs in total", network.nodes, nics),
               fmt::format("at most {} NICs, one per terminal of the network", room));
  if (!differ) network.machines.clear();
}

}  // namespace

RouterGraph network_graph(const PlannedNetwork& network) {
  return at_place(network, [&] { return made(network); });
}

TorusParams torus_of(const PlannedNetwork& network) {
  return at_place(network, [&] { return sized<TorusParams>(network); });
}

void complete_network(PlannedNetwork& network) {
  const unsigned room = network_graph(network).nodes();
  if (!network.machines.empty()) return complete_machines(network, room);
  const auto nics = static_cast<unsigned>(network.nics.size());
  if (nics == 0) network.place.fail("no NIC joins the network", "a device of the kind nic");
  if (network.nodes == 0) network.nodes = std::max(room / nics, 1u);
  if (std::uint64_t{network.nodes} * nics > room)
    network.place.fail(
        fmt::format("{} nodes with {} NICs each", network.nodes, nics),
        fmt::format("at most {} NICs in total, one per terminal of the network", room));
}

}  // namespace gf::model
