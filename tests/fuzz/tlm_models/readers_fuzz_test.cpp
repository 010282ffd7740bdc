// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/pcie_tree_* tlm_models/topology/dot_tokens.h
// Holds: tlm_models/machine/machine_draft.h tlm_models/machine/machine_entries.h
// Holds: tlm_models/work/schedule/schedule_csv.h tlm_models/work/copies/workload_text.cpp
// Mutated input must be read or refused with a UserError, never crash, hang or throw otherwise.
// The mutations follow from the seed and the round: a failure names both.
#include <functional>
#include <gtest/gtest.h>
#include <sstream>

#include "core/error.h"
#include "core/random.h"
#include "tests/support/chakra_bytes.h"
#include "tests/support/mutations.h"
#include "tlm_models/machine/machine_presets.h"
#include "tlm_models/machine/machine_reader.h"
#include "tlm_models/topology/network_file.h"
#include "tlm_models/topology/pcie_presets.h"
#include "tlm_models/topology/pcie_tree_io.h"
#include "tlm_models/work/copies/generators.h"
#include "tlm_models/work/schedule/chakra/chakra_schedule.h"
#include "tlm_models/work/schedule/chakra/reader.h"
#include "tlm_models/work/schedule/goal/goal_schedule.h"
#include "tlm_models/work/schedule/text/schedule_text.h"

namespace gf::model::readers_fuzz_test {
namespace {

constexpr int kRounds = 4000;
using Target = std::function<void(const std::string&)>;

/// Pieces that the formats give a meaning to; random bytes alone seldom get past the first line.
const std::vector<std::string>& dictionary() {
  static const std::vector<std::string> words{"->",
                                              "{",
                                              "}",
                                              "[",
                                              "]",
                                              "=",
                                              ";",
                                              ",",
                                              "\"",
                                              "\\",
                                              "/*",
                                              "*/",
                                              "//",
                                              "#",
                                              "\n",
                                              "\r\n",
                                              ":",
                                              "digraph",
                                              "subgraph",
                                              "kind",
                                              "gpu",
                                              "switch",
                                              "root_complex",
                                              "links",
                                              "include",
                                              "[0..7]",
                                              "pcie gen4 x16",
                                              "nvlink2 x2",
                                              "socket",
                                              "children",
                                              "rc",
                                              "gpu0",
                                              "graph",
                                              "src",
                                              "dst",
                                              "bytes",
                                              "start_ns",
                                              "router",
                                              "node",
                                              "after",
                                              "300 MiB",
                                              "-1",
                                              "1e999",
                                              "nan",
                                              "0x10",
                                              "99999999999999999999",
                                              "..",
                                              "edges",
                                              "graphs",
                                              "random",
                                              "all_to_all",
                                              "order",
                                              "xor",
                                              std::string(1, '\0'),
                                              "\xEF\xBB\xBF",
                                              "\xFF",
                                              std::string(300, '{'),
                                              std::string(300, '9')};
  return words;
}

void fuzz(const std::string& name, const std::vector<std::string>& corpus, const Target& target) {
  EXPECT_GT(test::fuzz(name, corpus, dictionary(), kRounds, target), 0)
      << "every mutation was refused: the corpus is not a seed";
}

std::string written(const char* name) {
  std::ostringstream out;
  write_pcie_tree_ini(out, make_pcie_tree(name));
  return out.str();
}

TEST(ReadersFuzz, DotTopology) {
  fuzz("dot",
       {"digraph machine {\n  edge [dir=none];\n  \"sw\" [kind=switch, shape=box];\n"
        "  \"gpu0\" [kind=gpu, shape=ellipse];\n  \"gpu1\" [kind=gpu, shape=ellipse];\n"
        "  \"sw\" -> \"gpu0\" [class=pcie, label=\"15.754 GB/s\"];\n"
        "  \"sw\" -> \"gpu1\" [class=pcie, label=\"15.754 GB/s\"];\n}\n",
        "digraph pcie {\n  rc [kind=root_complex, shape=box];\n  a [kind=switch];\n  gpu0;\n"
        "  gpu1 [kind=gpu];\n  rc -> a;\n  rc -> gpu0;\n  a -> gpu1;\n}\n",
        "digraph { rc [kind=root_complex]; rc -> a -> { g h }; subgraph x { g } /* c */ }"},
       [](const std::string& text) {
         std::istringstream in(text);
         read_pcie_tree_dot(in, "f.dot");
       });
}

TEST(ReadersFuzz, IniTopology) {
  fuzz("ini",
       {written("t2"), written("switch:2,2"),
        "[rc]\nkind = root_complex # top\nchildren = a, gpu2\n[a]\nchildren = gpu0, gpu1\n"},
       [](const std::string& text) {
         std::istringstream in(text);
         read_pcie_tree_ini(in, "f.ini");
       });
}

TEST(ReadersFuzz, MachineFiles) {
  fuzz("machine",
       {std::string(machine_preset_text("two_socket")), written("t2"),
        "include = t1\n[gpu[0..3]]\nlinks = sw[0..1] nvlink2 x2\n[sw[0..1]]\nkind = nvswitch\n",
        "[rc[0..1]]\nkind = root_complex\nchildren = g[0..3] pcie gen4 x8, n[0..1]\n[rc0]\n"
        "links = rc1 socket 20 GB/s 30 ns\n[n[0..1]]\nkind = nic\npcie = gen3 x8\n[network]\n"
        "kind = torus\nx = 4\ny = 2\nz = 1\nnodes = 2\nnics = n[0..1]\n"},
       [](const std::string& text) {
         std::istringstream in(text);
         read_machine(in, "f.ini");
       });
}

TEST(ReadersFuzz, Schedules) {
  fuzz("csv",
       {"graph,src,dst,bytes,start_ns\na,0,2,300 MiB,0\na,1,4,300 MiB,0\nb,3,2,4096,1.5\n",
        "# c\r\ngraph,src,dst,bytes\r\nx,0,1,1 KiB\r\n",
        "graph,id,task,src,dst,bytes,after,duration_ns\ns,a,kernel,1,,,,5\ns,b,reduce,1,,8,a,\n"},
       [](const std::string& text) {
         std::istringstream in(text);
         read_schedules(in, "f.csv", 8);
       });
}

TEST(ReadersFuzz, ScheduleTexts) {
  fuzz("sched",
       {"param n = devices\nparam b = 1 MiB\ngraph,id,task,src,dst,bytes,after\nfor i in 0..n - 2\n"
        "  if i % 2 == 0 && !(i > 4)\n    g,c{i},copy,{i},{(i + 1) % n},{b / n},\n  end\nend\n",
        "graph,src,dst,bytes\nfor i in 0..2\nfor j in i + 1..3\nx,{i ^ 4},{j},{1 << j} "
        "KiB\nend\nend\n"},
       [](const std::string& text) {
         const ExpandedSchedule made = expand_schedule(text, "f.sched", "", 8);
         std::istringstream in(made.csv);
         read_schedules(in, "f.sched", 8, &made.lines);
       });
}

TEST(ReadersFuzz, GoalFiles) {
  fuzz("goal",
       {"num_ranks 2\nrank 0 {\na: calc 5 cpu 1\nb: send 8b to 1 tag 3\nb requires a\n}\n"
        "rank 1 {\nrecv 8b from 0 tag 3 /* c */\n}\n",
        "num_ranks 1\nrank 0 { calc 1 // x\na: calc 2\nb : calc 3\nb irequires a\n}\n"},
       [](const std::string& text) {
         std::istringstream in(text);
         goal_schedule(read_goal(in, "f.goal", 8), "f", "f.goal");
       });
}

TEST(ReadersFuzz, ChakraTraces) {
  if (!reads_chakra()) GTEST_SKIP() << "built without protobuf (Debian: libprotobuf-dev)";
  using test::attribute;
  using test::chakra_node;
  const std::string to_itself = attribute("comm_src", std::uint64_t{0}) +
                                attribute("comm_dst", std::uint64_t{0}) + attribute("comm_size", 8);
  fuzz("chakra",
       {test::chakra_trace({chakra_node(1, test::kCompute, test::micros(5)),
                            chakra_node(2, test::kStore, attribute("tensor_size", 64), {1}),
                            chakra_node(3, test::kSend, to_itself, {2}),
                            chakra_node(4, test::kReceive, to_itself)}),
        test::chakra_trace(
            {chakra_node(1, test::kMetadata,
                         test::field(8, test::field(1, R"(['[{"pg_name":"a","ranks":[0]}]'])"))),
             chakra_node(2, test::kCollective,
                         attribute("comm_type", 6) + attribute("comm_size", 64) +
                             attribute("pg_name", std::string("a"))),
             chakra_node(3, test::kCompute, attribute("is_cpu_op", 1), {2}),
             chakra_node(4, test::kCompute, test::micros(1), {3})})},
       [](const std::string& bytes) {
         ChakraLeftOut left_out;
         chakra_schedule({read_chakra(bytes, "f.0.et", left_out)}, "f", 1e12, left_out);
       });
}

TEST(ReadersFuzz, NetworkFiles) {
  fuzz("anynet",
       {"router 0 node 0 node 1 router 1 10  # ten cycles\nrouter 1 node 2\n",
        "router 0 node 0 router 1 router 2 3\nrouter 1 node 1 router 2\nrouter 2 node 2\n"},
       [](const std::string& text) {
         std::istringstream in(text);
         read_network_file(in, "f.net");
       });
}

TEST(ReadersFuzz, WorkloadText) {
  fuzz("workload",
       {"all_to_all:order=xor,bytes=1 MiB", "random:edges=2..7,graphs=10,seed=3", "ring;halo2d",
        "scatter:root=1,bytes=5 KB"},
       [](const std::string& text) { make_copy_graphs(text, pcie_tree_t2()); });
}

TEST(ReadersFuzz, TopologyText) {
  fuzz("topology", {"rc:2,2,2", "switch:4,2", "chain:3"},
       [](const std::string& text) { make_pcie_tree(text); });
}

}  // namespace
}  // namespace gf::model::readers_fuzz_test
