// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_firmware.h"

#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::why_firmware_test {
namespace {

using app::WhyFirmware;

constexpr core::Ticks kMicrosecond = 1'000'000'000;

class WhyFirmwareTest : public testing::Test {
 protected:
  core::ProcessorTimes times;
  core::HopJournal journal{times};
  void task(unsigned node, const char* kind, unsigned posted, unsigned began, unsigned ended) {
    const auto processor =
        journal.queue(this, node, [&] { return "node_" + std::to_string(node) + ".card.nios"; });
    journal.task_ends(processor, kind, posted * kMicrosecond, began * kMicrosecond,
                      ended * kMicrosecond);
  }
};

TEST_F(WhyFirmwareTest, TimeByTaskIdleAndQueue) {
  task(0, "tx", 0, 0, 30);
  task(0, "rx_packet", 10, 30, 50);
  task(1, "register", 0, 0, 10);
  const WhyFirmware why{times, journal, 100 * kMicrosecond, "node_0"};
  const std::string text = why.text(80);
  EXPECT_THAT(text, HasSubstr("node_0.card.nios: busy 50.0 % of 100 us\n"));
  EXPECT_THAT(text, HasSubstr("100.0 % tx"));
  EXPECT_THAT(text, HasSubstr("(idle)"));
  EXPECT_THAT(text, Not(HasSubstr("node_1")));
  const auto json = why.json().at("node_0.card.nios");
  EXPECT_DOUBLE_EQ(json.at("idle_seconds"), 50e-6);
  EXPECT_DOUBLE_EQ(json.at("tasks").at("rx_packet").at("waited_seconds"), 20e-6);
  EXPECT_EQ((WhyFirmware{times, journal, 100 * kMicrosecond, ""}.json().size()), 2u);
}

TEST_F(WhyFirmwareTest, NamesTheProcessorsThatThereAre) {
  task(1, "register", 0, 0, 10);
  const WhyFirmware why{times, journal, 100 * kMicrosecond, "card_7"};
  EXPECT_THAT(test::error_of([&] { why.check(); }), HasSubstr("there are: node_1.card.nios"));
}

TEST_F(WhyFirmwareTest, RunsWithoutProcessorsSaySo) {
  const WhyFirmware why{times, journal, 100 * kMicrosecond, ""};
  EXPECT_THAT(test::error_of([&] { why.check(); }), HasSubstr("no processor that ran firmware"));
}

TEST(WhyFirmwareQuestion, IsFirmwareAndPerhapsAPath) {
  EXPECT_TRUE(WhyFirmware::asks("firmware"));
  EXPECT_FALSE(WhyFirmware::asks("copy 0->2"));
  EXPECT_EQ(WhyFirmware::wanted_of("firmware node_0"), "node_0");
  EXPECT_EQ(WhyFirmware::wanted_of("firmware"), "");
}

}  // namespace
}  // namespace gf::why_firmware_test
