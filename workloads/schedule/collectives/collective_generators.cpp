// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/collective_generators.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/base/units.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "workloads/collectives/channel_search.h"
#include "workloads/collectives/search_rates.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/collectives/all_reduce.h"
#include "workloads/schedule/collectives/library_choice.h"
#include "workloads/schedule/collectives/nvls_programs.h"
#include "workloads/schedule/collectives/others.h"
#include "workloads/schedule/collectives/ring_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;
using Algorithm = std::function<void(CollectiveBuilder&, Values, const MachinePlan*)>;
using NamedAlgorithm = std::pair<std::string, Algorithm>;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
// Where the machine is not known; assumed: as on six links of NVLink 2 (docs/collectives.md).
constexpr unsigned kUsualChannels = 8;
const core::ByteRate kUsualChannelRate(20e9);
constexpr std::uint64_t kMostChecked = std::uint64_t{1} << 30;

struct CollectiveKind {
  CollectiveForm form;
  Kind kind;
  std::vector<NamedAlgorithm> algorithms;  ///< The first is the default.
};

unsigned pieces_of(Values values) { return values.count("pieces", 8, 1, 1024); }

void two_levels(CollectiveBuilder& builder, Values values, const MachinePlan*) {
  const unsigned ranks = builder.ranks();
  const unsigned per_node = values.count("node", std::min(ranks, 4u), 1, ranks);
  if (ranks % per_node != 0)
    values.fail("node", std::to_string(per_node),
                "a divisor of the " + std::to_string(ranks) + " ranks");
  two_level_all_reduce(builder, per_node);
}

bool flag(Values values, const std::string& name, const std::string& usual = "false") {
  const std::string text = values.text(name, usual);
  if (text != "true" && text != "false") values.fail(name, text, "false or true");
  return text == "true";
}

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

sc_core::sc_time launch_of(Values values) {
  return values.time("launch", sc_core::sc_time(kLibraryLaunch, sc_core::SC_SEC),
                     sc_core::sc_time(1, sc_core::SC_SEC), "a time of at most 1 s, such as 5 us");
}

/// An algorithm of a library with channels.
Algorithm on_rings(void (*make)(CollectiveBuilder&, const RingPlan&)) {
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
    plan.direct = flag(values, "direct", "true");
    plan.launch = launch_of(values);
    builder.set_algorithm(fmt::format("nccl_ring {} x{}", plan.protocol.name, plan.rings.size()));
    make(builder, plan);
  };
}

/// Throws UserError unless NVSwitches of `machine` can reduce for all ranks.
void check_switches(Values values, const Collective& collective, const MachinePlan* machine) {
  const auto refuse = [&](const std::string& why) {
    values.fail("algorithm", "nccl_nvls", "another algorithm, such as nccl_ring: " + why);
  };
  if (machine == nullptr) refuse("it needs a machine with NVSwitches");
  const unsigned generation = nvswitch_generation(*machine);
  if (generation == 0) refuse("GPUs of " + machine->name + " have no NVSwitch");
  if (generation < kFirstReducingSwitch)
    refuse(fmt::format("NVSwitches of {} are of generation {}, and reduce from {} on (NVLink {})",
                       machine->name, generation, kFirstReducingSwitch, kFirstReducingSwitch + 1));
  if (machine->of_kind(DeviceKind::kGpu).size() != collective.ranks)
    refuse("switches reduce for the GPUs of one node, which all are ranks");
  if (collective.ranks < 2) refuse("one GPU alone has nothing to reduce");
  if (collective.kind != Kind::kAllReduce && collective.ranks > kMostHeads)
    refuse(fmt::format("NCCL uses it for at most {} GPUs", kMostHeads));
}

/// An algorithm of a library in which NVSwitches reduce.
Algorithm by_switches(void (*make)(CollectiveBuilder&, const NvlsPlan&)) {
  return [make](CollectiveBuilder& builder, Values values, const MachinePlan* machine) {
    check_switches(values, builder.collective(), machine);
    const ChannelProtocol* const protocol = protocol_of(values);
    if (protocol != nullptr && protocol != &kSimple)
      values.fail("protocol", std::string(protocol->name), "auto or simple with nccl_nvls");
    NvlsPlan plan;
    plan.channels =
        values.count("channels", nvls_channels(compute_capability(*machine)), 1, 2 * kMostChannels);
    plan.direct = flag(values, "direct");
    plan.launch = launch_of(values);
    builder.set_algorithm(
        fmt::format("nccl_nvls {}x{}", plan.direct ? "direct " : "", plan.channels));
    make(builder, plan);
  };
}

/// An algorithm without options.
Algorithm plain(void (*make)(CollectiveBuilder&)) {
  return [make](CollectiveBuilder& builder, Values, const MachinePlan*) { make(builder); };
}

const std::vector<CollectiveKind>& collective_kinds() {
  static const std::vector<CollectiveKind> all{
      {{"allreduce",
        {"algorithm", "op", "in_place", "check", "factor", "pieces", "node", "channels", "protocol",
         "direct", "launch"},
        "sum (or op=max) of all GPUs' vectors; algorithm ring (default), tree, halving_doubling, "
        "two_level, nccl_ring, nccl_nvls"},
       Kind::kAllReduce,
       {{"ring", plain(ring_all_reduce)},
        {"tree", [](CollectiveBuilder& b, Values v,
                    const MachinePlan*) { tree_all_reduce(b, pieces_of(v)); }},
        {"halving_doubling", plain(halving_doubling_all_reduce)},
        {"two_level", two_levels},
        {"nccl_ring", on_rings(all_reduce_on_rings)},
        {"nccl_nvls", by_switches(all_reduce_by_switches)}}},
      {{"allgather",
        {"algorithm", "in_place", "check", "factor", "channels", "protocol", "direct", "launch"},
        "every GPU gets the blocks of all; algorithm ring (default), nccl_ring, nccl_nvls"},
       Kind::kAllGather,
       {{"ring", plain(ring_all_gather)},
        {"nccl_ring", on_rings(all_gather_on_rings)},
        {"nccl_nvls", by_switches(all_gather_by_switches)}}},
      {{"reducescatter",
        {"algorithm", "op", "in_place", "check", "factor", "channels", "protocol", "direct",
         "launch"},
        "GPU i gets block i of the sum (or op=max); algorithm ring (default), nccl_ring, "
        "nccl_nvls"},
       Kind::kReduceScatter,
       {{"ring", plain(ring_reduce_scatter)},
        {"nccl_ring", on_rings(reduce_scatter_on_rings)},
        {"nccl_nvls", by_switches(reduce_scatter_by_switches)}}},
      {{"alltoall", {"check", "factor"}, "GPU i gets block i of every GPU"},
       Kind::kAllToAll,
       {{"rotated", plain(rotated_all_to_all)}}},
      {{"broadcast",
        {"algorithm", "root", "in_place", "check", "factor", "pieces", "channels", "protocol",
         "direct", "launch"},
        "all get the vector of GPU root (0); algorithm chain (default), binomial, nccl_ring"},
       Kind::kBroadcast,
       {{"chain", [](CollectiveBuilder& b, Values v,
                     const MachinePlan*) { chain_broadcast(b, pieces_of(v)); }},
        {"binomial", plain(binomial_broadcast)},
        {"nccl_ring", on_rings(broadcast_on_rings)}}},
      {{"reduce",
        {"algorithm", "op", "root", "in_place", "check", "factor", "pieces", "channels", "protocol",
         "direct", "launch"},
        "GPU root (0) gets the sum (or op=max) of all GPUs' vectors; algorithm chain (default), "
        "nccl_ring"},
       Kind::kReduce,
       {{"chain",
         [](CollectiveBuilder& b, Values v, const MachinePlan*) { chain_reduce(b, pieces_of(v)); }},
        {"nccl_ring", on_rings(reduce_on_rings)}}},
      {{"gather_to", {"root", "in_place", "check", "factor"}, "GPU root (0) gets block i of GPU i"},
       Kind::kGather,
       {{"direct", plain(direct_gather)}}},
      {{"scatter_from",
        {"root", "in_place", "check", "factor"},
        "GPU i gets block i of GPU root (0)"},
       Kind::kScatter,
       {{"direct", plain(direct_scatter)}}},
      {{"barrier", {"check"}, "no GPU ends before all have begun"},
       Kind::kBarrier,
       {{"dissemination", plain(barrier)}}},
      {{"sendrecv", {"check", "factor"}, "GPU i + 1 gets the vector of GPU i"},
       Kind::kSendReceive,
       {{"neighbour", plain(send_receive)}}}};
  return all;
}

ReduceOp op_of(Kind kind, Values values) {
  if (kind == Kind::kBarrier) return ReduceOp::kMax;
  if (kind != Kind::kAllReduce && kind != Kind::kReduceScatter && kind != Kind::kReduce)
    return ReduceOp::kNone;
  const std::string text = values.text("op", "sum");
  if (text != "sum" && text != "max") values.fail("op", text, "sum or max");
  return text == "sum" ? ReduceOp::kSum : ReduceOp::kMax;
}

/// Returns the sizes from the first to the last, each `factor` times the previous one.
std::vector<std::uint64_t> sizes_of(Values values) {
  const auto [first, last] =
      values.bytes("bytes", "64 MiB", core::Bytes(kElementBytes), core::Bytes(kMostBytes));
  const std::uint64_t factor = values.number("factor", 2, 2, 1024);
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t size = first.count(); size <= last.count(); size *= factor)
    sizes.push_back(size);
  return sizes;
}

/// Returns the elements in `bytes`, rounded down to equal blocks if the collective has blocks.
std::uint64_t elements_of(const Collective& collective, std::uint64_t bytes) {
  const std::uint64_t elements = bytes / kElementBytes;
  if (!collective.has_blocks() || elements < collective.ranks) return elements;
  return elements / collective.ranks * collective.ranks;
}

/// Returns the requested algorithm. Calls `values.fail()` if the name is unknown.
const NamedAlgorithm& algorithm_of(const CollectiveKind& kind, Values values) {
  const std::string asked = values.text("algorithm", kind.algorithms.front().first);
  std::vector<std::string> names;
  for (const NamedAlgorithm& each : kind.algorithms) {
    if (each.first == asked) return each;
    names.push_back(each.first);
  }
  values.fail("algorithm", asked, "one of " + core::legal_names(asked, names));
}

Schedule make_one_size(const CollectiveKind& kind, Values values, Collective collective,
                       const MachinePlan* machine) {
  const NamedAlgorithm& algorithm = algorithm_of(kind, values);
  collective.algorithm = algorithm.first;
  if (collective.check && collective.elements * kElementBytes > kMostChecked / collective.ranks)
    values.fail("check", "true", "sizes of up to 1 GiB on all GPUs together");
  const std::string title = kind.form.name + "_" + core::to_text(collective.size());
  CollectiveBuilder builder(std::move(collective), workload::kMostCommunications, [&] {
    values.fail("algorithm", algorithm.first,
                "up to " + std::to_string(workload::kMostCommunications) +
                    " tasks; take fewer GPUs or pieces, or another algorithm");
  });
  algorithm.second(builder, values, machine);
  Schedule schedule = builder.finish(title);
  if (schedule.tasks.empty()) values.fail("in_place", "true", "false: one GPU alone moves nothing");
  return schedule;
}

}  // namespace

const std::vector<CollectiveForm>& collective_forms() {
  static const std::vector<CollectiveForm> forms = [] {
    std::vector<CollectiveForm> all;
    for (const CollectiveKind& kind : collective_kinds()) all.push_back(kind.form);
    return all;
  }();
  return forms;
}

bool collective_has_root(const std::string& name) {
  for (const CollectiveForm& form : collective_forms())
    if (form.name == name)
      return std::find(form.keys.begin(), form.keys.end(), "root") != form.keys.end();
  return false;
}

std::vector<Schedule> make_collectives(const std::string& name, const OptionValues& values,
                                       unsigned ranks, const MachinePlan* machine) {
  const auto kind =
      std::find_if(collective_kinds().begin(), collective_kinds().end(),
                   [&](const CollectiveKind& each) { return each.form.name == name; });
  GF_CHECK(kind != collective_kinds().end(), "no collective " + name);
  Collective collective;
  collective.kind = kind->kind;
  collective.name = name;
  collective.ranks = ranks;
  collective.op = op_of(kind->kind, values);
  collective.root = values.count("root", 0, 0, ranks - 1);
  collective.in_place = flag(values, "in_place");
  collective.check = flag(values, "check");
  if (kind->kind == Kind::kBarrier) return {make_one_size(*kind, values, collective, machine)};
  std::vector<Schedule> all;
  for (const std::uint64_t size : sizes_of(values)) {
    collective.elements = elements_of(collective, size);
    all.push_back(make_one_size(*kind, values, collective, machine));
  }
  return all;
}

}  // namespace gf::model
