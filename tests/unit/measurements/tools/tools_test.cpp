// SPDX-License-Identifier: Apache-2.0
#include "measurements/tools/tools.h"

#include "tests/support/matchers.h"
#include "tests/support/tool_outputs.h"

namespace gf::papers::tools::tools_test {
namespace {

using namespace test;

const std::string kLatency =
    "# OSU MPI Latency Test v5.0\n# Size          Latency (us)\n"
    "0                       1.84\n\n";
const std::string kPairs =
    "Running device_to_device_memcpy_write_ce.\n"
    "memcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
    "           0         1\n 0       N/A     24.10\n 1     24.20       N/A\n\n";
const std::string kNic =
    "                    RDMA_Write BW Test\n"
    " #bytes     #iterations    BW peak[MB/sec]    BW average[MB/sec]   "
    "MsgRate[Mpps]\n"
    " 65536      5000           4555.12            4554.89              "
    "0.072878\n---------------\n";

TEST(Tools, AreFoundByName) {
  for (const Tool& tool : all_tools()) {
    EXPECT_EQ(find_tool(tool.name)->name, tool.name);
    EXPECT_FALSE(tool.programs.empty());
  }
  EXPECT_THAT(all_tools(), SizeIs(9));
  EXPECT_EQ(find_tool("iperf"), nullptr);
}

TEST(Tools, AreRecognisedInOneFile) {
  const MeasuredValues values = read_measured("a log\n" + kLatency + kNic + kPairs, "f");
  std::vector<std::string> tools;
  for (const Measured& each : values) tools.push_back(each.tool);
  EXPECT_THAT(tools,
              ElementsAre("nvbandwidth", "nvbandwidth", "perftest", "perftest", "perftest", "osu"));
}

TEST(Tools, AreListedWhereNoneIsRecognised) {
  const std::string error = error_of([] { read_measured("a log\n1 2 3\n", "f"); });
  EXPECT_THAT(error, StartsWith("f: no output of a known tool; expected an output of nvbandwidth"));
  for (const Tool& tool : all_tools()) EXPECT_THAT(error, HasSubstr(tool.programs));
}

TEST(Tools, MustHaveAValue) {
  EXPECT_EQ(error_of([] { read_measured(kLatency.substr(0, 40), "f"); }),
            "f: an output of osu without a value; expected at least one table with a row");
}

}  // namespace
}  // namespace gf::papers::tools::tools_test
