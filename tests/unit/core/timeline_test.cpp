// SPDX-License-Identifier: Apache-2.0
#include "core/timeline.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>
#include <set>

#include "core/error.h"
#include "tests/support/captured.h"

namespace gf::core::timeline_test {
namespace {

using nlohmann::json;

class TimelineTest : public testing::Test {
 protected:
  json events() { return json::parse(test::read_file(file())); }
  std::filesystem::path file() const { return directory_ / "timeline.json"; }
  test::ScratchDirectory directory_;
};

TEST_F(TimelineTest, SlicesCarryTimesAndArguments) {
  {
    Timeline timeline(file());
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

TEST_F(TimelineTest, RowsAreNamedOnceAndKept) {
  Timeline timeline(file());
  timeline.slice("gpu_0", "copy", "a", 0, 1);
  timeline.slice("gpu_1", "copy", "b", 0, 1);
  timeline.slice("gpu_0", "copy", "c", 1, 2);
  timeline.close();
  std::map<std::string, json> slices;
  std::vector<std::string> names;
  for (const json& event : events()) {
    if (event["ph"] == "M") {
      names.push_back(event["name"].get<std::string>() + " " +
                      event["args"]["name"].get<std::string>());
    } else {
      slices[event["name"]] = event;
    }
  }
  EXPECT_THAT(names, testing::ElementsAre("process_name gpu_0", "thread_name copy",
                                          "process_name gpu_1", "thread_name copy"));
  EXPECT_EQ(slices["a"]["pid"], slices["c"]["pid"]);
  EXPECT_EQ(slices["a"]["tid"], slices["c"]["tid"]);
  EXPECT_NE(slices["a"]["pid"], slices["b"]["pid"]);
}

TEST_F(TimelineTest, WhatOverlapsGetsRowsOfItsOwn) {
  {
    Timeline timeline(file());
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

TEST_F(TimelineTest, ClosedEarlyItIsWholeJson) {
  Timeline(file()).close();
  EXPECT_TRUE(events().empty());
}

TEST_F(TimelineTest, ActiveWhileItExists) {
  EXPECT_EQ(Timeline::active(), nullptr);
  {
    Timeline timeline(file());
    EXPECT_EQ(Timeline::active(), &timeline);
    EXPECT_THROW(Timeline(directory_ / "second.json"), std::logic_error);
    EXPECT_EQ(Timeline::active(), &timeline);
    timeline.close();
    EXPECT_EQ(Timeline::active(), nullptr);
  }
  EXPECT_EQ(Timeline::active(), nullptr);
}

TEST_F(TimelineTest, RefusesWhatCannotBeWritten) {
  EXPECT_THROW(Timeline("/nowhere/timeline.json"), UserError);
  EXPECT_EQ(Timeline::active(), nullptr);
}

}  // namespace
}  // namespace gf::core::timeline_test
