// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/cluster_copies_ranks.cpp
// What a run of a cluster writes is the same to the byte, by however many processes its nodes are
// simulated; and what cannot be told by several of them is refused.
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/ranks_command.h"
#include "tests/support/run_file.h"

namespace gf::test::cluster_ranks_test {
namespace {

struct Machine {
  std::string name;
  Words settings;
  std::vector<unsigned> ranks{2, 3};
  int code = 0;
  Words more{};
};
void PrintTo(const Machine& machine, std::ostream* out) { *out << machine.name; }

class AnyCluster : public ranks_command::WithMpi, public testing::WithParamInterface<Machine> {
 protected:
  Captured run(unsigned ranks) {
    return program(Words{"run", "cluster"} + parameters(GetParam().settings) + GetParam().more +
                   Words{"-q", "--no-defaults", "--json", "-p", "record=true", "-p", "tasks=true",
                         "--timeline", "--vcd", "*", "--ranks", std::to_string(ranks), "--outdir",
                         scratch_ / std::to_string(ranks)});
  }
  std::string file(unsigned ranks, const std::string& name) {
    return run_file(scratch_.path() / std::to_string(ranks), name);
  }
  ScratchDirectory scratch_;
};

TEST_P(AnyCluster, WritesTheSameBytes) {
  const Captured whole = run(1);
  ASSERT_EQ(whole.code, GetParam().code) << whole.err;
  for (const unsigned ranks : GetParam().ranks) {
    const Captured shared = run(ranks);
    expect_same_end(shared, whole, std::to_string(ranks) + " ranks");
    for (const char* name : {"stats.json", "stats.csv", "tasks.csv", "schedule.csv", "record.json",
                             "timeline.json", "waves.vcd"}) {
      EXPECT_THAT(file(1, name), Not(IsEmpty())) << name;
      EXPECT_EQ(file(1, name), file(ranks, name)) << ranks << " ranks: " << name;
    }
    if (!GetParam().more.empty()) {
      EXPECT_EQ(file(1, "series.csv"), file(ranks, "series.csv"));
    }
  }
}

const Words kTwoNodes{"nodes=2", "node.gpus=1", "network=torus", "net.x=2", "net.y=1", "net.z=1"};
const Words kSixNodes{"nodes=6",         "node.gpus=4",   "node.nics=2",
                      "node.switches=2", "network=torus", "net.x=6",
                      "net.y=1",         "net.z=1",       "net.nodes_per_router=2"};

INSTANTIATE_TEST_SUITE_P(
    Ranks, AnyCluster,
    testing::Values(
        Machine{"one copy", kTwoNodes + Words{"workload=ring:bytes=64 KiB"}, {2}},
        Machine{"all-reduce", {"nodes=12", "workload=allreduce:bytes=16 KiB"}},
        Machine{"all-reduce, several cards a node, samples",
                kSixNodes + Words{"workload=allreduce:bytes=48 KiB"},
                {2, 3},
                0,
                {"--series", "3 us"}},
        Machine{"errors everywhere",
                kSixNodes + Words{"workload=allreduce:bytes=48 KiB", "net.flit_error_rate=0.01",
                                  "node.*.packet_error_rate=0.001", "node.nic.receiver.loss=0.01"}},
        Machine{"all to all, fetched entries",
                {"nodes=12", "workload=alltoall:bytes=8 KiB", "node.nic.work.entries=fetched"}},
        Machine{"a dragonfly, UGAL",
                {"nodes=6", "node.gpus=2", "network=dragonfly", "net.p=1", "net.a=2", "net.h=1",
                 "net.routing=ugal_l", "workload=allgather:bytes=16 KiB"}},
        Machine{"a port that dies",
                {"nodes=12", "workload=allreduce:bytes=16 KiB", "port.fails_at=20 us",
                 "port.failing=port_4"},
                {2, 3},
                4},
        Machine{"an early end",
                {"nodes=8", "workload=allreduce:bytes=16 KiB"},
                {2},
                0,
                {"--series", "1 us", "--stop-at", "20 us"}}));

}  // namespace
}  // namespace gf::test::cluster_ranks_test
