// SPDX-License-Identifier: Apache-2.0
// Holds: core/trace/timeline_file.h
#include "core/trace/timeline.h"

#include <gmock/gmock.h>
#include <set>

#include "core/base/error.h"
#include "core/text/json.h"
#include "core/trace/timeline_file.h"
#include "tests/support/captured.h"

namespace gf::core::timeline_test {
namespace {

using nlohmann::json;

class TimelineTest : public testing::Test {
 protected:
  json events() { return parse_json(test::read_file(file())); }
  std::filesystem::path file() const { return directory_ / "timeline.json"; }
  test::ScratchDirectory directory_;
};

TEST_F(TimelineTest, SlicesCarryTimesAndArguments) {
  {
    TimelineFile out(file());
    Timeline timeline;
    timeline.add(out);
    timeline.slice("gpu_0", "copy_engine", "to gpu_2", 1'500'000'001, 4'000'000'001,
                   {{"bytes", std::uint64_t{4096}}, {"share", 0.3}, {"why", "a \"quote\"\n"}});
  }
  const json slice = events().at(2);
  EXPECT_EQ(slice["ph"], "X");
  EXPECT_EQ(slice["name"], "to gpu_2");
  EXPECT_DOUBLE_EQ(slice["ts"], 1.500000001);
  EXPECT_DOUBLE_EQ(slice["dur"], 2.5);
  EXPECT_EQ(slice["args"]["bytes"], 4096);
  EXPECT_EQ(slice["args"]["share"], 0.3);
  EXPECT_EQ(slice["args"]["why"], "a \"quote\"\n");
}

TEST_F(TimelineTest, WhatIsToldHasBecomeKnownNowOrAsSaid) {
  Timeline timeline;
  EXPECT_EQ(timeline.known(), 0u);
  timeline.as_of(7, [&] { EXPECT_EQ(timeline.known(), 7u); });
  EXPECT_EQ(timeline.known(), 0u);
}

TEST_F(TimelineTest, RowsAreNamedOnceAndKept) {
  TimelineFile out(file());
  Timeline timeline;
  timeline.add(out);
  timeline.slice("gpu_0", "copy", "a", 0, 1);
  timeline.slice("gpu_1", "copy", "b", 0, 1);
  timeline.slice("gpu_0", "copy", "c", 1, 2);
  out.close();
  std::map<std::string, json> slices;
  std::vector<std::string> names;
  for (const json& event : events()) {
    if (event["ph"] == "M" && event["args"].contains("name")) {
      names.push_back(event["name"].get<std::string>() + " " +
                      event["args"]["name"].get<std::string>());
    } else if (event["ph"] == "X") {
      slices[event["name"]] = event;
    }
  }
  EXPECT_THAT(names, testing::ElementsAre("process_name gpu_0", "thread_name copy",
                                          "process_name gpu_1", "thread_name copy"));
  EXPECT_EQ(slices["a"]["pid"], slices["c"]["pid"]);
  EXPECT_EQ(slices["a"]["tid"], slices["c"]["tid"]);
  EXPECT_NE(slices["a"]["pid"], slices["b"]["pid"]);
}

/// So that it does not matter in which order parts of a machine act.
TEST_F(TimelineTest, OfOneDateSlicesStandByTheirRows) {
  TimelineFile out(file());
  const auto told = [&](const char* part, const char* name, Ticks end, Ticks known) {
    out.slice({{part, "row"}, name, 0, end, "{}", known});
  };
  told("b", "first", 9, 5);
  told("a", "second", 7, 5);
  told("b", "third", 3, 5);
  told("a", "last", 1, 6);
  out.close();
  std::vector<std::string> names;
  for (const json& event : events())
    if (event["ph"] == "X") names.push_back(event["name"]);
  EXPECT_THAT(names, testing::ElementsAre("second", "first", "third", "last"));
}

TEST_F(TimelineTest, WhatOverlapsGetsRowsOfItsOwn) {
  {
    TimelineFile out(file());
    Timeline timeline;
    timeline.add(out);
    timeline.slice_apart("gpu", "copies", "a", 0, 10);
    timeline.slice_apart("gpu", "copies", "b", 5, 11);   // a still ran
    timeline.slice_apart("gpu", "copies", "c", 10, 12);  // a had just ended
    timeline.slice_apart("gpu", "copies", "d", 10, 13);  // a's row is c's now, b ran
    timeline.slice_apart("gpu", "other", "e", 0, 20);
  }
  std::map<std::string, int> row;
  for (const json& event : events())
    if (event["ph"] == "X") row[event["name"]] = event["tid"];
  EXPECT_EQ(row["a"], row["c"]);
  EXPECT_NE(row["a"], row["b"]);
  EXPECT_NE(row["d"], row["a"]);
  EXPECT_NE(row["d"], row["b"]);
  EXPECT_EQ((std::set<int>{row["a"], row["b"], row["d"], row["e"]}).size(), 4u);
}

TEST_F(TimelineTest, CountersHaveTheirPart) {
  {
    TimelineFile out(file());
    Timeline timeline;
    timeline.add(out);
    timeline.slice("gpu_0", "copy", "a", 0, 1);
    out.counter("gpu_0", "link use", 2'000'000'000, 0.25);
  }
  const json all = events();
  const auto counter =
      std::find_if(all.begin(), all.end(), [](const json& event) { return event["ph"] == "C"; });
  ASSERT_NE(counter, all.end());
  EXPECT_EQ((*counter)["name"], "link use");
  EXPECT_EQ((*counter)["pid"], all.at(0)["pid"]);
  EXPECT_EQ((*counter)["ts"], 2);
  EXPECT_EQ((*counter)["args"]["share"], 0.25);
}

class Part final : public sc_core::sc_module {
 public:
  explicit Part(const sc_core::sc_module_name& name) : sc_module(name) {}
};

/// Names of processes or threads by their sort index.
std::vector<std::string> sorted(const json& events, const std::string& what) {
  std::map<std::pair<int, int>, std::string> names;
  std::map<int, std::string> by_index;
  for (const json& event : events) {
    const std::pair<int, int> row{event["pid"], event["tid"]};
    if (event["name"] == what + "_name") names[row] = event["args"]["name"];
    if (event["name"] == what + "_sort_index")
      by_index[event["args"]["sort_index"]] = names.at(row);
  }
  std::vector<std::string> order;
  for (const auto& [index, name] : by_index) order.push_back(name);
  return order;
}

TEST_F(TimelineTest, RowsAreSortedByTopology) {
  const Part second("switch_0");
  const Part first("gpu_1");
  TimelineFile out(file());
  Timeline timeline;
  timeline.add(out);
  for (const std::string process : {"gpu_1", "stage_10", "switch_0.port", "stage_9"})
    for (const std::string thread : {"stream 10", "stream 9"})
      timeline.slice(process, thread, "a", 0, 1);
  out.close();
  EXPECT_THAT(sorted(events(), "process"),
              testing::ElementsAre("stage_9", "stage_10", "switch_0.port", "gpu_1"));
  EXPECT_THAT(sorted(events(), "thread"),
              testing::ElementsAre("stream 9", "stream 9", "stream 9", "stream 9", "stream 10",
                                   "stream 10", "stream 10", "stream 10"));
}

TEST_F(TimelineTest, SlicesEndAtTheLimitAndCountersDoNot) {
  OutputLimit limit;
  limit.most = Bytes(500);
  TimelineFile out(file(), limit);
  Timeline timeline;
  timeline.add(out);
  for (Ticks i = 0; i < 100; ++i) timeline.slice("gpu_0", "copy", "a", i, i + 1);
  out.counter("gpu_0", "link use", 100, 1);
  out.close();
  unsigned slices = 0, counters = 0;
  for (const json& event : events()) {
    slices += event["ph"] == "X";
    counters += event["ph"] == "C";
  }
  EXPECT_GT(slices, 2u);
  EXPECT_LT(slices, 10u);
  EXPECT_EQ(counters, 1u);
}

TEST_F(TimelineTest, ClosedEarlyItIsWholeJson) {
  TimelineFile(file()).close();
  EXPECT_TRUE(events().empty());
}

TEST_F(TimelineTest, ActiveWhileItExists) {
  EXPECT_EQ(Timeline::active(), nullptr);
  {
    Timeline timeline;
    EXPECT_EQ(Timeline::active(), &timeline);
    EXPECT_THROW(Timeline(), std::logic_error);
    EXPECT_EQ(Timeline::active(), &timeline);
  }
  EXPECT_EQ(Timeline::active(), nullptr);
}

TEST_F(TimelineTest, EverySinkGetsEverySlice) {
  const auto second = directory_ / "second.json";
  {
    TimelineFile out(file());
    TimelineFile copy(second);
    Timeline timeline;
    timeline.add(out);
    timeline.add(copy);
    timeline.slice("gpu_0", "copy", "a", 0, 1);
  }
  EXPECT_EQ(test::read_file(file()), test::read_file(second));
}

TEST_F(TimelineTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(TimelineFile("/proc/nowhere/timeline.json"), UserError);
}

}  // namespace
}  // namespace gf::core::timeline_test
