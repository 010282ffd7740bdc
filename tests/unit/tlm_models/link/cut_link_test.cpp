// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/link/cut_link.h
// A link whose ends are in two processes: what each end hears, and when, is what it would hear from
// the other end itself.
#include "tlm_models/link/cut_link.h"

#include <gmock/gmock.h>
#include <vector>

#include "tests/support/link_ends.h"

namespace gf::model::cut_link_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// What crosses, by value.
struct Post final : CutLinkOwner {
  struct Credit {
    unsigned link;
    CreditClass credit_class;
    std::uint16_t header;
    core::Ticks at;
    bool operator==(const Credit& other) const {
      return link == other.link && credit_class == other.credit_class && header == other.header &&
             at == other.at;
    }
  };
  void packet_leaves(unsigned link, const LinkMessage& message, core::Ticks tail_at) override {
    packets.push_back({link, message.sequence, core::now_ticks() + message.head, tail_at});
  }
  void credit_leaves(unsigned link, CreditClass credit_class, CreditCost credits,
                     core::Ticks at) override {
    this->credits.push_back({link, credit_class, credits.header, at});
  }
  std::vector<std::vector<std::uint64_t>> packets;
  std::vector<Credit> credits;
};

class CutLinkTest : public testing::Test {
 protected:
  CutLinkTest() {
    sender_.out.bind(cut_.in);
    cut_.out.bind(receiver_.in);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  static void wait_until(core::Ticks at) {
    sc_core::sc_start(core::to_time(at - core::now_ticks()), sc_core::SC_RUN_TO_TIME);
  }
  Post post_;
  test::LinkSender sender_{"sender"};
  CutLink cut_{"cut", 7, post_};
  test::LinkReceiver receiver_{"receiver"};
  Packet packet_;
};

TEST_F(CutLinkTest, APacketGoesToTheOwnerWithItsDatesAndIsAccepted) {
  wait_until(1000);
  EXPECT_EQ(sender_.send(packet_, 5, 30, 70), LinkPhase::kAck);
  EXPECT_THAT(post_.packets, ElementsAre(ElementsAre(7, 5, 1030, 1070)));
  EXPECT_THAT(receiver_.came, IsEmpty()) << "its receiver rests here";
}

TEST_F(CutLinkTest, WhatTheOwnerBringsLaterComesAtTheSameDates) {
  wait_until(1020);
  cut_.packet_comes(packet_, 5, 1030, 1070);
  EXPECT_THAT(receiver_.came, ElementsAre(ElementsAre(5, 1030, 1070)));
  EXPECT_THAT(post_.packets, IsEmpty());
}

TEST_F(CutLinkTest, CreditsGoTheOtherWay) {
  wait_until(1000);
  receiver_.give(LinkPhase::kCredit, 1, {2, 0}, 150);
  EXPECT_THAT(post_.credits, ElementsAre(Post::Credit{7, 1, 2, 1150}));
  EXPECT_THAT(sender_.credits, IsEmpty());
  wait_until(1100);
  cut_.credit_comes(1, {2, 0}, 1150);
  EXPECT_THAT(sender_.credits, ElementsAre(ElementsAre(1, 2, 1150)));
}

TEST_F(CutLinkTest, WhatABufferHoldsIsSaidInBothProcesses) {
  receiver_.give(LinkPhase::kInit, 0, {4, 0}, 0);
  EXPECT_THAT(sender_.credits, ElementsAre(ElementsAre(0, 4, 0)));
  EXPECT_THAT(post_.credits, IsEmpty());
}

TEST_F(CutLinkTest, APacketOfThePastIsABug) {
  wait_until(1040);
  EXPECT_THROW(cut_.packet_comes(packet_, 5, 1030, 1070), std::exception);
  EXPECT_THROW(cut_.credit_comes(0, {1, 0}, 1039), std::exception);
}

}  // namespace
}  // namespace gf::model::cut_link_test
