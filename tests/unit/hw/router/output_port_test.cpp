// SPDX-License-Identifier: Apache-2.0
// Holds: hw/router/credit_delay.h
#include "hw/router/output_port.h"

#include <gtest/gtest.h>

namespace gf::hw::router::output_port_test {
namespace {

struct NoSink : FlitSink {
  void flit_comes(unsigned, const Flit& flit) override { last = flit.at; }
  core::Cycle last = 0;
};

class OutputPortTest : public testing::Test, private CreditClient {
 protected:
  OutputPortTest() { connect(port_, {5, 1}, 2, 3); }
  void connect(OutputPort& port, const ChannelTiming& timing, unsigned buffer, unsigned vcs) {
    port.connect({sink_, 0, timing, buffer, 12}, vcs, peer_, *this, 3);
  }
  void missed_credit_comes(unsigned port, core::Cycle now) override {
    EXPECT_EQ(port, 3u);
    woken_ = now;
  }
  void awaited_credit_comes(unsigned port, unsigned vc) override {
    EXPECT_EQ(port, 3u);
    awaited_.push_back(vc);
  }

  NoSink sink_;
  const std::string peer_ = "there";
  core::ClockDomain clock_{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
  Transit transit_{clock_};
  OutputPort port_;
  core::Cycle woken_ = core::kNoCycle;
  std::vector<unsigned> awaited_;
};

TEST_F(OutputPortTest, CreditsAreCountedByVirtualChannel) {
  EXPECT_TRUE(port_.has_credit(1, 2));
  port_.take_credit(1, 0);
  port_.take_credit(1, 1);
  EXPECT_FALSE(port_.has_credit(1, 1));
  EXPECT_TRUE(port_.has_credit(0, 1)) << "a buffer of its own each";
  port_.credit_comes(1, 9);
  EXPECT_TRUE(port_.has_credit(1, 1));
  EXPECT_FALSE(port_.has_credit(1, 2));
}

TEST_F(OutputPortTest, CreditThatWasNotTakenIsABug) {
  EXPECT_THROW(port_.credit_comes(1, 9), std::logic_error);
}

TEST_F(OutputPortTest, UsedCountsPlacesUntilTheirCreditComes) {
  port_.take_credit(0, 0);
  port_.take_credit(2, 0);
  EXPECT_EQ(port_.used(), 2u);
  EXPECT_EQ(port_.used(2), 1u);
  port_.credit_comes(2, 10);
  EXPECT_EQ(port_.used(), 1u);
  EXPECT_EQ(port_.used(2), 0u);
  EXPECT_FALSE(port_.home());
}

TEST_F(OutputPortTest, ManyCreditsAddUpToWhatWasTaken) {
  for (core::Cycle now = 0; now < 1000; ++now) {
    ASSERT_TRUE(port_.has_credit(0, 1)) << now;
    port_.take_credit(0, now);
    port_.credit_comes(0, now + 1);
  }
  EXPECT_TRUE(port_.home());
}

TEST_F(OutputPortTest, ClientHearsOnceOfCreditsThatItMissesAndAwaits) {
  for (const unsigned vc : {0u, 0u, 1u, 2u, 2u}) port_.take_credit(vc, 0);
  port_.await_credit(2);
  port_.credit_comes(1, 5);
  EXPECT_EQ(woken_, core::kNoCycle);
  EXPECT_TRUE(awaited_.empty()) << "another virtual channel";
  port_.miss_credit();
  port_.credit_comes(0, 6);
  EXPECT_EQ(woken_, 6u) << "any is missed";
  port_.credit_comes(2, 7);
  port_.credit_comes(2, 8);
  EXPECT_EQ(woken_, 6u);
  EXPECT_EQ(awaited_, std::vector<unsigned>{2});
}

TEST_F(OutputPortTest, CreditOnItsWayComesInItsCycleAndWakesWhoMissedIt) {
  port_.take_credit(0, 0);
  port_.take_credit(0, 0);
  port_.miss_credit();
  constexpr core::Cycle kFar = 3 * core::ClockDomain::kHorizon;
  transit_.credit(7, port_, 0);
  transit_.credit(kFar, port_, 0);
  sc_core::sc_start(6.5, sc_core::SC_NS);
  EXPECT_FALSE(port_.has_credit(0, 1));
  sc_core::sc_start(1, sc_core::SC_NS);
  EXPECT_TRUE(port_.has_credit(0, 1));
  EXPECT_EQ(woken_, 7u);
  EXPECT_FALSE(port_.home());
  sc_core::sc_start(kFar * 1.0 - 8, sc_core::SC_NS);
  EXPECT_FALSE(port_.home()) << "further ahead than the transit's boxes";
  sc_core::sc_start(1, sc_core::SC_NS);
  EXPECT_TRUE(port_.home());
  EXPECT_EQ(woken_, 7u) << "nobody missed the other";
}

TEST_F(OutputPortTest, RoundTripBeyondTheIdleOneIsTheDelay) {
  port_.keep_round_trips();
  port_.take_credit(0, 3);
  port_.take_credit(0, 4);
  port_.credit_comes(0, 3 + 12);
  EXPECT_EQ(port_.delay(), 0u);
  port_.credit_comes(0, 4 + 12 + 30);
  EXPECT_EQ(port_.delay(), 30u);
}

TEST_F(OutputPortTest, RoundTripsByVirtualChannelAreToldApart) {
  port_.keep_round_trips(true);
  port_.take_credit(0, 3);
  port_.take_credit(1, 4);
  port_.credit_comes(1, 4 + 12);
  port_.credit_comes(0, 3 + 12 + 30);
  EXPECT_EQ(port_.delay(0), 30u);
  EXPECT_EQ(port_.delay(1), 0u) << "with one queue it would have been taken for the older flit's";
}

TEST_F(OutputPortTest, FlitIsThereALatencyLater) {
  Flit flit;
  port_.send(flit, 100, transit_);
  EXPECT_EQ(flit.at, 105u);
  EXPECT_EQ(port_.flits(), 1u);
  EXPECT_EQ(transit_.flits_under_way(), 1u);
  sc_core::sc_start(104.5, sc_core::SC_NS);
  EXPECT_EQ(sink_.last, 0u);
  sc_core::sc_start(1, sc_core::SC_NS);
  EXPECT_EQ(sink_.last, 105u);
  EXPECT_EQ(transit_.flits_under_way(), 0u);
}

TEST_F(OutputPortTest, NarrowOneCarriesAFlitForItsCycles) {
  OutputPort port;
  connect(port, {5, 4}, 2, 1);
  Flit flit;
  port.send(flit, 100, transit_);
  EXPECT_EQ(flit.at, 100u + 5 + 3) << "its last bit leaves three cycles after the first";
  EXPECT_EQ(port.free_from(), 104u);
}

TEST_F(OutputPortTest, EndlessOneNeedsNoCredit) {
  OutputPort port;
  connect(port, {1, 1}, 0, 2);
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(port.has_credit(1, 1));
    port.take_credit(1, 0);
  }
  EXPECT_TRUE(port.home());
}

}  // namespace
}  // namespace gf::hw::router::output_port_test
