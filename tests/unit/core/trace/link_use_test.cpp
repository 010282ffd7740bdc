// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/sampler.h core/stats/link_senders.h
#include "core/trace/link_use.h"

#include <map>

#include "core/stats/stat_recorder.h"
#include "core/stats/stats.h"
#include "core/text/json.h"
#include "core/trace/timeline_file.h"
#include "tests/support/captured.h"
#include "tests/support/matchers.h"

namespace gf::core::link_use_test {
namespace {

using nlohmann::json;

constexpr Ticks kMicrosecond = 1'000'000'000;

struct Sender : StatGroup {
  explicit Sender(const std::string& path) : StatGroup(path) {}
  Counter wire_bytes{*this, "wire_bytes", Unit::kBytes, "sent"};
  Duration busy{*this, "busy", "link holds a packet"};
};

class LinkUseTest : public testing::Test {
 protected:
  /// Values of each counter as (microseconds, share), by its name.
  using Counters = std::map<std::string, std::vector<std::pair<double, double>>>;
  Counters counters(StatRecorder& use) {
    use.finish();
    {
      TimelineFile file(directory_ / "timeline.json");
      write_link_use(use, file);
    }
    Counters all;
    for (const json& event : parse_json(test::read_file(directory_ / "timeline.json")))
      if (event["ph"] == "C") all[event["name"]].emplace_back(event["ts"], event["args"]["share"]);
    return all;
  }
  test::ScratchDirectory directory_;
};

TEST_F(LinkUseTest, ShowsTheShareOfEachStep) {
  Sender sender("gpu_0.nvlink.link_0.tx");
  StatRecorder use(link_senders());
  sender.busy.add_ticks(kMicrosecond / 40);  // A quarter of the first 100 ns.
  Sampler::take_all_until(kMicrosecond / 10);
  sender.busy.add_ticks(kMicrosecond / 5);  // A packet of 200 ns: two steps.
  Sampler::take_all_until(kMicrosecond / 2);
  const Counters all = counters(use);
  ASSERT_EQ(all.count("nvlink.link_0 use"), 1u);
  EXPECT_THAT(all.at("nvlink.link_0 use"), ElementsAre(std::pair{0.0, 0.25}, std::pair{0.1, 1.0},
                                                       std::pair{0.3, 0.0}, std::pair{0.5, 0.0}));
  EXPECT_EQ(all.count("mean use of 1 links"), 1u);
}

TEST_F(LinkUseTest, ALongRunHasNoMoreSamplesThanAShortOne) {
  Sender sender("gpu_0.tx");
  StatRecorder use(link_senders());
  for (Ticks at = 0; at < 10'000 * kMicrosecond; at += 10 * kMicrosecond) {
    sender.busy.add_ticks((at / kMicrosecond) % 7 * kMicrosecond / 10);
    Sampler::take_all_until(at + 10 * kMicrosecond);
  }
  const Counters all = counters(use);
  const auto& samples = all.at("gpu_0 use");
  EXPECT_LE(samples.size(), StatRecorder::kMostSteps + 1);
  EXPECT_GT(samples.size(), StatRecorder::kEnoughSteps / 2);
  double busy = 0;
  for (std::size_t i = 0; i + 1 < samples.size(); ++i)
    busy += samples[i].second * (samples[i + 1].first - samples[i].first);
  EXPECT_NEAR(busy, sender.busy.value().to_seconds() * 1e6, 0.01 * busy) << "merging loses nothing";
}

TEST_F(LinkUseTest, ShowsTheLinksThatAreUsedMost) {
  std::vector<Ticks> busy(kMostShownLinks + 10);
  std::vector<LinkSender> links;
  for (std::size_t i = 0; i < busy.size(); ++i)
    links.push_back({"router.out_" + std::to_string(i), {&busy[i]}});
  StatRecorder use(links);
  for (std::size_t i = 0; i < busy.size(); ++i) busy[i] = i;
  Sampler::take_all_until(kMicrosecond);
  const Counters all = counters(use);
  EXPECT_EQ(all.size(), kMostShownLinks + 1) << "and the mean of all";
  EXPECT_EQ(all.count("out_9 use"), 0u);
  EXPECT_EQ(all.count("out_10 use"), 1u);
}

TEST_F(LinkUseTest, OthersThanSendersAreNoLinks) {
  struct Engine : StatGroup {
    Engine() : StatGroup("gpu_0.copy_engine") {}
    Duration busy{*this, "busy", "a copy is under way"};
  } engine;
  StatRecorder use(link_senders());
  engine.busy.add_ticks(1);
  Sampler::take_all_until(kMicrosecond);
  EXPECT_TRUE(counters(use).empty());
}

}  // namespace
}  // namespace gf::core::link_use_test
