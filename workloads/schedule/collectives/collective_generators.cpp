// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/collective_generators.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/base/units.h"
#include "tlm_models/machine/machine_plan.h"
#include "workloads/collectives/channel_names.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/collectives/all_reduce.h"
#include "workloads/schedule/collectives/library_algorithms.h"
#include "workloads/schedule/collectives/others.h"
#include "workloads/schedule/collectives/part.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostChecked = std::uint64_t{1} << 30;

struct CollectiveKind {
  CollectiveForm form;
  Kind kind;
  std::vector<NamedAlgorithm> algorithms;  ///< The first is the default.
};

CollectiveMaker two_levels(Values values, unsigned ranks, const MachinePlan*) {
  const unsigned per_node = values.count("node", std::min(ranks, 4u), 1, ranks);
  if (ranks % per_node != 0)
    values.fail("node", std::to_string(per_node),
                "a divisor of the " + std::to_string(ranks) + " ranks");
  return [=](CollectiveBuilder& builder) { two_level_all_reduce(builder, per_node); };
}

/// An algorithm without options.
CollectiveAlgorithm plain(void (*make)(CollectiveBuilder&)) {
  return [make](Values, unsigned, const MachinePlan*) { return make; };
}
/// An algorithm that moves the vector in pieces.
CollectiveAlgorithm in_pieces(void (*make)(CollectiveBuilder&, unsigned pieces)) {
  return [make](Values values, unsigned, const MachinePlan*) -> CollectiveMaker {
    const unsigned pieces = values.count("pieces", 8, 1, 1024);
    return [=](CollectiveBuilder& builder) { make(builder, pieces); };
  };
}

/// Adds the library's algorithms and their options, and names all algorithms in the meaning.
CollectiveKind with_library(CollectiveKind kind) {
  const std::vector<NamedAlgorithm> library = library_algorithms(kind.kind);
  kind.algorithms.insert(kind.algorithms.end(), library.begin(), library.end());
  std::vector<std::string>& keys = kind.form.keys;
  if (!library.empty()) keys.insert(keys.end(), library_keys().begin(), library_keys().end());
  std::string names;
  for (const NamedAlgorithm& each : kind.algorithms)
    names += names.empty() ? each.first + " (default)" : ", " + each.first;
  if (kind.algorithms.size() > 1) kind.form.meaning += "; algorithm " + names;
  return kind;
}

const std::vector<CollectiveKind>& collective_kinds() {
  static const std::vector<CollectiveKind> all{
      with_library({{"allreduce",
                     {"algorithm", "op", "in_place", "check", "factor", "pieces", "node"},
                     "sum (or op=max) of all GPUs' vectors"},
                    Kind::kAllReduce,
                    {{"ring", plain(ring_all_reduce)},
                     {"tree", in_pieces(tree_all_reduce)},
                     {"halving_doubling", plain(halving_doubling_all_reduce)},
                     {"two_level", two_levels}}}),
      with_library({{"allgather",
                     {"algorithm", "in_place", "check", "factor"},
                     "every GPU gets the blocks of all"},
                    Kind::kAllGather,
                    {{"ring", plain(ring_all_gather)}}}),
      with_library({{"reducescatter",
                     {"algorithm", "op", "in_place", "check", "factor"},
                     "GPU i gets block i of the sum (or op=max)"},
                    Kind::kReduceScatter,
                    {{"ring", plain(ring_reduce_scatter)}}}),
      with_library({{"alltoall", {"check", "factor"}, "GPU i gets block i of every GPU"},
                    Kind::kAllToAll,
                    {{"rotated", plain(rotated_all_to_all)}}}),
      with_library(
          {{"broadcast",
            {"algorithm", "root", "in_place", "check", "factor", "pieces"},
            "all get the vector of GPU root (0)"},
           Kind::kBroadcast,
           {{"chain", in_pieces(chain_broadcast)}, {"binomial", plain(binomial_broadcast)}}}),
      with_library({{"reduce",
                     {"algorithm", "op", "root", "in_place", "check", "factor", "pieces"},
                     "GPU root (0) gets the sum (or op=max) of all GPUs' vectors"},
                    Kind::kReduce,
                    {{"chain", in_pieces(chain_reduce)}}}),
      with_library({{"gather_to",
                     {"root", "in_place", "check", "factor"},
                     "GPU root (0) gets block i of GPU i"},
                    Kind::kGather,
                    {{"direct", plain(direct_gather)}}}),
      with_library({{"scatter_from",
                     {"root", "in_place", "check", "factor"},
                     "GPU i gets block i of GPU root (0)"},
                    Kind::kScatter,
                    {{"direct", plain(direct_scatter)}}}),
      {{"barrier", {"check"}, "no GPU ends before all have begun"},
       Kind::kBarrier,
       {{"dissemination", plain(barrier)}}},
      with_library({{"sendrecv", {"check", "factor"}, "GPU i + 1 gets the vector of GPU i"},
                    Kind::kSendReceive,
                    {{"neighbour", plain(send_receive)}}})};
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

/// The GPUs that take part in a collective.
struct Participants {
  Participants(Values values, unsigned gpus, const MachinePlan* all) : ranks(gpus), machine(all) {
    std::string names = values.text("gpus", "");
    if (names.empty()) return;
    if (all == nullptr)
      values.fail("gpus", names, "none without a machine, whose GPUs have names; set `machine`");
    std::replace(names.begin(), names.end(), ' ', ',');
    const std::vector<unsigned> known = all->of_kind(DeviceKind::kGpu);
    part = std::make_shared<const MachinePlan>(part_of_gpus(*all, names));
    machine = part.get();
    for (unsigned first = 0; first + known.size() <= gpus; first += known.size())
      for (const unsigned gpu : part->ranks)
        devices.push_back(first + static_cast<unsigned>(std::find(known.begin(), known.end(), gpu) -
                                                        known.begin()));
    ranks = static_cast<unsigned>(devices.size());
  }
  unsigned ranks;
  const MachinePlan* machine;
  std::vector<unsigned> devices;  ///< By rank; empty: those with the same numbers.
  std::shared_ptr<const MachinePlan> part;
};

/// Returns the requested algorithm. Calls `values.fail()` if the name is unknown.
const NamedAlgorithm& algorithm_of(const CollectiveKind& kind, Values values) {
  const std::string asked = values.text("algorithm", kind.algorithms.front().first);
  std::vector<std::string> names;
  for (const NamedAlgorithm& each : kind.algorithms) {
    names.push_back(each.first);
    if (each.first != asked) continue;
    for (const char* const of_library : {"NCCL_", "settings", "tuner"})
      if (!core::begins_with(asked, "nccl") && !values.names(of_library).empty())
        values.fail(values.names(of_library).front(),
                    values.text(values.names(of_library).front(), ""),
                    "none with algorithm=" + asked + "; take algorithm=nccl");
    return each;
  }
  values.fail("algorithm", asked, "one of " + core::legal_names(asked, names));
}

Schedule make_one_size(Values values, Collective collective, const CollectiveMaker& make) {
  if (collective.check && collective.elements * kElementBytes > kMostChecked / collective.ranks)
    values.fail("check", "true", "sizes of up to 1 GiB on all GPUs together");
  const std::string title = collective.name + "_" + core::to_text(collective.size());
  const std::string algorithm = collective.algorithm;
  CollectiveBuilder builder(std::move(collective), workload::kMostCommunications, [&] {
    values.fail("algorithm", algorithm,
                "up to " + std::to_string(workload::kMostCommunications) +
                    " tasks; take fewer GPUs or pieces, or another algorithm");
  });
  make(builder);
  Schedule schedule = builder.finish(title);
  if (schedule.tasks.empty()) values.fail("in_place", "true", "false: one GPU alone moves nothing");
  return schedule;
}

}  // namespace

const std::vector<CollectiveForm>& collective_forms() {
  static const std::vector<CollectiveForm> forms = [] {
    std::vector<CollectiveForm> all;
    for (const CollectiveKind& kind : collective_kinds()) {
      all.push_back(kind.form);
      all.back().keys.emplace_back("gpus");
    }
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
                                       unsigned gpus, const MachinePlan* machine) {
  const auto kind =
      std::find_if(collective_kinds().begin(), collective_kinds().end(),
                   [&](const CollectiveKind& each) { return each.form.name == name; });
  GF_CHECK(kind != collective_kinds().end(), "no collective " + name);
  Collective collective;
  collective.kind = kind->kind;
  collective.name = name;
  const Participants with(values, gpus, machine);
  collective.ranks = with.ranks;
  collective.op = op_of(kind->kind, values);
  collective.root = values.count("root", 0, 0, with.ranks - 1);
  collective.in_place = values.flag("in_place", false);
  collective.check = values.flag("check", false);
  const NamedAlgorithm& algorithm = algorithm_of(*kind, values);
  collective.algorithm = algorithm.first;
  const CollectiveMaker make = algorithm.second(values, with.ranks, with.machine);
  std::vector<Schedule> all;
  const auto add = [&] {
    all.push_back(make_one_size(values, collective, make));
    if (!with.devices.empty()) move_to(all.back(), with.devices);
  };
  if (kind->kind == Kind::kBarrier) {
    add();
    return all;
  }
  for (const std::uint64_t size : sizes_of(values)) {
    collective.elements = elements_of(collective, size);
    add();
  }
  return all;
}

}  // namespace gf::model
