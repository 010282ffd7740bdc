// SPDX-License-Identifier: Apache-2.0
#include "hw/router/output_port.h"

#include <gtest/gtest.h>

namespace gf::hw::router {
namespace {

struct NoSink : FlitSink {
  void flit_comes(unsigned, const Flit& flit) override { last = flit.at; }
  const char* place(unsigned) const override { return nullptr; }
  core::Cycle last = 0;
};

class OutputPortTest : public testing::Test {
 protected:
  OutputPortTest() { port_.connect({sink_, 0, {5, 1}, 2, 12}, 3, peer_); }
  NoSink sink_;
  const std::string peer_ = "there";
  OutputPort port_;
};

TEST_F(OutputPortTest, CreditIsThereFromItsCycleOn) {
  EXPECT_TRUE(port_.has_credit(1, 2, 0));
  port_.take_credit(1, 0);
  port_.take_credit(1, 1);
  EXPECT_FALSE(port_.has_credit(1, 1, 2));
  EXPECT_TRUE(port_.has_credit(0, 1, 2)) << "a buffer of its own each";
  port_.give_credit(1, 0, 9);
  EXPECT_FALSE(port_.has_credit(1, 1, 8));
  EXPECT_TRUE(port_.has_credit(1, 1, 9));
  EXPECT_FALSE(port_.has_credit(1, 2, 9));
}

TEST_F(OutputPortTest, UsedCountsPlacesUntilTheirCreditIsKnown) {
  port_.take_credit(0, 0);
  port_.take_credit(2, 0);
  port_.give_credit(2, 0, 10);
  EXPECT_EQ(port_.used(9), 2u);
  EXPECT_EQ(port_.used(2, 9), 1u);
  EXPECT_EQ(port_.used(10), 1u);
  EXPECT_EQ(port_.used(2, 10), 0u);
  EXPECT_FALSE(port_.home(100));
}

TEST_F(OutputPortTest, ManyCreditsAddUpToWhatWasTaken) {
  for (core::Cycle now = 0; now < 1000; ++now) {
    ASSERT_TRUE(port_.has_credit(0, 1, now)) << now;
    port_.take_credit(0, now);
    port_.give_credit(0, now, now + 1);
  }
  EXPECT_TRUE(port_.home(1000));
}

TEST_F(OutputPortTest, DelayedCreditsStayInLine) {
  port_.take_credit(0, 0);
  port_.take_credit(0, 0);
  EXPECT_EQ(port_.give_credit(0, 0, 20), 20u);
  EXPECT_EQ(port_.give_credit(0, 0, 15), 20u);
}

TEST_F(OutputPortTest, RoundTripBeyondTheIdleOneIsTheDelay) {
  port_.keep_round_trips();
  port_.take_credit(0, 3);
  port_.take_credit(0, 4);
  port_.give_credit(0, 0, 3 + 12);
  EXPECT_EQ(port_.delay(15), 0u);
  port_.give_credit(0, 0, 4 + 12 + 30);
  EXPECT_EQ(port_.delay(45), 0u) << "not known before it is there";
  EXPECT_EQ(port_.delay(46), 30u);
}

TEST_F(OutputPortTest, FlitIsThereALatencyLater) {
  Flit flit;
  port_.send(flit, 100);
  EXPECT_EQ(sink_.last, 105u);
  EXPECT_EQ(port_.flits(), 1u);
}

TEST(NarrowOutputPort, CarriesAFlitForItsCycles) {
  NoSink sink;
  const std::string peer;
  OutputPort port;
  port.connect({sink, 0, {5, 4}, 2, 20}, 1, peer);
  Flit flit;
  port.send(flit, 100);
  EXPECT_EQ(sink.last, 100u + 5 + 3) << "its last bit leaves three cycles after the first";
  EXPECT_EQ(port.free_from(), 104u);
}

TEST(EndlessOutputPort, NeedsNoCredit) {
  NoSink sink;
  const std::string peer;
  OutputPort port;
  port.connect({sink, 0, {1, 1}, 0, 4}, 2, peer);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(port.has_credit(1, 1, 0));
    port.take_credit(1, 0);
  }
  EXPECT_TRUE(port.home(0));
}

}  // namespace
}  // namespace gf::hw::router
