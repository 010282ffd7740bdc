// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_log.h"

#include "tests/support/errors.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"

namespace gf::model::channel_log_test {
namespace {

const std::string kFour = "[rc]\nkind = root_complex\nchildren = gpu[0..3]\n";
const std::string kLog =
    "host:1:2 [0] NCCL INFO Pattern 4, crossNic 0, nChannels 2, bw 22.000000/20.000000, type "
    "NVL/PIX, sameChannels 0\r\n"
    "host:1:2 [0] NCCL INFO Pattern 1, crossNic 0, nChannels 2, bw 3/3, type SYS/SYS, "
    "sameChannels 1\n"
    "host:1:2 [0] NCCL INFO Channel 00/04 :    0   1   2   3\n"
    "host:1:2 [1] NCCL INFO Channel 02/04 :    0   1   2   3\n"
    "host:1:2 [0] NCCL INFO Channel 01/04 :    0   3   2   1\n"
    "host:1:2 [1] NCCL INFO Channel 03/04 :    0   3   2   1\n"
    "host:1:2 [0] NCCL INFO Channel 00 : 0[7000] -> 1[b000] via P2P/IPC/read\n";

ChannelGraph graph_of(const std::string& log) {
  return read_channel_log(log, "nccl.log", machine_reading::read(kFour));
}

TEST(ChannelLog, RingsOfTheSearchWithoutTheirCopies) {
  ASSERT_TRUE(has_channel_lines(kLog));
  const ChannelGraph graph = graph_of(kLog);
  ASSERT_EQ(graph.channels.size(), 2u);
  EXPECT_THAT(graph.channels[0].ranks, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(graph.channels[1].ranks, ElementsAre(0, 3, 2, 1));
  EXPECT_EQ(graph.intra, core::gigabytes_per_second(22));
  EXPECT_EQ(graph.inter, core::gigabytes_per_second(20));
  EXPECT_EQ(graph.type_intra, ChannelPath::kNvlink);
}

TEST(ChannelLog, OldWordsAndLogsWithoutSpeedsAreRead) {
  const std::string old =
      "NCCL INFO Pattern 4, crossNic 0, nChannels 1, speed 1.2/1.2, type "
      "SYS/PHB, sameChannels 1\nNCCL INFO Channel 00/01 : 3 2 1 0\n";
  EXPECT_EQ(graph_of(old).intra, core::gigabytes_per_second(1.2));
  EXPECT_EQ(graph_of("NCCL INFO Channel 00/01 : 3 2 1 0\n").intra, core::ByteRate());
  EXPECT_FALSE(has_channel_lines("NCCL INFO Channel 00 : 0[7000] -> 1[b000] via P2P/IPC\n"));
}

TEST(ChannelLog, RingsOverNodesGiveThePartFromTheEntry) {
  const ChannelGraph graph = graph_of("NCCL INFO Channel 00/01 : 0 1 5 4 7 6 2 3\n");
  EXPECT_THAT(graph.channels.front().ranks, ElementsAre(2, 3, 0, 1));
}

TEST(ChannelLog, RefusesRingsThatAreNone) {
  const auto refusal = [](const std::string& log) {
    return test::error_of([&] { graph_of(log); });
  };
  EXPECT_EQ(refusal("x\nNCCL INFO Channel 00/01 : 0 1 2\n"),
            "nccl.log:2: channel 0 of 3 ranks; expected ranks 0 ... 3 of this machine once each "
            "and one after the other");
  EXPECT_THAT(refusal("NCCL INFO Channel 00/01 : 0 1 4 2 3 5\n"), StartsWith("nccl.log:1:"));
  EXPECT_THAT(refusal("NCCL INFO Channel 00/02 : 0 1 2 3\n"),
              StartsWith("nccl.log: 1 of 2 rings; expected a line"));
}

}  // namespace
}  // namespace gf::model::channel_log_test
