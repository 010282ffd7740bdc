// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/chakra/groups.h
#include "workloads/schedule/chakra/chakra_schedule.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model::chakra_schedule_test {
namespace {

using NodeKind = ChakraNode::Kind;
using Ids = std::vector<std::uint64_t>;

ChakraNode node(std::uint64_t id, NodeKind kind, Ids waits = {}) {
  ChakraNode made;
  made.id = id;
  made.kind = kind;
  made.bytes = 64;
  made.micros = kind == NodeKind::kCompute ? 5 : 0;
  made.waits = std::move(waits);
  return made;
}
ChakraNode message(std::uint64_t id, NodeKind kind, unsigned peer, std::uint64_t tag = 0,
                   Ids waits = {}) {
  ChakraNode made = node(id, kind, std::move(waits));
  made.peer = peer;
  made.tag = tag;
  return made;
}
ChakraNode collective(std::uint64_t id, const std::string& what, const std::string& group = "",
                      Ids waits = {}) {
  ChakraNode made = node(id, NodeKind::kCollective, std::move(waits));
  made.collective = what;
  made.group = group;
  return made;
}

class ChakraSchedule : public testing::Test {
 protected:
  Schedule made(const std::vector<std::vector<ChakraNode>>& ranks) {
    std::vector<ChakraTrace> traces;
    for (const auto& nodes : ranks)
      traces.push_back({"t." + std::to_string(traces.size()) + ".et", nodes, groups_});
    return chakra_schedule(traces, "t", 1e12, left_out_);
  }
  std::string refusal(const std::vector<std::vector<ChakraNode>>& ranks) {
    return test::error_of([&] { made(ranks); });
  }
  static std::uint64_t bytes_between(const Schedule& schedule, unsigned src, unsigned dst) {
    std::uint64_t bytes = 0;
    for (const Task& task : schedule.tasks)
      if (task.kind == TaskKind::kCopy && task.src == src && task.dst == dst)
        bytes += task.bytes.count();
    return bytes;
  }
  std::map<std::string, std::vector<unsigned>> groups_;
  ChakraLeftOut left_out_;
};

TEST_F(ChakraSchedule, NodesThatTakeNoTimeHandOnWhatTheyWaitFor) {
  const Schedule schedule =
      made({{node(10, NodeKind::kCompute), node(11, NodeKind::kNothing, {10}),
             node(12, NodeKind::kNothing, {11}), node(13, NodeKind::kMemory, {12})}});
  ASSERT_EQ(schedule.tasks.size(), 2u);
  EXPECT_EQ(schedule.tasks[0].duration, sc_core::sc_time(5, sc_core::SC_US));
  EXPECT_EQ(schedule.tasks[1].bytes, core::Bytes(64));
  EXPECT_EQ(schedule.id_of(1), "0.13");
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0));
}

// PyTorch's converter removes nodes and leaves the ctrl_deps of those that they called.
TEST_F(ChakraSchedule, ControlDependenciesOnRemovedNodesAreLeftOut) {
  ChakraNode called = node(12, NodeKind::kMemory, {7, 11, 10});
  called.controls = 2;
  const Schedule schedule = made({{node(10, NodeKind::kCompute), called}});
  EXPECT_THAT(schedule.tasks[1].after, ElementsAre(0));
  EXPECT_EQ(left_out_["ctrl_deps on missing nodes"], 2u);
}

TEST_F(ChakraSchedule, OperationsAndBytesAreARoofline) {
  ChakraNode compute = node(1, NodeKind::kCompute);
  compute.micros = 0;
  compute.operations = 3'000'000;
  ChakraNode store = node(2, NodeKind::kMemory);
  store.stores = true;
  const Schedule schedule = made({{compute, store, node(3, NodeKind::kMemory)}});
  EXPECT_EQ(schedule.tasks[0].duration, sc_core::sc_time(3, sc_core::SC_US)) << "at 1e12 a second";
  EXPECT_EQ(schedule.tasks[0].bytes, core::Bytes(64));
  EXPECT_EQ(schedule.tasks[1].written, core::Bytes(64));
  EXPECT_EQ(schedule.tasks[2].written, core::Bytes(0));
  compute.operations = ~std::uint64_t{0};
  EXPECT_THAT(refusal({{compute}}), HasSubstr("take more than an hour"));
}

TEST_F(ChakraSchedule, AGatherIsAsLongAsAllThatItsRanksGive) {
  const ChakraNode gather = collective(1, "gather_to");
  const Schedule schedule = made({{gather}, {gather}, {gather}});
  EXPECT_EQ(bytes_between(schedule, 1, 0), 64u);
  EXPECT_EQ(bytes_between(schedule, 2, 0), 64u);
  const ChakraNode scatter = collective(1, "scatter_from");
  EXPECT_EQ(bytes_between(made({{scatter}, {scatter}}), 0, 1), 32u);
  ChakraNode reduce = collective(1, "reduce");
  reduce.root = 1;
  EXPECT_EQ(bytes_between(made({{reduce}, {reduce}}), 0, 1), 64u);
}

TEST_F(ChakraSchedule, ASendAndItsReceiveAreOneCopyByRanksAndTag) {
  const Schedule schedule =
      made({{message(1, NodeKind::kSend, 1, 7), message(2, NodeKind::kSend, 1, 8)},
            {message(1, NodeKind::kReceive, 0, 8), message(2, NodeKind::kReceive, 0, 7),
             node(3, NodeKind::kCompute, {1})}});
  ASSERT_EQ(schedule.tasks.size(), 3u);
  EXPECT_EQ(schedule.id_of(1), "0.2");
  EXPECT_EQ(schedule.id_of(2), "1.3");
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(1)) << "the one with tag 8";
  EXPECT_EQ(schedule.classes->names[schedule.classes->of[1]], "point to point");
}

TEST_F(ChakraSchedule, AReceiveEndsWhenWhatItWaitsForHas) {
  const Schedule schedule =
      made({{message(1, NodeKind::kSend, 1)},
            {node(1, NodeKind::kCompute), message(2, NodeKind::kReceive, 0, 0, {1}),
             node(3, NodeKind::kMemory, {2})}});
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0, 1));
}

// An all-reduce of 64 B on two ranks: halves go both ways, twice.
TEST_F(ChakraSchedule, ACollectiveWaitsForTheRankThatComesToIt) {
  const Schedule schedule = made({{node(1, NodeKind::kCompute), collective(2, "allreduce", "", {1}),
                                   node(3, NodeKind::kCompute, {2})},
                                  {collective(1, "allreduce")}});
  EXPECT_EQ(bytes_between(schedule, 0, 1), 64u);
  EXPECT_EQ(bytes_between(schedule, 1, 0), 64u);
  EXPECT_EQ(schedule.id_of(2), "c0.0");
  for (std::size_t i = 2; i < schedule.tasks.size(); ++i)
    EXPECT_THAT(schedule.tasks[i].after, testing::Not(IsEmpty()));
  EXPECT_THAT(schedule.tasks[2].after, ElementsAre(0)) << "rank 0 has not come to it before";
  EXPECT_THAT(schedule.tasks[1].after, testing::Each(testing::Ge(2u)));
  EXPECT_EQ(schedule.classes->names[schedule.classes->of[2]], "allreduce");
}

TEST_F(ChakraSchedule, BytesAreWhatARankGives) {
  EXPECT_EQ(bytes_between(made({{collective(1, "allgather")}, {collective(1, "allgather")}}), 0, 1),
            64u);
  EXPECT_EQ(bytes_between(
                made({{collective(1, "reducescatter")}, {collective(1, "reducescatter")}}), 0, 1),
            32u);
  EXPECT_EQ(bytes_between(made({{collective(1, "alltoall")}, {collective(1, "alltoall")}}), 0, 1),
            32u);
  const Schedule barrier = made({{collective(1, "barrier")}, {collective(1, "barrier")}});
  EXPECT_EQ(bytes_between(barrier, 0, 1), 4u);
}

TEST_F(ChakraSchedule, ABroadcastComesFromItsRoot) {
  ChakraNode from_one = collective(1, "broadcast");
  from_one.root = 1;
  const Schedule schedule = made({{from_one}, {from_one}});
  EXPECT_EQ(bytes_between(schedule, 1, 0), 64u);
  EXPECT_EQ(bytes_between(schedule, 0, 1), 0u);
  from_one.root = 2;
  EXPECT_THAT(refusal({{from_one}, {from_one}}), HasSubstr("a place in its group, 0 ... 1"));
}

TEST_F(ChakraSchedule, GroupsAreOfThoseWhoNameThem) {
  const Schedule schedule = made({{collective(1, "allreduce", "a")},
                                  {collective(1, "allreduce", "b")},
                                  {collective(1, "allreduce", "a")},
                                  {collective(1, "allreduce", "b")}});
  EXPECT_EQ(bytes_between(schedule, 0, 2), 64u);
  EXPECT_EQ(bytes_between(schedule, 1, 3), 64u);
  EXPECT_EQ(bytes_between(schedule, 0, 1), 0u);
}

TEST_F(ChakraSchedule, GroupsAreThoseThatAreDeclared) {
  groups_ = {{"a", {1, 0}}};
  const Schedule schedule = made({{collective(1, "allreduce", "a")},
                                  {collective(1, "allreduce", "a")},
                                  {node(1, NodeKind::kCompute)}});
  EXPECT_EQ(bytes_between(schedule, 0, 1), 64u);
  groups_ = {{"a", {1, 2}}};
  EXPECT_THAT(refusal({{collective(1, "allreduce", "a")}, {}, {}}),
              HasSubstr("t.0.et: node 1: its group a does not contain its rank"));
  groups_ = {{"a", {0, 5}}};
  EXPECT_THAT(refusal({{collective(1, "allreduce", "a")}}),
              HasSubstr("rank 5 of its group a has no trace"));
}

TEST_F(ChakraSchedule, CollectivesOfOneGroupAreMatchedInOrder) {
  EXPECT_THAT(
      refusal({{collective(1, "allreduce"), collective(2, "alltoall")},
               {collective(3, "alltoall"), collective(4, "allreduce")}}),
      HasSubstr("t.1.et: node 3: it is alltoall from rank 0; expected allreduce from rank 0, "
                "as node 1 of t.0.et"));
  EXPECT_THAT(
      refusal(
          {{collective(1, "allreduce"), collective(2, "allreduce")}, {collective(3, "allreduce")}}),
      HasSubstr("t.0.et: node 2: rank 1 does not take part in it; expected collective number 1 of "
                "group '' in the trace of each of its ranks"));
  ChakraNode more = collective(1, "allreduce");
  more.bytes = 128;
  const Schedule schedule = made({{collective(1, "allreduce")}, {more}});
  EXPECT_EQ(bytes_between(schedule, 0, 1), 128u);
  EXPECT_THAT(left_out_, ElementsAre(testing::Pair(HasSubstr("run with the largest"), 1)));
}

TEST_F(ChakraSchedule, AGroupOfOneMovesNothing) {
  EXPECT_EQ(made({{collective(1, "allreduce"), node(2, NodeKind::kCompute, {1})}}).tasks.size(),
            1u);
}

TEST_F(ChakraSchedule, RefusesWhatCanNeverEnd) {
  EXPECT_THAT(refusal({{message(4, NodeKind::kSend, 1)}, {}}),
              HasSubstr("t.0.et: node 4: its send has no matching receive; expected a receive on "
                        "rank 1"));
  EXPECT_THAT(refusal({{message(4, NodeKind::kReceive, 1)}, {}}),
              HasSubstr("t.0.et: node 4: its receive has no matching send"));
  ChakraNode small = message(4, NodeKind::kReceive, 0);
  small.bytes = 8;
  EXPECT_THAT(refusal({{message(4, NodeKind::kSend, 1)}, {small}}),
              HasSubstr("t.1.et: node 4: it receives 8 B; expected at least the 64 B"));
  EXPECT_THAT(refusal({{node(4, NodeKind::kCompute, {5}), node(5, NodeKind::kCompute, {4})}}),
              HasSubstr("t.0.et: node 4: nodes wait for each other: 4 waits for 5 waits for 4"));
  EXPECT_THAT(refusal({{node(4, NodeKind::kCompute, {6})}}),
              HasSubstr("node 4: it depends on node 6; expected a node of its trace"));
  EXPECT_THAT(refusal({{node(4, NodeKind::kCompute), node(4, NodeKind::kCompute)}}),
              HasSubstr("node 4: another node has its id"));
  EXPECT_THAT(refusal({{node(4, NodeKind::kNothing)}}), HasSubstr("nothing that takes time"));
}

// Each rank waits for the other's message before it sends its own.
TEST_F(ChakraSchedule, NamesRanksThatWaitForEachOther) {
  EXPECT_THAT(
      refusal({{message(1, NodeKind::kReceive, 1), message(2, NodeKind::kSend, 1, 0, {1})},
               {message(1, NodeKind::kReceive, 0), message(2, NodeKind::kSend, 0, 0, {1})}}),
      HasSubstr("nodes wait for each other: 0.2 waits for 1.2 waits for 0.2"));
}

}  // namespace
}  // namespace gf::model::chakra_schedule_test
