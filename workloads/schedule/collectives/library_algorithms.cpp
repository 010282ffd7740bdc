// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_algorithms.h"

#include <fmt/format.h>
#include <optional>

#include "core/base/error.h"
#include "tlm_models/machine/machine_plan.h"
#include "tlm_models/machine/planned_nvlink.h"
#include "workloads/schedule/collectives/library_choice.h"
#include "workloads/schedule/collectives/nvls_programs.h"
#include "workloads/schedule/collectives/ring_programs.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;
using Algorithm = LibraryAlgorithm;

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
    if (!values.text("direct", "").empty()) direct = values.flag("direct", true);
    launch =
        values.time("launch", sc_core::sc_time(kLibraryLaunch, sc_core::SC_SEC),
                    sc_core::sc_time(1, sc_core::SC_SEC), "a time of at most 1 s, such as 5 us");
  }
  LibrarySettings settings;
  TunerFile tuner;
  std::optional<unsigned> channels;  ///< Empty: as the library chooses.
  std::optional<bool> direct;        ///< Empty: as the algorithm has it.
  sc_core::sc_time launch;
};

using RingProgram = void (*)(CollectiveBuilder&, const RingPlan&);

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

/// Makes the plan that all algorithms share.
template <class Plan>
Plan plan_of(const LibraryChoice& choice, const LibraryOptions& options) {
  Plan plan;
  plan.protocol = choice.protocol;
  plan.threads = choice.threads;
  plan.launch = options.launch;
  plan.direct = options.direct.value_or(true);
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
  plan.direct = options.direct.value_or(false);
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
            return [=, of = library_ranks(ranks, machine)](CollectiveBuilder& builder) {
              LibraryChoice choice = choose(kind, builder.collective().size(), of, options.settings,
                                            options.tuner, none);
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

}  // namespace

std::vector<NamedAlgorithm> library_algorithms(Kind kind) {
  if (ring_program(kind) == nullptr) return {};
  std::vector<NamedAlgorithm> all{chosen(kind, {}), chosen(kind, Algorithm::kRing)};
  if (kind == Kind::kAllReduce) all.push_back(chosen(kind, Algorithm::kTree));
  if (kind != Kind::kBroadcast && kind != Kind::kReduce)
    all.push_back(chosen(kind, Algorithm::kNvls));
  return all;
}

const std::vector<std::string>& library_keys() {
  static const std::vector<std::string> keys{"channels", "protocol", "direct",
                                             "launch",   "settings", "tuner"};
  return keys;
}

}  // namespace gf::model
