// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_algorithms.h"

#include <fmt/format.h>

#include "workloads/collectives/channel_search.h"
#include "workloads/collectives/search_rates.h"
#include "workloads/schedule/collectives/library_choice.h"
#include "workloads/schedule/collectives/ring_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;

// Where the machine is not known; assumed: as on six links of NVLink 2 (docs/collectives.md).
constexpr unsigned kUsualChannels = 8;
const core::ByteRate kUsualChannelRate(20e9);

const ChannelProtocol* protocol_of(Values values) {
  const std::string asked = values.text("protocol", "auto");
  if (asked == "auto") return nullptr;
  for (const ChannelProtocol* const each : {&kSimple, &kLl, &kLl128})
    if (each->name == asked) return each;
  values.fail("protocol", asked, "auto, simple, ll or ll128");
}

/// Returns the rings of a machine whose GPUs are all ranks; else, or without a machine, equal ones.
LibraryRanks ranks_of(unsigned ranks, const MachinePlan* machine) {
  LibraryRanks of;
  of.ranks = ranks;
  if (machine != nullptr && machine->of_kind(DeviceKind::kGpu).size() == ranks && ranks > 1) {
    of.capability = compute_capability(*machine);
    of.ring = search_channels(*machine, ChannelPattern::kRing, false).graph;
    return of;
  }
  CollectiveChannel channel;
  for (unsigned rank = 0; rank < ranks; ++rank) channel.ranks.push_back(rank);
  of.ring.channels.assign(kUsualChannels / 2, channel);
  of.ring.intra = kUsualChannelRate;
  of.ring.type_intra = ChannelPath::kNvlink;
  return of;
}

CollectiveAlgorithm on_rings(void (*make)(CollectiveBuilder&, const RingPlan&)) {
  return [make](CollectiveBuilder& builder, Values values, const MachinePlan* machine) {
    const Collective& collective = builder.collective();
    const LibraryRanks of = ranks_of(builder.ranks(), machine);
    const LibraryChoice choice =
        choose_ring(collective.kind, collective.size(), of, protocol_of(values));
    RingPlan plan;
    plan.protocol = *choice.protocol;
    const unsigned channels = values.count("channels", choice.channels, 1, 2 * kMostChannels);
    for (unsigned channel = 0; channel < channels; ++channel)
      plan.rings.push_back(of.ring.channels[channel % of.ring.channels.size()].ranks);
    plan.direct = values.flag("direct", true);
    plan.launch =
        values.time("launch", sc_core::sc_time(kLibraryLaunch, sc_core::SC_SEC),
                    sc_core::sc_time(1, sc_core::SC_SEC), "a time of at most 1 s, such as 5 us");
    builder.set_algorithm(fmt::format("nccl_ring {} x{}", plan.protocol.name, plan.rings.size()));
    make(builder, plan);
  };
}

}  // namespace

std::vector<NamedAlgorithm> library_algorithms(Kind kind) {
  switch (kind) {
    case Kind::kAllReduce:
      return {{"nccl_ring", on_rings(all_reduce_on_rings)}};
    case Kind::kAllGather:
      return {{"nccl_ring", on_rings(all_gather_on_rings)}};
    case Kind::kReduceScatter:
      return {{"nccl_ring", on_rings(reduce_scatter_on_rings)}};
    case Kind::kBroadcast:
      return {{"nccl_ring", on_rings(broadcast_on_rings)}};
    case Kind::kReduce:
      return {{"nccl_ring", on_rings(reduce_on_rings)}};
    default:
      return {};
  }
}

const std::vector<std::string>& library_keys() {
  static const std::vector<std::string> keys{"channels", "protocol", "direct", "launch"};
  return keys;
}

}  // namespace gf::model
