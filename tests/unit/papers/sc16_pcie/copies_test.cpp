// SPDX-License-Identifier: Apache-2.0
// The graphs that [SC16]'s judges write are what the platform reads.
#include "papers/sc16_pcie/copies.h"

#include "tests/support/matchers.h"
#include "workloads/schedule/schedule_csv.h"

namespace gf::papers::sc16::copies_test {
namespace {

std::vector<model::Schedule> read(const sc16::Graphs& graphs) {
  return model::read_schedules(graphs.text(), "graphs", 8);
}

TEST(Sc16Copies, AreReadAsGraphsInTheirOrder) {
  sc16::Graphs graphs;
  graphs.add("first", {{0, 2, 4 * sc16::kKiB}, {7, 4, sc16::kMiB}});
  graphs.add("second", {{6, 4, 1}});
  const std::vector<model::Schedule> found = read(graphs);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "first");
  ASSERT_EQ(found[0].tasks.size(), 2u);
  EXPECT_EQ(found[0].tasks[1].src, 7u);
  EXPECT_EQ(found[0].tasks[1].dst, 4u);
  EXPECT_EQ(found[0].tasks[1].bytes, core::mebibytes(1));
  EXPECT_EQ(found[1].tasks.at(0).bytes, core::Bytes(1));
}

TEST(Sc16Copies, OfAHaloExchangeStandInItsOrder) {
  sc16::Graphs graphs;
  graphs.add_order("order", {{4, 1}, {0, 5, 2}}, sc16::kKiB);
  const std::vector<model::Task> tasks = read(graphs).at(0).tasks;
  ASSERT_EQ(tasks.size(), 5u);
  EXPECT_EQ(tasks[0].dst, 4u);
  EXPECT_EQ(tasks[1].dst, 1u);
  EXPECT_EQ(tasks[3].src, 1u);
  EXPECT_EQ(tasks[3].dst, 5u);
}

TEST(Sc16Copies, LastEndIsThatOfTheLastCopyOfEachGraph) {
  std::vector<sc16::Record> records(3);
  records[0].graph = records[1].graph = "a";
  records[2].graph = "b";
  records[0].end = 3;
  records[1].end = 2;
  records[2].end = 1;
  const std::map<std::string, double> expected = {{"a", 3}, {"b", 1}};
  EXPECT_EQ(sc16::last_ends(records), expected);
}

TEST(Sc16Copies, RunOnT2ByAFileOfTheirOwn) {
  const runs::Request request = sc16::on_t2(sc16::section_vi(300 * sc16::kMiB), {"tau=0.2"});
  EXPECT_EQ(request.platform, "pcie_t2");
  EXPECT_EQ(request.settings, runs::Words{"tau=0.2"});
  EXPECT_EQ(request.inputs.at("graphs"), sc16::section_vi(300 * sc16::kMiB).text());
  EXPECT_THAT(request.configs, IsEmpty());
}

TEST(Sc16Copies, RecordOfAGraphThatIsNotThereIsADefect) {
  EXPECT_THROW((void)sc16::first_of({}, "gone"), std::logic_error);
}

}  // namespace
}  // namespace gf::papers::sc16::copies_test
