// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/topology/pcie/pcie_tree_dot.cpp
// Holds: tlm_models/topology/pcie/pcie_tree_ini.cpp
// Holds: tlm_models/topology/dot_tokens.h
#include "tlm_models/topology/pcie/pcie_tree_io.h"

#include <sstream>

#include "core/base/error.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tlm_models/topology/pcie/pcie_presets.h"

namespace gf::model::pcie_tree_io_test {
namespace {

using Reader = PcieTree (*)(std::istream&, const std::string&);

PcieTree read(Reader reader, const std::string& text) {
  std::istringstream in(text);
  return reader(in, "tree");
}

std::string written(const PcieTree& tree) {
  std::ostringstream out;
  write_pcie_tree_ini(out, tree);
  return out.str();
}

std::string refusal(Reader reader, const std::string& text) {
  return test::error_of([&] { read(reader, text); }, core::ExitCode::kBadInput);
}

TEST(PcieTreeIo, EveryPresetSurvivesIni) {
  for (const char* name :
       {"t1", "t2", "t2_first4", "t2_even4", "rc:3,2", "switch:2,1,2", "chain:3"}) {
    const std::string ini = written(make_pcie_tree(name));
    EXPECT_EQ(ini, written(read(read_pcie_tree_ini, ini)));
  }
}

TEST(PcieTreeIo, IniTakesKindsFromTheShape) {
  const PcieTree tree = read(read_pcie_tree_ini,
                             "# a comment\r\n[rc]\r\nkind = root_complex\r\nchildren = a , gpu2\r\n"
                             "[a]\nchildren=gpu0,gpu1\n");
  EXPECT_EQ(tree.node(0).kind, PcieNodeKind::kRootComplex);
  EXPECT_EQ(tree.node(tree.find("a")).kind, PcieNodeKind::kSwitch);
  EXPECT_EQ(tree.device_count(), 3u);
  EXPECT_EQ(tree.node(tree.find("gpu2")).parent_port, 1u);
}

TEST(PcieTreeIo, IniErrorsNameTheLine) {
  EXPECT_THAT(refusal(read_pcie_tree_ini, "[rc]\nfanout = 3\n"),
              AllOf(HasSubstr("tree:2"), HasSubstr("unknown key 'rc.fanout'")));
  EXPECT_THAT(refusal(read_pcie_tree_ini, "kind = switch\n"), HasSubstr("tree:1"));
  EXPECT_THAT(refusal(read_pcie_tree_ini, "[rc]\nchildren = a,,b\n"), HasSubstr("empty name"));
  EXPECT_THAT(refusal(read_pcie_tree_ini, "[rc]\nkind = hub\n"),
              AllOf(HasSubstr("kind 'hub'"), HasSubstr("root_complex, switch or gpu")));
  EXPECT_THAT(refusal(read_pcie_tree_ini, "[rc]\nchildren=a\n[rc]\nchildren=b\n"),
              AllOf(HasSubstr("tree:4"), HasSubstr("first on line 2")));
  EXPECT_THAT(refusal(read_pcie_tree_ini, "[rc]\nchildren=a,b\n[a]\nchildren=b\n"),
              AllOf(HasSubstr("tree:4"), HasSubstr("b has two parents: rc (line 2) and a")));
  EXPECT_THAT(refusal(read_pcie_tree_ini, ""), HasSubstr("no node"));
}

TEST(PcieTreeIo, DotTakesChainsGroupsAndForeignAttributes) {
  const PcieTree tree =
      read(read_pcie_tree_dot,
           "strict digraph \"my tree\" { rankdir=LR; node [shape=box, color=red];\n"
           "  // comment\n  /* two\n lines */ # another\n"
           "  rc [kind=root_complex label=\"the \\\"root\\\"\"];\n"
           "  rc -> a -> { gpu0; gpu1 } [weight=2]; rc -> gpu2:n;\n"
           "  subgraph cluster_x { gpu0 gpu1 }\n}\n");
  EXPECT_EQ(tree.node(0).kind, PcieNodeKind::kRootComplex);
  EXPECT_EQ(tree.device_count(), 3u);
  EXPECT_EQ(tree.node(tree.find("gpu1")).parent, tree.find("a"));
}

TEST(PcieTreeIo, DotErrorsNameTheLine) {
  EXPECT_THAT(refusal(read_pcie_tree_dot, "graph { a -- b }"), HasSubstr("digraph name { ... }"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph {\n a -> b\n"),
              AllOf(HasSubstr("tree:3"), HasSubstr("end of file")));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph {\n a -> ;\n}"), HasSubstr("tree:2: found ';'"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph { a -- b }"), HasSubstr("found '--'"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph { a -> b -> a }"), HasSubstr("cycle"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph { a -> b }\n}"), HasSubstr("tree:2"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph { \"a"),
              HasSubstr("quoted text without an end"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph { /* a"), HasSubstr("comment without an end"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, "digraph " + std::string(100, '{')),
              HasSubstr("nested braces"));
  EXPECT_THAT(refusal(read_pcie_tree_dot, ""), HasSubstr("end of file"));
}

TEST(PcieTreeIo, MissingFileIsAnErrorOfUse) {
  EXPECT_THAT(test::error_of([] { make_pcie_tree("./no_such_tree.dot"); }, core::ExitCode::kUsage),
              HasSubstr("no_such_tree.dot: no such file"));
}

TEST(PcieTreeIo, LargeTreesAreRefusedWhereTheyGrowTooLarge) {
  std::string chain = "digraph {\n", wide = "[sw]\nchildren = a";
  for (unsigned i = 0; i < 20'000; ++i)
    chain += "s" + std::to_string(i) + " -> s" + std::to_string(i + 1) + "\n";
  EXPECT_THAT(refusal(read_pcie_tree_dot, chain + "}"),
              AllOf(HasSubstr(":10001: too many nodes"), HasSubstr("up to 10000")));
  for (unsigned i = 0; i < 1'024; ++i) wide += ",b" + std::to_string(i);
  EXPECT_THAT(refusal(read_pcie_tree_ini, wide),
              AllOf(HasSubstr(":2: node sw has more than 1024 children"), HasSubstr("switches")));
}

TEST(PcieTreeIo, TellsFilesFromNames) {
  for (const char* name : {"t2", "T1", "rc:2,2", "chain:4", "nothing", ""})
    EXPECT_EQ(pcie_tree_file(name), "") << name;
  for (const char* file : {"./tree", "a/tree.dot", "tree.ini", "../t2"})
    EXPECT_EQ(pcie_tree_file(file), file);
}

}  // namespace
}  // namespace gf::model::pcie_tree_io_test
