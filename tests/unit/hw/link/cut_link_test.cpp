// SPDX-License-Identifier: Apache-2.0
// A link whose ends are in two processes: what each end hears, and when, is what it would hear from
// the other end itself, whatever is spoilt or lost on the way.
#include "hw/link/cut_link.h"

#include <numeric>
#include <ostream>
#include <utility>
#include <vector>

#include "tests/support/link_bench.h"
#include "tests/support/matchers.h"

namespace gf::hw::link::cut_link_test {
namespace {

constexpr core::Ticks kStretch =
    4'000'000;  // 4 ns: less than the wire and the way of a credit take

model::CreditLimitTable limits() {
  model::CreditLimitTable limits{};
  limits[0] = {12, 16 * 12};  // short enough for senders to wait for credits
  return limits;
}

/// The link of two processes, in one: `here` sends, and its receiver has no buffer; `there` has the
/// buffer, and its sender rests. What crosses does so at the end of a stretch.
class CutBench final : private CutLinkOwner {
 public:
  explicit CutBench(const LinkParams& params)
      : here(params, params, limits(), 1, "here"),
        there(params, params, limits(), 1, "there", test::LinkBench::Ends::kApart),
        sender(7, here.rx, *this),
        receiver("cut", 7, static_cast<CutLinkOwner&>(*this)) {
    there.tx.connect(there.rx, receiver.in);
    receiver.out.bind(there.rx.in);
  }
  void run_stretch() {
    sc_core::sc_start(core::to_time(kStretch), sc_core::SC_RUN_TO_TIME);
    for (const PacketLetter& letter : std::exchange(packets_, {}))
      receiver.on_packet(*letter.packet, letter.head_at, letter.tail_at);
    for (const CreditLetter& letter : std::exchange(credits_, {}))
      sender.credit_comes(0, letter.credits, letter.at);
  }

  void run_until_there(std::size_t packets) {
    for (unsigned i = 0; i < 100'000 && there.arrivals.size() < packets; ++i) run_stretch();
  }

  test::LinkBench here;
  test::LinkBench there;
  CutSender sender;
  CutReceiver receiver;

 private:
  struct PacketLetter {
    model::Packet* packet;
    core::Ticks head_at, tail_at;
  };
  struct CreditLetter {
    model::CreditCost credits;
    core::Ticks at;
  };
  void packet_leaves(unsigned link, model::Packet& packet, core::Ticks head_at,
                     core::Ticks tail_at) override {
    EXPECT_EQ(link, 7u);
    packets_.push_back({&packet, head_at, tail_at});
  }
  void credit_leaves(unsigned link, model::CreditClass credit_class, model::CreditCost credits,
                     core::Ticks at) override {
    EXPECT_EQ(link, 7u);
    EXPECT_EQ(credit_class, 0u);
    credits_.push_back({credits, at});
  }

  std::vector<PacketLetter> packets_;
  std::vector<CreditLetter> credits_;
};

struct Faults {
  const char* name;
  std::vector<unsigned> spoilt;  ///< Transmissions.
};
void PrintTo(const Faults& faults, std::ostream* out) { *out << faults.name; }

class CutLinkFaults : public testing::TestWithParam<Faults> {};

/// What a receiver's counters say, in their order.
std::vector<std::uint64_t> counts(const Receiver& rx) {
  return {rx.stats().packets.value(), rx.stats().corrupted.value(), rx.stats().out_of_order.value(),
          rx.stats().duplicates.value()};
}

TEST_P(CutLinkFaults, AreThoseOfAWholeLink) {
  constexpr unsigned kPackets = 300;
  LinkParams params;
  params.error_packets = GetParam().spoilt;
  test::LinkBench whole(params, params, limits(), 1, "whole");
  CutBench cut(params);
  for (test::LinkBench* const bench : {&whole, &cut.here}) bench->queue(kPackets, 256, 20, 16);
  cut.run_until_there(kPackets);
  ASSERT_THAT(cut.there.arrivals, SizeIs(kPackets));
  EXPECT_THAT(cut.here.arrivals, IsEmpty()) << "its buffer is in the other process";
  EXPECT_EQ(cut.here.sent, whole.sent);
  EXPECT_EQ(counts(cut.here.rx), counts(whole.rx));
  for (unsigned i = 0; i < kPackets; ++i) {
    EXPECT_EQ(cut.there.arrivals[i].number, i);
    EXPECT_EQ(cut.there.arrivals[i].head, whole.arrivals[i].head) << i;
    EXPECT_EQ(cut.there.arrivals[i].tail, whole.arrivals[i].tail) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(CutLink, CutLinkFaults,
                         testing::Values(Faults{"none", {}}, Faults{"the first", {0}},
                                         Faults{"two in a row", {50, 51}},
                                         Faults{"one by one", {20, 90, 91, 250, 299}}));

TEST(CutLink, HasErrorsInItsSendersProcess) {
  constexpr unsigned kPackets = 500;
  LinkParams params;
  params.packet_error_rate = 0.1;
  params.answer_error_rate = 0.2;
  CutBench cut(params);
  cut.here.queue(kPackets, 256, 20, 16);
  cut.run_until_there(kPackets);
  ASSERT_THAT(cut.there.arrivals, SizeIs(kPackets));
  for (unsigned i = 0; i < kPackets; ++i) EXPECT_EQ(cut.there.arrivals[i].number, i);
  const Transmitter::Stats& tx = cut.here.tx.stats();
  EXPECT_GT(tx.replays.value(), 50u);
  EXPECT_GT(cut.here.rx.stats().duplicates.value(), 0u);
  const auto judged = counts(cut.here.rx);
  EXPECT_EQ(std::accumulate(judged.begin(), judged.end(), std::uint64_t{0}),
            tx.packets.value() + tx.replays.value());
}

TEST(CutLink, WhatComesTooLateIsABug) {
  CutBench cut{LinkParams{}};
  model::Packet packet;
  cut.run_stretch();
  EXPECT_THROW(cut.receiver.on_packet(packet, kStretch - 1, 2 * kStretch), std::exception);
  EXPECT_THROW(cut.sender.credit_comes(0, {1, 0}, kStretch - 1), std::exception);
}

}  // namespace
}  // namespace gf::hw::link::cut_link_test
