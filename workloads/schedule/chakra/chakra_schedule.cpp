// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/chakra/chakra_schedule.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/base/error.h"
#include "workloads/copies/copy_generators.h"
#include "workloads/schedule/chakra/groups.h"
#include "workloads/schedule/collectives/part.h"
#include "workloads/schedule/ready_tasks.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model {
namespace {

using NodeKind = ChakraNode::Kind;
using Positions = std::vector<unsigned>;

/// Limits the dependencies of all tasks together: a node that takes no time passes on everything it
/// waits for.
constexpr std::size_t kMostChakraWaits = std::size_t{1} << 26;

void unite(Positions& positions, const Positions& more) {
  positions.insert(positions.end(), more.begin(), more.end());
}

void tidy(Positions& positions) {
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
}

class ChakraTasks {
 public:
  ChakraTasks(const std::vector<ChakraTrace>& traces, double compute_rate, ChakraLeftOut& left_out)
      : traces_(traces), compute_rate_(compute_rate), left_out_(left_out) {}

  Schedule run(const std::string& name) {
    schedule_.name = name;
    for (const ChakraTrace& trace : traces_) parts_.emplace_back(trace.nodes.size());
    add_tasks();
    match_messages();
    add_collectives();
    for (unsigned rank = 0; rank < traces_.size(); ++rank) add_waits(rank);
    if (schedule_.tasks.empty())
      core::fail_input(
          traces_[0].file, 0, "the traces hold nothing that takes time",
          "nodes that compute, move memory or communicate, and not only calls of hosts "
          "(is_cpu_op)");
    refuse_cycle();
    schedule_.classes = std::move(classes_);
    return std::move(schedule_);
  }

 private:
  [[noreturn]] void fail(const ChakraPlace& at, const std::string& cause,
                         const std::string& expected) const {
    fail_chakra(traces_, at, cause, expected);
  }
  [[nodiscard]] const ChakraNode& node(const ChakraPlace& at) const {
    return traces_[at.rank].nodes[at.node];
  }
  CollectivePart& part(const ChakraPlace& at) { return parts_[at.rank][at.node]; }

  template <class Act>
  void for_each(NodeKind kind, Act act) {
    for (unsigned rank = 0; rank < traces_.size(); ++rank)
      for (unsigned i = 0; i < traces_[rank].nodes.size(); ++i)
        if (traces_[rank].nodes[i].kind == kind) act(ChakraPlace{rank, i});
  }

  void add(const ChakraPlace& at, Task task) {
    const bool sends = node(at).kind == NodeKind::kSend;
    classes_->of.push_back(sends ? classes_->number("point to point") : TaskClasses::kCompute);
    const auto position = static_cast<unsigned>(schedule_.tasks.size());
    task.id = std::to_string(at.rank) + "." + std::to_string(node(at).id);
    schedule_.tasks.push_back(std::move(task));
    part(at) = {{position}, {position}};
  }

  void add_tasks() {
    for (unsigned rank = 0; rank < traces_.size(); ++rank)
      for (unsigned i = 0; i < traces_[rank].nodes.size(); ++i) add_task({rank, i});
  }

  void add_task(const ChakraPlace& at) {
    const ChakraNode& it = node(at);
    Task task;
    task.src = task.dst = at.rank;
    task.kind = TaskKind::kKernel;
    task.bytes = core::Bytes(it.bytes);
    if (it.kind == NodeKind::kCompute) {
      task.duration = duration_of(at);
    } else if (it.kind == NodeKind::kSend) {
      task.dst = it.peer;
      const bool copies = task.src != task.dst;
      if (copies) task.kind = TaskKind::kCopy;
      const std::uint64_t bytes = std::max<std::uint64_t>(it.bytes, 1);
      task.bytes = core::Bytes(bytes * (copies ? 1 : 2));
      if (!copies) task.written = core::Bytes(bytes);
    } else if (it.kind != NodeKind::kMemory) {
      return;
    }
    if (it.stores) task.written = task.bytes;
    add(at, std::move(task));
  }

  /// Returns the duration in the trace; without it, the compute part of a roofline. The other part
  /// is the time for its bytes.
  [[nodiscard]] sc_core::sc_time duration_of(const ChakraPlace& at) const {
    const ChakraNode& it = node(at);
    if (it.operations == 0) return {static_cast<double>(it.micros), sc_core::SC_US};
    const double seconds = static_cast<double>(it.operations) / compute_rate_;
    constexpr double kHour = 3600;
    if (seconds > kHour)
      fail(at, "num_ops = " + std::to_string(it.operations) + " take more than an hour",
           "up to an hour at compute_rate");
    return {seconds, sc_core::SC_SEC};
  }

  void match_messages() {
    std::map<std::tuple<unsigned, unsigned, std::uint64_t>, std::deque<ChakraPlace>> sends;
    for_each(NodeKind::kSend, [&](const ChakraPlace& at) {
      sends[{at.rank, node(at).peer, node(at).tag}].push_back(at);
    });
    for_each(NodeKind::kReceive, [&](const ChakraPlace& at) {
      const ChakraNode& it = node(at);
      std::deque<ChakraPlace>& from = sends[{it.peer, at.rank, it.tag}];
      if (from.empty())
        fail(at, "its receive has no matching send",
             "a send of rank " + std::to_string(it.peer) + " to rank " + std::to_string(at.rank) +
                 " with its comm_tag");
      if (node(from.front()).bytes > it.bytes)
        fail(
            at, "it receives " + std::to_string(it.bytes) + " B",
            "at least the " + std::to_string(node(from.front()).bytes) + " B of the matching send");
      part(at).last = part(from.front()).last;
      from.pop_front();
    });
    for (const auto& [key, left] : sends)
      if (!left.empty())
        fail(left.front(), "its send has no matching receive",
             "a receive on rank " + std::to_string(std::get<1>(key)) + ", with its comm_tag");
  }

  void add_collectives() {
    std::size_t number = 0;
    for (const ChakraGroup& group : chakra_groups(traces_)) {
      for (std::size_t k = 0; k < group.places[0].size(); ++k)
        add_collective_of(group, k, "c" + std::to_string(number++));
    }
  }

  void add_collective_of(const ChakraGroup& group, std::size_t k, const std::string& id) {
    const ChakraNode& first = node(group.places[0][k]);
    std::uint64_t bytes = 0;
    bool differ = false;
    for (const std::vector<ChakraPlace>& places : group.places) {
      const ChakraNode& it = node(places[k]);
      if (it.collective != first.collective || it.root != first.root)
        fail(places[k], "it is " + it.collective + " from rank " + std::to_string(it.root),
             first.collective + " from rank " + std::to_string(first.root) + ", as node " +
                 std::to_string(first.id) + " of " + traces_[group.places[0][k].rank].file);
      differ = differ || it.bytes != first.bytes;
      bytes = std::max(bytes, it.bytes);
    }
    if (differ) ++left_out_["collectives whose ranks have different sizes, run with the largest"];
    const auto ranks = static_cast<unsigned>(group.ranks.size());
    if (first.root >= ranks)
      fail(group.places[0][k], "root = " + std::to_string(first.root),
           "a place in its group, 0 ... " + std::to_string(ranks - 1));
    if (ranks == 1) return;  // nothing is moved
    if (first.collective == "allgather" || first.collective == "gather_to") bytes *= ranks;
    const std::vector<CollectivePart> parts = add_collective(
        schedule_, collectives_.get({first.collective, bytes, ranks, first.root}), group.ranks, id);
    if (schedule_.tasks.size() > workload::kMostCommunications)
      fail(group.places[0][k],
           "more than " + std::to_string(workload::kMostCommunications) + " tasks up to it",
           "shorter traces");
    classes_->of.resize(schedule_.tasks.size(), classes_->number(first.collective));
    for (unsigned i = 0; i < ranks; ++i) part(group.places[i][k]) = parts[i];
  }

  /// Returns the nodes of a rank, each after the nodes that it waits for.
  std::vector<std::size_t> in_order(unsigned rank, Schedule& order) {
    const std::vector<ChakraNode>& nodes = traces_[rank].nodes;
    std::unordered_map<std::uint64_t, unsigned> at;
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (!at.emplace(nodes[i].id, i).second)
        fail({rank, i}, "another node has its id", "an id for each node");
    for (unsigned i = 0; i < nodes.size(); ++i) {
      Task task;
      for (std::size_t k = 0; k < nodes[i].waits.size(); ++k) {
        const auto found = at.find(nodes[i].waits[k]);
        if (found != at.end())
          task.after.push_back(found->second);
        else if (k < nodes[i].controls)
          // PyTorch's converter removes nodes without data_deps, but keeps the nodes that they
          // called.
          ++left_out_["ctrl_deps on missing nodes"];
        else
          fail({rank, i}, "it depends on node " + std::to_string(nodes[i].waits[k]),
               "a node of its trace");
      }
      tidy(task.after);
      task.id = std::to_string(nodes[i].id);
      order.tasks.push_back(std::move(task));
    }
    refuse_cycle(order, [&](std::size_t i) { return ChakraPlace{rank, static_cast<unsigned>(i)}; });
    return dependency_order(order);
  }

  void add_waits(unsigned rank) {
    Schedule order;
    for (const std::size_t i : in_order(rank, order)) {
      const ChakraPlace at{rank, static_cast<unsigned>(i)};
      CollectivePart& it = part(at);
      Positions waits;
      for (const unsigned before : order.tasks[i].after) unite(waits, parts_[rank][before].last);
      tidy(waits);
      waits_ += waits.size() * std::max<std::size_t>(it.first.size(), 1);
      if (waits_ > kMostChakraWaits)
        fail(at, "more than " + std::to_string(kMostChakraWaits) + " dependencies between nodes",
             "shorter chains of nodes without duration");
      for (const unsigned task : it.first) {
        unite(schedule_.tasks[task].after, waits);
        tidy(schedule_.tasks[task].after);
      }
      // A receive ends when its copy and everything that it waits for have ended.
      if (it.first.empty()) unite(it.last, waits);
    }
  }

  template <class PlaceOf>
  void refuse_cycle(const Schedule& schedule, PlaceOf place_of) const {
    const std::vector<std::size_t> cycle = find_cycle(schedule);
    if (cycle.empty()) return;
    std::string names;
    for (const std::size_t each : cycle) names += schedule.id_of(each) + " waits for ";
    fail(place_of(cycle.front()),
         "nodes wait for each other: " + names + schedule.id_of(cycle.front()),
         "nodes that can start one after another");
  }

  /// Rejects ranks that wait for each other, for example through collectives in different orders.
  void refuse_cycle() const {
    refuse_cycle(schedule_, [this](std::size_t task) {
      for (unsigned rank = 0; rank < parts_.size(); ++rank)
        for (unsigned i = 0; i < parts_[rank].size(); ++i)
          for (const Positions* those : {&parts_[rank][i].first, &parts_[rank][i].last})
            if (std::find(those->begin(), those->end(), task) != those->end())
              return ChakraPlace{rank, i};
      return ChakraPlace{0, 0};
    });
  }

  const std::vector<ChakraTrace>& traces_;
  const double compute_rate_;
  ChakraLeftOut& left_out_;
  Schedule schedule_;
  std::shared_ptr<TaskClasses> classes_ = std::make_shared<TaskClasses>();
  std::vector<std::vector<CollectivePart>> parts_;  ///< By rank and node: the tasks of the node.
  CollectiveStore collectives_;
  std::size_t waits_ = 0;
};

}  // namespace

Schedule chakra_schedule(const std::vector<ChakraTrace>& traces, const std::string& name,
                         double compute_rate, ChakraLeftOut& left_out) {
  return ChakraTasks(traces, compute_rate, left_out).run(name);
}

}  // namespace gf::model
