// SPDX-License-Identifier: Apache-2.0
// Holds: core/base/printable.h core/base/text_match.h sc_main/cli/configured_platform.h sc_main/cli/known_words.h
// What the program says of wrong names and values: it quotes little of them and nothing that a
// terminal would obey.
#include <gmock/gmock.h>

#include "tests/support/program.h"

namespace gf::test::messages_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A command line in which "LONG" stands for a long word that ends in a command to the terminal.
struct Complaint {
  const char* name;
  std::vector<std::string> words;
};

void PrintTo(const Complaint& complaint, std::ostream* out) { *out << complaint.name; }

class Messages : public testing::TestWithParam<Complaint> {
 protected:
  /// The command line with `word`; what it printed, all of it an error of use.
  [[nodiscard]] std::string said_of(const std::string& word) const {
    std::vector<std::string> words = GetParam().words;
    for (std::string& text : words)
      if (const std::size_t at = text.find("LONG"); at != text.npos) text.replace(at, 4, word);
    const Captured run = program(words);
    EXPECT_EQ(run.code, 2) << run.err;
    return run.out + run.err;
  }
};

TEST_P(Messages, QuoteLittle) { EXPECT_LT(said_of(std::string(100'000, 'x')).size(), 700u); }

TEST_P(Messages, DoNotCommandTheTerminal) {
  const std::string said = said_of(
      "a\x1b[2J\r\xc2\x9b"
      "b\x07");
  EXPECT_EQ(said.find_first_of("\x1b\r\x07"), std::string::npos) << said;
  EXPECT_THAT(said, Not(HasSubstr("\xc2\x9b")));
}

INSTANTIATE_TEST_SUITE_P(
    All, Messages,
    testing::Values(Complaint{"Command", {"LONG"}}, Complaint{"Platform", {"run", "LONG"}},
                    Complaint{"Option", {"list", "--LONG"}},
                    Complaint{"ParameterName", {"run", "pcie_t2", "-p", "LONG=1"}},
                    Complaint{"Setting", {"run", "pcie_t2", "-p", "LONG"}},
                    Complaint{"Time", {"run", "pcie_t2", "-p", "*.hop_latency=LONG"}},
                    Complaint{"Rate", {"run", "pcie_t2", "-p", "bandwidth=LONG"}},
                    Complaint{"Integer", {"run", "pcie_t2", "-p", "*.header_credits=LONG"}},
                    Complaint{"Choice", {"run", "dragonfly", "-p", "routing=LONG"}},
                    Complaint{"Seed", {"run", "pcie_t2", "--seed", "LONG"}},
                    Complaint{"Topology", {"run", "pcie_tree", "--topology", "LONG"}},
                    Complaint{"Generator", {"run", "pcie_t2", "--workload", "LONG"}},
                    Complaint{"Member", {"workloads", "LONG"}},
                    Complaint{"MaxWall", {"run", "pcie_t2", "--max-wall", "LONG"}},
                    Complaint{"StopAt", {"run", "pcie_t2", "--stop-at", "LONG"}},
                    Complaint{"KindOfFile", {"check", "--kind", "LONG", "x"}},
                    Complaint{"FileName", {"check", "LONG.ini"}},
                    Complaint{"Config", {"run", "pcie_t2", "--config", "LONG.ini"}},
                    Complaint{"Outdir", {"run", "pcie_t2", "--outdir", "/dev/null/LONG"}},
                    Complaint{"Glob", {"params", "pcie_t2", "LONG*"}},
                    Complaint{"Experiment", {"reproduce", "LONG"}},
                    Complaint{"Key", {"cite", "LONG"}}),
    [](const auto& info) { return std::string(info.param.name); });

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
    const Captured run = program(each.words);
    EXPECT_EQ(run.code, 2) << run.err;
    EXPECT_THAT(run.err, HasSubstr(each.way_out));
  }
  EXPECT_THAT(program({"check", "dgx_h100"}).out, HasSubstr("dgx_h100 is a machine: gpufabric run"));
  EXPECT_EQ(program({"version"}).out, program({"--version"}).out);
}

TEST(Names, SizesAreThoseOfNcclTestsToo) {
  const auto sizes = [](const std::string& bytes) {
    return program({"run", "pcie_t2", "--workload", "allreduce:bytes=" + bytes, "--json"});
  };
  const Captured run = sizes("64k");
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out, sizes("64 KiB").out);
  EXPECT_THAT(sizes("64kk").err, HasSubstr("expected a size of 4 B ... 1 TiB"));
}

TEST(Names, AMachinesParametersKeepTheirPathsInANetwork) {
  const auto lanes = [](const std::string& name) {
    return program({"params", "cluster", "*gpu.sms", "-p", "machine=" GF_SOURCE_DIR "/docs/examples/four_dgx1.ini",
                    "-p", name + "=3", "--json"});
  };
  const Captured whole = lanes("node.gpu.sms");
  EXPECT_EQ(whole.code, 0) << whole.err;
  EXPECT_EQ(lanes("gpu.sms").out, whole.out);
  EXPECT_THAT(whole.out, HasSubstr("\"value\": \"3\""));
}

TEST(Names, GlobTouchesOnlyWhatTakesItsValue) {
  const auto rows = [](const std::string& setting) {
    return program({"params", "pcie_t2", "*rate*", "-p", setting, "--json"});
  };
  const Captured set = rows("*rate=63 GB/s");
  EXPECT_EQ(set.code, 0) << set.err;
  EXPECT_THAT(set.out, AllOf(HasSubstr("63 GB/s"), HasSubstr("bit_error_rate")));
  const Captured wrong = rows("*rate=63 GBps");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("accepts such a value"), HasSubstr("unknown unit")));
  EXPECT_EQ(rows("*bit_error_rate=2").code, 2) << "out of its range";
}

/// A directory whose name clears a terminal, below `scratch`.
std::filesystem::path loud(const ScratchDirectory& scratch) { return scratch / "d\x1b[2J/x"; }

/// What `command` prints, all of it; it ends with `code` and names the directory as it may be
/// shown.
std::string said_of_loud(const std::vector<std::string>& command, int code) {
  const Captured run = program(command);
  EXPECT_EQ(run.code, code) << run.err;
  EXPECT_THAT(run.out + run.err, AllOf(HasSubstr("d\\x1b[2J/x"), Not(HasSubstr("\x1b"))));
  return run.out + run.err;
}

TEST(Directories, OfARunDoNotCommandTheTerminal) {
  const ScratchDirectory scratch;
  const std::vector<std::string> run{
      "run", "pcie_t2", "--quiet", "--workload", "ring:bytes=4 KiB", "--outdir", loud(scratch)};
  EXPECT_EQ(program(run).code, 0);
  std::vector<std::string> stuck = run;
  stuck.insert(stuck.end(), {"--force", "-p", "gpu0.bit_error_rate=0.01"});
  EXPECT_THAT(said_of_loud(stuck, 4), HasSubstr("keeps its finished run"));
  EXPECT_THAT(said_of_loud(run, 2), HasSubstr("holds an earlier run"));
}

TEST(Directories, OfAReportDoNotCommandTheTerminal) {
  const ScratchDirectory scratch;
  std::vector<std::string> reproduce{"reproduce",   "pcie.table1", "--outdir",
                                     loud(scratch), "--store",     scratch / "store"};
  EXPECT_THAT(said_of_loud(reproduce, 0), HasSubstr("report: "));
  EXPECT_THAT(said_of_loud(reproduce, 0), HasSubstr("replaces the report in"));
  reproduce.push_back("--json");
  EXPECT_THAT(said_of_loud(reproduce, 0), HasSubstr("report: "));
}

TEST(Directories, OfTheStoreDoNotCommandTheTerminal) {
  const ScratchDirectory scratch;
  said_of_loud({"runs", "list", "--store", loud(scratch)}, 2);
  for (const char* folder : {"runs", "inputs", "work"})
    std::filesystem::create_directories(std::filesystem::path(loud(scratch)) / folder);
  said_of_loud({"runs", "list", "--store", loud(scratch)}, 0);
}

TEST(Names, GraphsOfAFileDoNotCommandTheTerminal) {
  const ScratchDirectory scratch;
  write_file(scratch / "a.csv",
             "graph,src,dst,bytes,start_ns\na\x1b[2J" + std::string(5000, 'x') + ",0,1,4 KiB,0\n");
  const Captured run = program({"run", "pcie_t2", "--graphs", scratch / "a.csv"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
  EXPECT_LT(run.out.size(), 1500u);
}

}  // namespace
}  // namespace gf::test::messages_test
