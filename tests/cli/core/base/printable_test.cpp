// SPDX-License-Identifier: Apache-2.0
// What the program says of wrong names and values: it quotes little of them and nothing that a
// terminal would obey.
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::printable_test {
namespace {

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
    const Captured run = exits(2, program(words));
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
  EXPECT_THAT(said_of_loud(run, 2), HasSubstr("contains an earlier run"));
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
  const Captured run = exits(0, program({"run", "pcie_t2", "--graphs", scratch / "a.csv"}));
  EXPECT_EQ(run.out.find('\x1b'), std::string::npos);
  EXPECT_LT(run.out.size(), 1500u);
}

}  // namespace
}  // namespace gf::test::printable_test
