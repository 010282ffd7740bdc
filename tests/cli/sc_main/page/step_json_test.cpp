// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <gmock/gmock.h>
#include <map>

#include "tests/support/csv.h"
#include "tests/support/page_files.h"
#include "tests/support/program.h"

namespace gf::test::step_json_test {
namespace {

using namespace page_files;  // NOLINT: what these tests share
using nlohmann::json;

/// Mean of a series of steps, read as the page's script reads it.
double mean_of(const json& series, std::size_t steps) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const std::string text = series.at("v");
  const auto number = [&](std::size_t at) {
    return digits.find(text[at]) * 64 + digits.find(text[at + 1]);
  };
  double sum = 0, last = 0;
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); at += 2) {
    std::size_t times = 1;
    if (text[at] == '~')
      times = number(++at);
    else
      last = static_cast<double>(number(at)) / 4095 * series.at("max").get<double>();
    sum += last * static_cast<double>(times);
    count += times;
  }
  EXPECT_EQ(count, steps);
  return sum / static_cast<double>(count);
}

TEST_F(PageTest, StepsOfALinkAddUpToItsStatistics) {
  const std::string directory = run("t2", {"pcie_t2", "--workload", "ring:bytes=256 KiB"});
  const json record = record_in(directory);
  const std::string stats = read_file(fs::path(directory) / "stats.csv");
  const std::size_t steps = record.at("time").at("steps");
  const double step = record.at("time").at("step"), end = record.at("time").at("end");
  EXPECT_GT(steps, 50u);
  EXPECT_NEAR(step * static_cast<double>(steps), end, step);
  unsigned used = 0;
  for (const json& track : record.at("tracks")) {
    const std::string path = track.at("stats");
    const double busy = stat(stats, path + ",busy");
    EXPECT_NEAR(track.at("total").at("busy"), busy, 1e-8 * end + step) << track.at("path");
    const double mean = mean_of(track.at("busy"), steps);
    EXPECT_NEAR(mean * end, busy, 0.01 * busy + step) << track.at("path");
    EXPECT_EQ(track.at("total").at("bytes"), stat(stats, path + ",wire_bytes"));
    used += busy > 0;
  }
  EXPECT_GT(used, 10u);
}

TEST_F(PageTest, EveryDirectionOfALinkHasItsTrack) {
  const std::map<std::string, Words> machines{
      {"t2", {"pcie_t2", "--workload", "ring:bytes=4 KiB"}},
      {"torus", {"torus", "--x=2", "--y=2", "--z=1", "--traffic", "uniform"}},
      {"nvlink", {"nvlink_node", "-p", "gpu.sms=1"}},
  };
  for (const auto& [name, words] : machines) {
    const json record = record_in(run(name, words));
    unsigned tracks = 0, ways = 0;
    for (const json& link : record.at("graph").at("links")) {
      for (const char* const way : {"there", "back"}) {
        const int track = link.at(way).at("track");
        ASSERT_LT(track, static_cast<int>(record.at("tracks").size()));
        ++ways;
        tracks += track >= 0;
      }
    }
    // What a node sends into its router is no channel of the network.
    const unsigned injected = name == "torus" ? 4 : 0;
    EXPECT_EQ(tracks + injected, ways) << name;
  }
}

TEST_F(PageTest, ACopyIsATask) {
  const json record = record_in(run("t2", {"pcie_t2", "--workload", "ring:bytes=4 KiB"}));
  const json& tasks = record.at("tasks");
  unsigned copies = 0;
  for (const json& item : tasks.at("items")) {
    EXPECT_LT(item.at(0).get<std::size_t>(), tasks.at("rows").size());
    EXPECT_LE(item.at(2).get<double>(), item.at(3).get<double>());
    copies += item.at(1).get<std::string>().rfind("copy to", 0) == 0;
  }
  EXPECT_EQ(copies, 8u);
}

}  // namespace
}  // namespace gf::test::step_json_test
