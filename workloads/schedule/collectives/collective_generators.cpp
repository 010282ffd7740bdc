// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/collective_generators.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

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
#include "workloads/schedule/elements/exchange_counts.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Values = const OptionValues&;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;
const char* const kUneven = "alltoallv";
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
  keys.insert(keys.begin(), {"algorithm", "type"});
  keys.insert(keys.end(), library_keys().begin(), library_keys().end());
  std::string names;
  for (const NamedAlgorithm& each : kind.algorithms)
    names += names.empty() ? each.first + " (default)" : ", " + each.first;
  if (kind.algorithms.size() > 1) kind.form.meaning += "; algorithm " + names;
  return kind;
}

const std::vector<CollectiveKind>& collective_kinds() {
  static const std::vector<CollectiveKind> all{
      with_library({{"allreduce",
                     {"op", "in_place", "check", "factor", "pieces", "node"},
                     "sum (or op=max) of all GPUs' vectors"},
                    Kind::kAllReduce,
                    {{"ring", plain(ring_all_reduce)},
                     {"tree", in_pieces(tree_all_reduce)},
                     {"halving_doubling", plain(halving_doubling_all_reduce)},
                     {"two_level", two_levels}}}),
      with_library(
          {{"allgather", {"in_place", "check", "factor"}, "every GPU gets the blocks of all"},
           Kind::kAllGather,
           {{"ring", plain(ring_all_gather)}}}),
      with_library({{"reducescatter",
                     {"op", "in_place", "check", "factor"},
                     "GPU i gets block i of the sum (or op=max)"},
                    Kind::kReduceScatter,
                    {{"ring", plain(ring_reduce_scatter)}}}),
      with_library({{"alltoall", {"check", "factor"}, "GPU i gets block i of every GPU"},
                    Kind::kAllToAll,
                    {{"rotated", plain(rotated_all_to_all)}}}),
      with_library({{kUneven,
                     {"counts", "skew", "check", "factor"},
                     "blocks of a file's sizes (counts), or skew (1) times as much for GPU 0"},
                    Kind::kAllToAll,
                    {{"rotated", plain(rotated_all_to_all)}}}),
      with_library(
          {{"broadcast",
            {"root", "in_place", "check", "factor", "pieces"},
            "all get the vector of GPU root (0)"},
           Kind::kBroadcast,
           {{"chain", in_pieces(chain_broadcast)}, {"binomial", plain(binomial_broadcast)}}}),
      with_library({{"reduce",
                     {"op", "root", "in_place", "check", "factor", "pieces"},
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

/// The datatypes of nccl-tests and their bytes.
const std::vector<std::pair<std::string, unsigned>>& datatypes() {
  static const std::vector<std::pair<std::string, unsigned>> all{
      {"int8", 1}, {"uint8", 1}, {"int32", 4},  {"uint32", 4},   {"int64", 8},  {"uint64", 8},
      {"half", 2}, {"float", 4}, {"double", 8}, {"bfloat16", 2}, {"f8e4m3", 1}, {"f8e5m2", 1}};
  return all;
}

void set_type(Collective& collective, Values values) {
  collective.type = values.text("type", collective.type);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : datatypes()) {
    if (name == collective.type) collective.type_bytes = bytes;
    names.push_back(name);
  }
  if (std::find(names.begin(), names.end(), collective.type) == names.end())
    values.fail("type", collective.type, "one of " + core::legal_names(collective.type, names));
}

/// Returns the collective in each of its sizes, from the first to the last, each `factor` times the
/// previous one. Vectors are rounded down to whole elements and words, in equal blocks if the
/// collective has blocks.
std::vector<Collective> in_sizes(const Collective& collective, Values values) {
  const std::uint64_t word = std::max<std::uint64_t>(collective.type_bytes, kElementBytes);
  const auto [first, last] =
      values.bytes("bytes", "64 MiB", core::Bytes(word), core::Bytes(kMostBytes));
  const std::uint64_t factor = values.number("factor", 2, 2, 1024);
  const std::uint64_t unit = word / kElementBytes;
  const double skew = static_cast<double>(values.number("skew", 1, 1, 1000));
  std::vector<Collective> all;
  for (std::uint64_t size = first.count(); size <= last.count(); size *= factor) {
    Collective& one = all.emplace_back(collective);
    const std::uint64_t elements = size / kElementBytes;
    const std::uint64_t blocks = unit * (one.has_blocks() ? one.ranks : 1);
    one.elements = elements < blocks ? elements : elements / blocks * blocks;
    if (one.name == kUneven) one.counts = skewed_counts(elements, one.ranks, skew, unit);
  }
  return all;
}

/// Returns the collective with the counts of a file.
Collective with_counts(Collective collective, const std::string& file, Values values) {
  for (const char* const other : {"bytes", "skew"})
    if (!values.text(other, "").empty())
      values.fail(other, values.text(other, ""), "none with counts=, whose file states the sizes");
  collective.counts = read_exchange_counts(
      file, collective.ranks, std::max(collective.type_bytes, unsigned{kElementBytes}));
  for (auto row = collective.counts.begin(); row != collective.counts.end();
       row += collective.ranks)
    collective.elements = std::max(collective.elements,
                                   std::accumulate(row, row + collective.ranks, std::uint64_t{0}));
  if (longest_side(collective.counts, collective.ranks) == 0)
    values.fail("counts", file, "a file with a size above 0");
  return collective;
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
    if (const std::string file = values.text("program", ""); !file.empty() && asked != "msccl")
      values.fail("program", file, "none with algorithm=" + asked + "; take algorithm=msccl");
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
  set_type(collective, values);
  const NamedAlgorithm& algorithm = algorithm_of(*kind, values);
  collective.algorithm = algorithm.first;
  const CollectiveMaker make = algorithm.second(values, with.ranks, with.machine);
  std::vector<Collective> wanted{collective};
  if (const std::string file = values.text("counts", ""); !file.empty())
    wanted = {with_counts(collective, file, values)};
  else if (kind->kind != Kind::kBarrier)
    wanted = in_sizes(collective, values);
  std::vector<Schedule> all;
  for (const Collective& one : wanted) {
    all.push_back(make_one_size(values, one, make));
    if (!with.devices.empty()) move_to(all.back(), with.devices);
  }
  return all;
}

}  // namespace gf::model
