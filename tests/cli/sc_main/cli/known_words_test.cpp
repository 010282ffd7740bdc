// SPDX-License-Identifier: Apache-2.0
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::known_words_test {
namespace {

TEST(Names, NearestIsWhatWasMeant) {
  EXPECT_THAT(program({"run", "gpu_node", "-p", "fabric=pcie", "-p", "tree=x"}).err,
              HasSubstr("nearest: pcie.tree"));
  const std::string unlike = program({"run", "pcie_t2", "-p", "zebra=x"}).err;
  EXPECT_THAT(unlike, AllOf(Not(HasSubstr("seed")), HasSubstr("gpufabric params")));
}

/// A command line that is nearly right, and what its error leads to.
struct NearlyRight {
  std::vector<std::string> words;
  std::string way_out;
};

TEST(Names, AnErrorLeadsOn) {
  const std::vector<NearlyRight> all{
      {{"run", "dgx_h100"}, "dgx_h100 is a machine: gpufabric run cluster --machine dgx_h100"},
      {{"params", "dgx_h100"}, "dgx_h100 is a machine"},
      {{"run", "mine.ini"}, "gpufabric run cluster --machine mine.ini, but there is no such file"},
      {{"help", "machines"}, "machines is a list: gpufabric list --machines"},
      {{"help", "allreduce"}, "allreduce is a workload: gpufabric run cluster --machine t2"},
      {{"dgxh100"}, "nearest: dgx_h100, a machine: gpufabric run cluster"},
      {{"workloads", "all_reduce"}, "nearest: allreduce, a workload: gpufabric run cluster"},
      {{"run", "cluster", "--machine", "dgxh100"}, "nearest: dgx_h100"},
      {{"run", "pcie_t2", "--workload", "all_reduce"}, "nearest: allreduce;"},
      {{"run", "pcie_t2", "--workload", "allreduce:byts=4 KiB"}, "nearest: bytes;"},
      {{"run", "pcie_t2", "--workload", "allreduce:algorithm=rings"}, "nearest: ring;"},
      {{"run", "dragonfly", "--traffic", "unifrm"}, "nearest: uniform"},
      {{"run", "pcie_tree", "-p", "tree=x"}, "perhaps topology: the PCIe tree: t1, t2"},
      {{"params", "pcie_t2", "latency"}, "'*latency*' matches"}};
  for (const NearlyRight& each : all) {
    const Captured run = exits(2, program(each.words));
    EXPECT_THAT(run.err, HasSubstr(each.way_out));
  }
  EXPECT_THAT(program({"check", "dgx_h100"}).out,
              HasSubstr("dgx_h100 is a machine: gpufabric run"));
  EXPECT_EQ(program({"version"}).out, program({"--version"}).out);
}

}  // namespace
}  // namespace gf::test::known_words_test
