// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/rank_ways.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "core/base/text_fields.h"
#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_links.h"

namespace gf::model {
namespace {

unsigned gpus_of(const MachinePlan& plan) {
  return static_cast<unsigned>(plan.of_kind(DeviceKind::kGpu).size());
}

/// Returns the machine of each node that has GPUs; empty: they do not have `ranks` GPUs together.
std::vector<const MachinePlan*> nodes_of(unsigned ranks, const MachinePlan* machine) {
  std::vector<const MachinePlan*> nodes;
  if (machine == nullptr) return nodes;
  unsigned gpus = 0;
  const auto add = [&](const MachinePlan& plan) {
    if (gpus_of(plan) == 0) return;
    nodes.push_back(&plan);
    gpus += gpus_of(plan);
  };
  if (!machine->network || machine->network->machines.empty())
    while (gpus < ranks && gpus_of(*machine) > 0) add(*machine);
  else
    for (const PlannedNodes& row : machine->network->machines)
      for (unsigned i = 0; i < row.count; ++i) add(row.plan ? *row.plan : *machine);
  if (gpus != ranks) nodes.clear();
  return nodes;
}

ChannelPath farthest_peer(const MachinePlan& plan, const ChannelLinks& links) {
  if (const std::optional<ChannelPath> declared = declared_peer_level(plan)) return *declared;
  const bool has_memory =
      std::any_of(plan.devices.begin(), plan.devices.end(),
                  [](const PlannedDevice& device) { return device.memory.has_value(); });
  if (!has_memory) return ChannelPath::kSys;
  return links.amd_cpus() && links.gpus() <= 2 ? ChannelPath::kSys : ChannelPath::kPxb;
}

/// Returns the GPU from whose memory `gpu` sends by `nic`.
unsigned sender(const ChannelLinks& links, unsigned gpu, unsigned nic) {
  const std::vector<unsigned> near = links.local_gpus(nic);
  if (std::find(near.begin(), near.end(), gpu) != near.end()) return gpu;
  const auto linked = std::find_if(near.begin(), near.end(), [&](unsigned other) {
    return links.between(gpu, other).type == ChannelPath::kNvlink;
  });
  return linked == near.end() ? gpu : *linked;
}

/// Adds the pairs of GPUs that the machine's file keeps apart: p2p = off 0-1 2-3.
void add_pairs(RankWays& ways, const MachinePlan& plan, unsigned first) {
  for (const PlannedSetting& one : plan.parameters) {
    if (one.name != "p2p") continue;
    for (const std::string_view word : core::split_words(one.value)) {
      const std::vector<std::string_view> ends = core::split_fields(word, '-');
      if (ends.size() != 2) continue;
      const auto a = core::parse_number<unsigned>(ends[0]),
                 b = core::parse_number<unsigned>(ends[1]);
      if (!a || !b) continue;  // whoever builds the machine refuses it
      ways.through_host.insert({{first + *a, first + *b}, {first + *b, first + *a}});
    }
  }
}

/// Adds a node, whose ranks begin with `first`.
void add_node(RankWays& ways, const MachinePlan& plan, unsigned first) {
  const ChannelLinks links(plan);
  const ChannelPath level = farthest_peer(plan, links);
  ways.senders.resize(first + links.gpus());
  add_pairs(ways, plan, first);
  for (unsigned a = 0; a < links.gpus(); ++a) {
    for (unsigned b = 0; b < links.gpus(); ++b)
      if (a != b && links.between(a, b).type > level)
        ways.through_host.insert({first + links.rank(a), first + links.rank(b)});
    for (unsigned nic = 0; nic < links.nics(); ++nic)
      ways.senders[first + links.rank(a)].push_back(first + links.rank(sender(links, a, nic)));
  }
}

}  // namespace

RankWays rank_ways(unsigned ranks, const MachinePlan* machine) {
  RankWays ways;
  const std::vector<const MachinePlan*> nodes = nodes_of(ranks, machine);
  unsigned first = 0;
  for (unsigned node = 0; node < nodes.size(); ++node) {
    add_node(ways, *nodes[node], first);
    first += gpus_of(*nodes[node]);
    if (nodes.size() > 1) ways.node_of.resize(first, node);
  }
  return ways;
}

}  // namespace gf::model
