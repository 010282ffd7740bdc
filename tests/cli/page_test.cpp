// SPDX-License-Identifier: Apache-2.0
// Holds: sc_main/inspect/page.cpp sc_main/page/page_recorder.h sc_main/page/run_page.cpp
// Holds: sc_main/page/run_record.cpp sc_main/page/step_json.cpp sc_main/page/web_files.h
#include <filesystem>
#include <gmock/gmock.h>
#include <map>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/program.h"

namespace gf::test::page_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class PageTest : public testing::Test {
 protected:
  std::string run(const std::string& name, Words words) const {
    for (const std::string& word : {std::string("--quiet"), std::string("--outdir")})
      words.push_back(word);
    words.push_back(scratch_ / name);
    words.insert(words.begin(), "run");
    const Captured result = program(words);
    EXPECT_EQ(result.code, 0) << result.err;
    return scratch_ / name;
  }
  const ScratchDirectory scratch_;
};

json record_in(const std::string& run) {
  return core::parse_json(read_file(fs::path(run) / "record.json"));
}

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

TEST_F(PageTest, ARunHasItsPageAndOneWithoutHasNone) {
  const std::string with = run("with", {"store_goodput"});
  const std::string page = read_file(fs::path(with) / "run.html");
  EXPECT_THAT(page, HasSubstr("class=\"record\">"));
  EXPECT_THAT(page, Not(HasSubstr("<!--records-->")));
  EXPECT_LT(page.size(), 1'000'000u);
  const std::string without = run("without", {"store_goodput", "--no-page"});
  EXPECT_FALSE(fs::exists(fs::path(without) / "run.html"));
  EXPECT_FALSE(fs::exists(fs::path(without) / "record.json"));
  EXPECT_EQ(read_file(fs::path(with) / "stats.csv"), read_file(fs::path(without) / "stats.csv"));
}

/// Returns the text between the tags of each record in the page.
std::vector<std::string> records_in(const std::string& page) {
  std::vector<std::string> records;
  const std::string begin = "class=\"record\">";
  for (std::size_t at = 0; (at = page.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    records.push_back(page.substr(at, page.find("</script>", at) - at));
  }
  return records;
}

TEST_F(PageTest, NamesDoNotEndItsRecords) {
  const std::string name = "<!--<script>";
  const std::string one = run(name, {"store_goodput"});
  const std::string two = run("two", {"store_goodput", "-p", "bytes=8 B"});
  const fs::path both = scratch_ / "both.html";
  ASSERT_EQ(program({"diff", one, two, "--page=" + both.string()}).code, 0);
  for (const auto& [page, count] :
       {std::pair(fs::path(one) / "run.html", 1u), std::pair(both, 2u)}) {
    const std::vector<std::string> records = records_in(read_file(page));
    ASSERT_EQ(records.size(), count) << page;
    EXPECT_THAT(records[0], Not(HasSubstr("<")));
    EXPECT_EQ(core::parse_json(records[0])["run"]["directory"], name);
  }
}

TEST_F(PageTest, TheSameRunHasTheSameRecord) {
  const Words words = {"pcie_t2", "--workload", "ring:bytes=64 KiB"};
  json a = record_in(run("a", words)), b = record_in(run("b", words));
  for (json* const record : {&a, &b})
    for (const char* const name : {"command", "directory"}) (*record)["run"].erase(name);
  EXPECT_EQ(a, b);
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

TEST_F(PageTest, IsMadeAgainFromTheRecord) {
  const std::string directory = run("a", {"store_goodput"});
  const fs::path page = fs::path(directory) / "run.html";
  const std::string before = read_file(page);
  fs::remove(page);
  EXPECT_EQ(program({"page", directory}).code, 0);
  EXPECT_EQ(read_file(page), before);
  EXPECT_EQ(program({"page", directory, "--to", scratch_ / "other.html"}).code, 0);
  EXPECT_EQ(read_file(scratch_ / "other.html"), before);
}

TEST_F(PageTest, TwoRunsOnOnePage) {
  const std::string a = run("a", {"store_goodput"});
  const std::string b = run("b", {"store_goodput", "-p", "bytes=8 B"});
  const Captured diff = program({"diff", a, b, "--page=" + (scratch_ / "both.html").string()});
  EXPECT_EQ(diff.code, 0) << diff.err;
  const std::string page = read_file(scratch_ / "both.html");
  std::size_t records = 0;
  for (std::size_t at = 0; (at = page.find("class=\"record\">", at)) != std::string::npos; ++at)
    ++records;
  EXPECT_EQ(records, 2u);
}

TEST_F(PageTest, SaysWhatIsMissing) {
  const Captured none = program({"page", scratch_ / "nowhere"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("no run directory"));
  const std::string without = run("without", {"store_goodput", "--no-page"});
  const Captured no_record = program({"page", without});
  EXPECT_EQ(no_record.code, 2);
  EXPECT_THAT(no_record.err, HasSubstr("--config " + without + "/config.resolved.ini"));
  const std::string with = run("with", {"store_goodput"});
  write_file(fs::path(with) / "record.json", "{}");
  EXPECT_EQ(program({"page", with}).code, 5);
  write_file(fs::path(with) / "record.json", "{\"format\":");
  EXPECT_EQ(program({"page", with}).code, 5) << "cut off";
  write_file(fs::path(with) / "record.json", R"({"format":7,"version":"x"})");
  EXPECT_EQ(program({"page", with}).code, 5) << "entries of other types";
  write_file(fs::path(with) / "record.json", R"({"format":"gpufabric record","version":99})");
  const Captured newer = program({"page", with});
  EXPECT_EQ(newer.code, 5);
  EXPECT_THAT(newer.err, HasSubstr("version 99"));
}

}  // namespace
}  // namespace gf::test::page_test
