// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/list.cpp sc_main/inspect/params.cpp sc_main/inspect/topology.cpp core/param/param_fold.cpp
// Holds: platforms/graph_writers.h
// list, params, topology: what there is, before anything runs.
#include <gmock/gmock.h>

#include "core/text/json.h"
#include "tests/support/program.h"

namespace gf::test::describe_test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(List, TableAndJsonAgree) {
  const Captured table = program({"list"});
  EXPECT_EQ(table.code, 0);
  const json list = core::parse_json(program({"list", "--json"}).out);
  ASSERT_GE(list.size(), 3u);
  for (const json& entry : list) {
    EXPECT_THAT(table.out, HasSubstr(entry["name"].get<std::string>()));
    EXPECT_THAT(entry["source"], testing::AnyOf(StartsWith("["), "none"));
  }
}

TEST(Params, TableFoldsInstancesAndFilters) {
  const Captured all = program({"params", "pcie_t2"});
  EXPECT_EQ(all.code, 0);
  EXPECT_THAT(all.out, AllOf(StartsWith("parameter"), HasSubstr("*.hop_latency"),
                             HasSubstr("15.754 GB/s"), Not(HasSubstr("k80_1.hop_latency"))));
  const Captured one = program({"params", "pcie_t2", "k80_1.hop_latency"});
  EXPECT_THAT(one.out, HasSubstr("k80_1.hop_latency"));
  EXPECT_EQ(program({"params", "pcie_t2", "nothing*"}).code, 2);
}

TEST(Params, ShowsInstancesThatParametersCreate) {
  EXPECT_THAT(program({"params", "pcie_tree", "gpu6.bar"}).code, 2);
  EXPECT_THAT(program({"params", "pcie_tree", "gpu6.bar", "--topology", "t1"}).out,
              HasSubstr("gpu6.bar"));
}

TEST(Params, EveryParameterHasMeaningAndSource) {
  const json rows = core::parse_json(program({"params", "pcie_t2", "--json"}).out);
  ASSERT_GT(rows.size(), 100u);
  for (const json& row : rows) {
    EXPECT_NE(row["meaning"], "") << row["path"];
    EXPECT_NE(row["source"], "") << row["path"];
  }
}

TEST(Params, MarkdownPage) {
  EXPECT_THAT(program({"params", "pcie_t1", "--markdown"}).out,
              AllOf(StartsWith("# Parameters of pcie_t1\n"), HasSubstr("| Parameter |")));
  EXPECT_EQ(program({"params", "pcie_t1", "--markdown", "--json"}).code, 2);
}

TEST(Topology, TextDotAndCsv) {
  EXPECT_THAT(program({"topology", "pcie_t2"}).out, HasSubstr("gpu7"));
  EXPECT_THAT(program({"topology", "pcie_t2", "--csv"}).out, HasSubstr("gpu7,"));
  EXPECT_EQ(program({"topology", "pcie_t2", "--csv", "--dot"}).code, 2);
}

TEST(Topology, DotReadsBackAsATree) {
  const ScratchDirectory scratch;
  const auto shown = [](const std::string& tree, const char* format) {
    return program({"topology", "pcie_tree", "--topology", tree, format}).out;
  };
  for (const char* name : {"t1", "t2", "t2_even4", "rc:3,2", "switch:2,1,2", "chain:3"}) {
    const std::string file = scratch / "tree.dot";
    write_file(file, shown(name, "--dot"));
    EXPECT_EQ(program({"check", file}).code, 0) << name;
    EXPECT_THAT(shown(name, "--csv"), HasSubstr(",gpu,0,"));
    EXPECT_EQ(shown(file, "--csv"), shown(name, "--csv"));
  }
}

}  // namespace
}  // namespace gf::test::describe_test
