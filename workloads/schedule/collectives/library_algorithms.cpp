// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_algorithms.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>

#include "core/base/error.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "workloads/schedule/collectives/library_choice.h"
#include "workloads/schedule/collectives/msccl_program.h"
#include "workloads/schedule/collectives/nvls_programs.h"
#include "workloads/schedule/collectives/p2p_programs.h"
#include "workloads/schedule/collectives/ring_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;
using Algorithm = LibraryAlgorithm;

using RingProgram = void (*)(CollectiveBuilder&, const RingPlan&);

/// Returns null for collectives that are done point to point.
RingProgram ring_program(Kind kind) {
  switch (kind) {
    case Kind::kAllReduce:
      return all_reduce_on_rings;
    case Kind::kAllGather:
      return all_gather_on_rings;
    case Kind::kReduceScatter:
      return reduce_scatter_on_rings;
    case Kind::kBroadcast:
      return broadcast_on_rings;
    case Kind::kReduce:
      return reduce_on_rings;
    default:
      return nullptr;
  }
}

/// The options of one collective.
struct LibraryOptions {
  LibraryOptions(Values values, Kind kind) : settings(read_library_settings(values, kind)) {
    const std::string asked = values.text("protocol", "auto");
    const ChannelProtocol* found = nullptr;
    for (const ChannelProtocol* const each : kLibraryProtocols)
      if (each->name == asked) found = each;
    if (found == nullptr && asked != "auto")
      values.fail("protocol", asked, "auto, simple, ll or ll128");
    if (found != nullptr) settings.force(*found);
    if (!values.text("channels", "").empty())
      channels = values.count("channels", 1, 1, kMostLibraryChannels);
    if (const std::string file = values.text("tuner", ""); !file.empty())
      tuner = TunerFile::read(file);
    direct = values.flag("direct", false);
    launch =
        values.time("launch", sc_core::sc_time(kLibraryLaunch, sc_core::SC_SEC),
                    sc_core::sc_time(1, sc_core::SC_SEC), "a time of at most 1 s, such as 5 us");
  }
  LibrarySettings settings;
  TunerFile tuner;
  std::optional<unsigned> channels;  ///< Empty: as the library chooses.
  bool direct = false;               ///< NCCL 2.30 needs registered buffers for that.
  sc_core::sc_time launch;
};

/// Makes the plan that all algorithms share.
template <class Plan>
Plan plan_of(const LibraryChoice& choice, const LibraryOptions& options) {
  Plan plan;
  plan.protocol = choice.protocol;
  plan.threads = choice.threads;
  plan.launch = options.launch;
  plan.direct = options.direct;
  return plan;
}

void on_rings(CollectiveBuilder& builder, const LibraryRanks& of, const LibraryChoice& choice,
              const LibraryOptions& options) {
  auto plan = plan_of<RingPlan>(choice, options);
  const Kind kind = builder.collective().kind;
  const bool chain = kind == Kind::kBroadcast || kind == Kind::kReduce;
  if (chain && choice.protocol.name == kSimple.name)
    plan.protocol = kSimpleSteps.with_buffer(choice.protocol.buffer());
  plan.rings = of.rings(choice.channels);
  plan.exits = of.exits(of.ring, choice.channels);
  ring_program(kind)(builder, plan);
}

void on_trees(CollectiveBuilder& builder, const LibraryRanks& of, const LibraryChoice& choice,
              const LibraryOptions& options) {
  auto plan = plan_of<TreePlan>(choice, options);
  plan.protocol = tree_protocol(choice.protocol, builder.collective().size().count(),
                                choice.channels, of.ranks, of.nodes);
  plan.trees = of.trees(choice.channels);
  plan.exits = of.exits(of.tree, choice.channels);
  all_reduce_on_trees(builder, plan);
}

void by_switches(CollectiveBuilder& builder, const LibraryChoice& choice,
                 const LibraryOptions& options) {
  NvlsPlan plan;
  plan.channels = choice.channels;
  plan.direct = options.direct;
  plan.launch = options.launch;
  switch (builder.collective().kind) {
    case Kind::kAllGather:
      return all_gather_by_switches(builder, plan);
    case Kind::kReduceScatter:
      return reduce_scatter_by_switches(builder, plan);
    default:
      return all_reduce_by_switches(builder, plan);
  }
}

/// Throws UserError unless NVSwitches of `machine` can reduce for all ranks.
void check_switches(Values values, Kind kind, unsigned ranks, const MachinePlan* machine) {
  const auto refuse = [&](const std::string& why) {
    values.fail("algorithm", "nccl_nvls", "another algorithm, such as nccl_ring: " + why);
  };
  if (machine == nullptr) refuse("it needs a machine with NVSwitches");
  const unsigned generation = nvswitch_generation(*machine);
  if (generation == 0) refuse("GPUs of " + machine->name + " have no NVSwitch");
  if (generation < kFirstReducingSwitch)
    refuse(fmt::format("NVSwitches of {} are of generation {}, and reduce from {} on (NVLink {})",
                       machine->name, generation, kFirstReducingSwitch, kFirstReducingSwitch + 1));
  if (machine->of_kind(DeviceKind::kGpu).size() != ranks)
    refuse("switches reduce for the GPUs of one node, which all are ranks");
  if (ranks < 2) refuse("one GPU alone has nothing to reduce");
  if (kind != Kind::kAllReduce && ranks > kMostHeads)
    refuse(fmt::format("NCCL uses it for at most {} GPUs", kMostHeads));
  const std::string protocol = values.text("protocol", "auto");
  if (protocol != "auto" && protocol != kSimple.name)
    values.fail("protocol", protocol, "auto or simple with nccl_nvls");
}

/// The library's choice; `only`: of this algorithm.
NamedAlgorithm chosen(Kind kind, std::optional<Algorithm> only) {
  const std::string name = only ? fmt::format("nccl_{}", to_text(*only)) : "nccl";
  return {name, [=](Values values, unsigned ranks, const MachinePlan* machine) -> CollectiveMaker {
            if (only == Algorithm::kNvls) check_switches(values, kind, ranks, machine);
            LibraryOptions options(values, kind);
            if (only) options.settings.force(*only);
            const auto none = [values] {
              std::string asked;
              for (const std::string& each : values.names("NCCL_"))
                if (each == "NCCL_ALGO" || each == "NCCL_PROTO")
                  asked += (asked.empty() ? "" : ", ") + each + "=" + values.text(each, "");
              values.fail("algorithm",
                          values.text("algorithm", "") + " with " +
                              (asked.empty() ? "its settings" : asked),
                          "settings that leave an algorithm which this collective has here");
            };
            return [=, of = library_ranks(ranks, machine, options.settings.graph_file)](
                       CollectiveBuilder& builder) {
              // The tuning model does not reckon with all machines whose switches can reduce.
              LibraryChoice choice = only == Algorithm::kNvls
                                         ? nvls_choice(of, options.settings)
                                         : choose(kind, builder.collective().size(), of,
                                                  options.settings, options.tuner, none);
              choice.channels = options.channels.value_or(choice.channels);
              builder.set_ways(of.ways);
              const bool tree = choice.algorithm == Algorithm::kTree;
              builder.set_algorithm(fmt::format("nccl {} {} x{}", to_text(choice.algorithm),
                                                choice.protocol.name, choice.channels));
              if (choice.algorithm == Algorithm::kNvls)
                return by_switches(builder, choice, options);
              (tree ? on_trees : on_rings)(builder, of, choice, options);
            };
          }};
}

/// Channels and chunks of transfers between two ranks (NCCL 2.30, src/graph/paths.cc, src/init.cc).
P2pPlan p2p_plan(const LibraryRanks& of, const LibraryOptions& options,
                 const std::string& protocol) {
  const LibrarySettings& settings = options.settings;
  P2pPlan plan;
  plan.launch = options.launch;
  plan.direct = options.direct;
  plan.nodes = of.nodes;
  const unsigned channels = std::min(of.channels(settings), settings.p2p_most_channels);
  plan.channels = power_of_two(std::max(channels, settings.p2p_least_channels));
  plan.per_peer = power_of_two(of.p2p_channels);
  while (of.nodes > 1 && plan.per_peer > 1 && plan.per_peer * ((of.ranks + 7) / 8) > plan.channels)
    plan.per_peer /= 2;
  plan.per_peer = std::min(plan.per_peer, plan.channels);
  plan.parts = options.channels.value_or(0);
  plan.ll = kLl.with_buffer(settings.buffers[0]);
  plan.chunk = of.nodes > 1    ? settings.p2p_net_chunk
               : of.all_nvlink ? settings.p2p_nvlink_chunk
                               : settings.p2p_pcie_chunk;
  plan.chunk = std::min(plan.chunk, settings.buffers[2] / kSimpleSteps.window);
  plan.ll_bytes = protocol == kLl.name       ? UINT32_MAX
                  : protocol == kSimple.name ? 0
                                             : settings.p2p_ll_bytes;
  return plan;
}

/// Sends and receives between each two ranks.
CollectiveMaker point_to_point(Kind kind, Values values, unsigned ranks,
                               const MachinePlan* machine) {
  const LibraryOptions options(values, kind);
  const std::string protocol = values.text("protocol", "auto");
  if (protocol == kLl128.name)
    values.fail("protocol", protocol,
                "auto, simple or ll: nothing is sent point to point by ll128");
  const LibraryRanks of = library_ranks(ranks, machine, options.settings.graph_file);
  const P2pPlan plan = p2p_plan(of, options, protocol);
  return [=](CollectiveBuilder& builder) {
    builder.set_ways(of.ways);
    const Collective& collective = builder.collective();
    std::uint64_t most = 0;
    for (unsigned from = 0; from < ranks; ++from)
      for (unsigned to = 0; to < ranks; ++to)
        most = std::max(most, collective.transfer(from, to).count * kElementBytes);
    const unsigned parts = plan.parts_of(std::max<std::uint64_t>(most, 1), ranks);
    builder.set_algorithm(
        fmt::format("nccl p2p {} x{}", plan.protocol_of(most, parts, plan.nodes == 1).name, parts));
    transfer_all(builder, plan);
  };
}

/// A program of the user's, from a file.
CollectiveMaker of_file(Kind kind, Values values, unsigned ranks, const MachinePlan* machine) {
  const std::string file = values.text("program", "");
  if (file.empty())
    values.fail("algorithm", "msccl", "a program as well: program=FILE.xml, as MSCCL has it");
  for (const char* const stated : {"protocol", "channels", "direct"})
    if (!values.text(stated, "").empty())
      values.fail(stated, values.text(stated, ""), "none with algorithm=msccl: its file states it");
  const LibraryOptions options(values, kind);
  const auto program = std::make_shared<const MscclFile>(MscclFile::read(file));
  const std::string& is_for = program->collective;
  if ((kind == Kind::kAllToAll) != (is_for == "alltoall") || !values.text("counts", "").empty() ||
      !values.text("skew", "").empty())
    values.fail("program", file, "a program for this collective; this one is for " + is_for);
  if (program->blocks.size() != ranks)
    values.fail("program", file,
                fmt::format("a program for {} GPUs; this one is for {} (gpus=... names some of a "
                            "machine)",
                            ranks, program->blocks.size()));
  const bool in_place = values.flag("in_place", false);
  if (!(in_place ? program->in_place : program->out_of_place))
    values.fail("in_place", in_place ? "true" : "false",
                fmt::format("{} with {}", in_place ? "false" : "true", file));
  const RankWays ways = rank_ways(ranks, machine);
  if (!ways.through_host.empty() || !ways.node_of.empty())
    values.fail("algorithm", "msccl", "nccl: it needs GPUs that reach each other's memory");
  return [=](CollectiveBuilder& builder) {
    const std::uint64_t whole = program->chunks * kElementBytes;
    if (builder.collective().size().count() % whole != 0)
      values.fail(
          "bytes", core::to_text(builder.collective().size()),
          fmt::format("a multiple of {} B: {} has {} chunks", whole, file, program->chunks));
    builder.set_algorithm(fmt::format("msccl {} {}", program->name, program->protocol.name));
    run_msccl(builder, *program, options.launch);
  };
}

NamedAlgorithm msccl(Kind kind) {
  return {"msccl", [kind](Values values, unsigned ranks, const MachinePlan* machine) {
            return of_file(kind, values, ranks, machine);
          }};
}

}  // namespace

std::vector<NamedAlgorithm> library_algorithms(Kind kind) {
  if (kind == Kind::kBarrier) return {};
  if (ring_program(kind) == nullptr) {
    const CollectiveAlgorithm make = [kind](Values values, unsigned ranks,
                                            const MachinePlan* machine) {
      return point_to_point(kind, values, ranks, machine);
    };
    std::vector<NamedAlgorithm> all{{"nccl", make}, {"nccl_p2p", make}};
    if (kind == Kind::kAllToAll) all.push_back(msccl(kind));
    return all;
  }
  std::vector<NamedAlgorithm> all{chosen(kind, {}), chosen(kind, Algorithm::kRing)};
  if (kind == Kind::kAllReduce) all.push_back(chosen(kind, Algorithm::kTree));
  if (kind != Kind::kBroadcast && kind != Kind::kReduce)
    all.push_back(chosen(kind, Algorithm::kNvls));
  if (kind == Kind::kAllReduce) all.push_back(msccl(kind));
  return all;
}

const std::vector<std::string>& library_keys() {
  static const std::vector<std::string> keys{"channels", "protocol", "direct", "launch",
                                             "settings", "tuner",    "program"};
  return keys;
}

}  // namespace gf::model
