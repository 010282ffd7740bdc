// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <sstream>

#include "tests/support/apenet_runs.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::bus_trace_test {
namespace {

using apenet_runs::run;

TEST(ApenetRun, TraceMarksTheArrowsAndChangesNothing) {
  const ScratchDirectory scratch;
  const std::vector<std::string> settings = {"test=read", "generation=v2", "min=16 KiB",
                                             "max=16 KiB", "window=1"};
  auto traced = settings;
  traced.emplace_back("trace=bus");
  ASSERT_EQ(run("apenet_node", settings, {"--outdir", scratch / "plain"}).code, 0);
  ASSERT_EQ(run("apenet_node", traced, {"--timeline", "--outdir", scratch / "traced"}).code, 0);
  for (const char* file : {"osu.csv"})
    EXPECT_EQ(read_file(scratch / "plain" / file), read_file(scratch / "traced" / file));
  std::istringstream csv(read_file(scratch / "traced/pcie_trace.csv"));
  std::map<std::string, double> arrows;
  unsigned requests = 0;
  double before = 0;
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "us,direction,kind,address,bytes,wire_bytes,arrow");
  while (std::getline(csv, line)) {
    const double at = std::stod(line);
    EXPECT_GE(at, before) << "in the order of the wire";
    before = at;
    requests += line.find(",8,32,") != std::string::npos && line.find(",out,") != std::string::npos;
    const std::string arrow = line.substr(line.rfind(',') + 1);
    if (!arrow.empty()) arrows[arrow] = at;
  }
  ASSERT_EQ(arrows.size(), 4u);
  EXPECT_EQ(requests, 16384u / 128 + 1) << "and one write of the return window's address";
  EXPECT_NEAR(arrows["3"] - arrows["2"], 1.8, 0.05 * 1.8);
  EXPECT_GT(arrows["4"], arrows["3"]);
  EXPECT_THAT(read_file(scratch / "traced/timeline.json"),
              AllOf(HasSubstr("2-3 first request to first data"), HasSubstr("from the card")));
}

TEST(ApenetRun, TraceShowsDllpsWhereTheyArePackets) {
  const ScratchDirectory scratch;
  const std::vector<std::string> settings = {"trace=bus",  "test=read",  "generation=v2",
                                             "min=64 KiB", "max=64 KiB", "window=1"};
  std::vector<std::string> dllps = settings;
  dllps.emplace_back("*.dllps=true");
  ASSERT_EQ(run("apenet_node", settings, {"--outdir", scratch / "dates"}).code, 0);
  ASSERT_EQ(run("apenet_node", dllps, {"--timeline", "--outdir", scratch / "packets"}).code, 0);
  EXPECT_THAT(read_file(scratch / "dates/pcie_trace.csv"), testing::Not(HasSubstr("Ack")));
  std::istringstream csv(read_file(scratch / "packets/pcie_trace.csv"));
  std::map<std::string, unsigned> seen;
  for (std::string line; std::getline(csv, line);) {
    const std::string what = line.substr(line.find(',') + 1);  // without the time
    ++seen[what];
  }
  // 1024 answers of 64 B come to the card, 512 requests leave it: several to an ACK.
  const unsigned out = seen["out,Ack,,,8,"], in = seen["in,Ack,,,8,"];
  EXPECT_GT(out, 50u);
  EXPECT_LT(out, 400u);
  EXPECT_GT(in, 50u);
  EXPECT_LT(in, 400u);
  EXPECT_GT(seen["out,UpdateFC-P,,,8,"], 50u);
  EXPECT_GT(seen["in,UpdateFC-P,,,8,"], 50u);
  EXPECT_THAT(read_file(scratch / "packets/timeline.json"), HasSubstr("UpdateFC-P"));
}

}  // namespace
}  // namespace gf::test::bus_trace_test
