// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "core/system/file_hash.h"
#include "core/text/json.h"
#include "tests/support/ended_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"
#include "tests/support/results.h"

namespace gf::test::run_inputs_test {
namespace {

using ended_runs::in;
using nlohmann::json;

TEST(Durability, FilesThatAreNotThereAreExit2BadOnesExit5) {
  const ScratchDirectory scratch;
  for (const Words& option : {Words{"pcie_t2", "--graphs"},
                              {"pcie_t2", "--config"},
                              {"pcie_t2", "--workload", "ring:bytes=4 KiB", "--outdir",
                               scratch / "run", "--vcd", "*", "--vcd-groups"},
                              {"proact", "--workload", "jacobi", "--matrix"},
                              {"dragonfly", "--traffic", "file", "--packets"}})
    for (const auto& [file, code] :
         {std::pair{"/proc/none.csv", 2}, {"/", 5}, {"/dev/zero", 5}, {"/proc/self/mem", 5}}) {
      const Captured run = capture(Words{GF_PROGRAM, "run"} + option + Words{file});
      EXPECT_EQ(run.code, code) << option.back() << ' ' << file << ": " << run.err;
      EXPECT_THAT(run.err, HasSubstr(file));
    }
}

constexpr const char* kGraphs = "graph,src,dst,bytes,start_ns\ng,0,1,4096,0\ng,1,2,65536,0\n";

TEST(Durability, RunHoldsItsInputsAndRunsAgainAnywhere) {
  const ScratchDirectory scratch;
  const ScratchDirectory elsewhere;
  write_file(scratch / "given/graphs.csv", kGraphs);
  fs::copy_file(fs::path(GF_SOURCE_DIR) / "docs/examples/tree.dot", scratch / "given/tree.dot");
  exits(0, in(scratch / "given", {GF_PROGRAM, "run", "pcie_tree", "--topology", "tree.dot",
                                  "--graphs", "graphs.csv", "--outdir", scratch / "1"}));
  const json record = core::parse_json(read_file(scratch / "1/run.json"));
  ASSERT_EQ(record["inputs"].size(), 2u);
  EXPECT_EQ(record["inputs"][1]["file"], "inputs/graphs.csv");
  EXPECT_EQ(record["inputs"][1]["sha1"], core::sha1_hex(kGraphs));
  EXPECT_EQ(record["working_directory"], (scratch / "given").string());
  EXPECT_THAT(
      read_file(scratch / "1/config.resolved.ini"),
      AllOf(HasSubstr("graphs = inputs/graphs.csv"), HasSubstr("topology = inputs/tree.dot")));

  fs::remove_all(scratch / "given");
  fs::rename(scratch / "1", elsewhere / "moved");
  exits(0, in("/", {GF_PROGRAM, "run", "pcie_tree", "--config",
                    elsewhere / "moved/config.resolved.ini", "--outdir", elsewhere / "2"}));
  for (const char* file : {"stats.json", "stats.csv", "communications.csv"})
    EXPECT_EQ(read_file(elsewhere / "moved" / file), read_file(elsewhere / "2" / file)) << file;
}

/// The files that kReads names, in `directory`.
void write_inputs(const fs::path& directory) {
  write_file(
      directory / "m.mtx",
      "%%MatrixMarket matrix coordinate real general\n4 4 5\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n1 2 1\n");
  write_file(directory / "p.csv", "cycle,src,dst,flits\n0,0,1,1\n5,1,2,1\n");
  write_file(directory / "my.workload", program({"workloads", "--example"}).out);
  fs::copy_file(fs::path(GF_SOURCE_DIR) / "docs/examples/tree.ini", directory / "tree.ini");
  std::ostringstream map;
  for (int cta = 0; cta < 256; ++cta)
    map << cta << ' ' << cta * 4096 << ' ' << (cta + 1) * 4096 << '\n';
  write_file(directory / "map.txt", map.str());
}

/// A run that reads a file of its directory, and how its configuration names the copy.
struct Reads {
  Words words;
  std::string setting;
};

const Reads kReads[] = {
    {{"nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4", "-p", "workload=spmv", "-p",
      "workload_options=repeats=1,matrix=m.mtx"},
     "workload_options = repeats=1,matrix=inputs/m.mtx"},
    {{"nvlink_node", "-p", "gpus=2", "-p", "gpu.sms=4", "-p", "workload=file:my.workload"},
     "workload = file:inputs/my.workload"},
    {{"gpu_node", "-p", "gpus=6", "-p", "gpu.sms=4", "-p", "fabric=pcie", "-p",
      "pcie.tree=tree.ini"},
     "pcie.tree = inputs/tree.ini"},
    {{"proact", "-p", "workload=microbenchmark", "-p", "app.bytes=1 MiB", "-p", "map=map.txt"},
     "map = inputs/map.txt"},
    {{"proact", "-p", "workload=jacobi", "-p", "matrix=m.mtx"}, "matrix = inputs/m.mtx"},
    {{"dragonfly", "--traffic", "file", "--packets", "p.csv", "-p", "measurement.period=200"},
     "packets = inputs/p.csv"}};

/// Graphs and trees of PCIe platforms: RunHoldsItsInputsAndRunsAgainAnywhere.
TEST(Durability, EveryKindOfInputIsHeld) {
  const ScratchDirectory scratch;
  write_inputs(scratch.path());
  unsigned number = 0;
  for (const auto& [words, setting] : kReads) {
    const fs::path first = scratch / std::to_string(number++);
    const fs::path again = scratch / std::to_string(number++);
    const Captured run =
        exits(0, in(scratch.path(), Words{GF_PROGRAM, "run"} + words + Words{"--outdir", first}));
    EXPECT_THAT(read_file(first / "config.resolved.ini"), HasSubstr("\n" + setting + "\n"));
    exits(0, in("/", {GF_PROGRAM, "run", words[0], "--config", first / "config.resolved.ini",
                      "--outdir", again}));
    EXPECT_EQ(read_file(first / "stats.csv"), read_file(again / "stats.csv"));
  }
}

TEST(Durability, FilesOfAConfigCountFromItsDirectory) {
  const ScratchDirectory scratch;
  write_file(scratch / "case/graphs.csv", kGraphs);
  write_file(scratch / "case/case.ini", "graphs = graphs.csv\n");
  const Captured run = exits(
      0, in("/", {GF_PROGRAM, "run", "pcie_t2", "--config", scratch / "case/case.ini", "--json"}));
  EXPECT_EQ(results_of(run).at("communications"), 2);
}

}  // namespace
}  // namespace gf::test::run_inputs_test
