// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/channel_journal.h platforms/schedule/channel_fifos.h core/trace/packet_spans.h
#include <set>

#include "core/text/json.h"
#include "tests/support/csv.h"
#include "tests/support/matchers.h"
#include "tests/support/program.h"

namespace gf::test::why_channels_test {
namespace {

/// Channels of four GPUs, of which some pairs have two links and others one.
class WhyChannels : public testing::Test {
 protected:
  void run(const std::string& workload, const Words& more = {}) const {
    exits(0, program(Words{"run", "cluster", "--machine", GF_SOURCE_DIR "/docs/examples/quad.ini",
                           "--workload", workload, "--quiet", "--outdir", run_} +
                     more));
  }
  Captured why(const Words& more) const { return program(Words{"why", run_} + more); }
  nlohmann::json json(Words more) const {
    more.push_back("--json");
    return core::parse_json(exits(0, why(more)).out);
  }
  const ScratchDirectory scratch_;
  const std::string run_ = scratch_ / "run";
  const std::string broadcast_ =
      "broadcast:algorithm=nccl_ring,protocol=simple,channels=1,root=2,bytes=4 MiB";
};

double sum_of_shares(const nlohmann::json& channel) {
  double sum = 0;
  for (const auto& share : channel.at("shares")) sum += share.at("seconds").get<double>();
  return sum;
}

/// The ring is gpu2, gpu3, gpu0, gpu1, and only its last connection has a single link.
TEST_F(WhyChannels, TheNarrowestLinkIsThatOfTheSlowestConnection) {
  run(broadcast_);
  const auto channel = json({"channel 0"});
  EXPECT_EQ(channel.at("narrowest").at("link"), "gpu_0 -> gpu_1");
  EXPECT_GT(channel.at("narrowest").at("channel_seconds").get<double>(),
            0.7 * channel.at("narrowest").at("of_seconds").get<double>());
  EXPECT_THAT(exits(0, why({})).out, HasSubstr("narrowest link is gpu_0 -> gpu_1"));
}

TEST_F(WhyChannels, TheRowsOfACriticalPathAddUp) {
  run("allreduce:algorithm=nccl_ring,channels=3,bytes=256 KiB");
  const auto all = json({}).at("channels");
  ASSERT_EQ(all.size(), 3u);
  for (const auto& channel : all) {
    EXPECT_NEAR(sum_of_shares(channel), channel.at("seconds").get<double>(), 1e-13);
    const auto& blocks = channel.at("blocks");
    double spent = 0;
    for (const char* what : {"launch", "data", "place", "loading", "storing"})
      spent += blocks.at(what + std::string("_seconds")).get<double>();
    EXPECT_EQ(blocks.at("count"), 4);
    EXPECT_LE(spent, 4 * channel.at("seconds").get<double>());
    EXPECT_GT(spent, 3 * channel.at("seconds").get<double>()) << "all of them work to the end";
  }
  EXPECT_GE(all[0].at("seconds").get<double>(), all[2].at("seconds").get<double>());
}

/// Blocks before the narrow connection wait for places, that behind a faster one never does.
TEST_F(WhyChannels, BlocksBeforeANarrowLinkWaitForPlaces) {
  run(broadcast_);
  const auto few = json({"channel 0"}).at("blocks");
  EXPECT_EQ(few.at("place_seconds"), 0) << "four slices, four places";
  run("broadcast:algorithm=nccl_ring,protocol=simple,channels=1,root=2,bytes=12 MiB", {"--force"});
  EXPECT_GT(json({"channel 0"}).at("blocks").at("place_seconds").get<double>(), 40e-6);
}

TEST_F(WhyChannels, EachCollectiveHasItsOwn) {
  run("allreduce:algorithm=nccl_ring,channels=2,protocol=ll,bytes=64 KiB..128 KiB");
  EXPECT_EQ(json({}).at("channels").size(), 4u);
  const auto later = json({"channel 1 #2"});
  EXPECT_EQ(later.at("part"), "channel 1 #2");
  EXPECT_NEAR(sum_of_shares(later), later.at("seconds").get<double>(), 1e-13);
  EXPECT_THAT(exits(2, why({"channel 7"})).err,
              HasSubstr("no channel of this run is called \"channel 7\""));
}

TEST_F(WhyChannels, AConnectionIsAFlow) {
  run(broadcast_);
  EXPECT_THAT(exits(0, why({"channel 0 0->1"})).out, HasSubstr("channel 0 0->1 took"));
  EXPECT_THAT(exits(0, why({"--follow", "channel 0 0->1, packet 17"})).out,
              HasSubstr("gpu_0 -> gpu_1"));
}

TEST_F(WhyChannels, RunsWithoutChannelsSayHowToGetThem) {
  run("allreduce:bytes=4 KiB");
  EXPECT_THAT(exits(2, why({"channel 0"})).err, HasSubstr("algorithm=nccl_ring"));
}

/// Slices of a block follow each other on a row, which names the connection.
TEST_F(WhyChannels, ATimelineHasARowForEachConnection) {
  run(broadcast_, {"--timeline"});
  const auto record = core::parse_json(read_file(run_ + "/record.json"));
  std::set<std::string> rows;
  for (const auto& row : record.at("tasks").at("rows"))
    if (row[0] == "channel 0") rows.insert(row[1]);
  EXPECT_EQ(rows, (std::set<std::string>{"0->1", "1", "2->3", "3->0"}));
}

}  // namespace
}  // namespace gf::test::why_channels_test
