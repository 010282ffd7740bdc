// SPDX-License-Identifier: Apache-2.0
// Holds: core/time/wakeup.h
#include "tlm_models/memory/at_target.h"

#include <map>

#include "core/time/wakeup.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/matchers.h"

namespace gf::model::at_target_test {
namespace {

using sc_core::sc_time;
using test::AtInitiator;
using test::LtInitiator;
using Answer = AtInitiator::Answer;
using Bytes = std::vector<std::uint8_t>;

constexpr auto kRead = tlm::TLM_READ_COMMAND;
constexpr auto kWrite = tlm::TLM_WRITE_COMMAND;

sc_time ns(double value) { return {value, sc_core::SC_NS}; }

/// Does what the test says with each access.
class Scripted final : public AtTarget {
 public:
  SC_HAS_PROCESS(Scripted);
  explicit Scripted(unsigned most = kAnyNumber) : AtTarget("target", most) {}
  std::function<bool(Key)> on_access = [this](Key key) {
    respond(key, tlm::TLM_OK_RESPONSE);
    return true;
  };
  std::vector<Key> keys;
  std::vector<sc_time> dates;  ///< Of access().
  unsigned refusals = 0;

  using AtTarget::advance;
  using AtTarget::append_transactions;
  using AtTarget::end_request;
  using AtTarget::nothing_under_way;
  using AtTarget::respond;
  using AtTarget::transaction;
  /// Runs `act` in `delay` from now.
  void in(const sc_time& delay, std::function<void()> act) {
    const core::Ticks at = core::now_ticks() + delay.value();
    acts_.emplace(at, std::move(act));
    wakeup_.at(at);
  }

 private:
  [[nodiscard]] tlm::tlm_response_status refuse(const tlm::tlm_generic_payload& payload,
                                                const AtomicExtension*) const override {
    return check_attributes(payload);
  }
  void refused() override { ++refusals; }
  bool access(Key key) override {
    keys.push_back(key);
    dates.push_back(sc_core::sc_time_stamp());
    return on_access(key);
  }
  unsigned debug(tlm::tlm_generic_payload& payload) override { return payload.get_data_length(); }
  void act() {
    while (!acts_.empty() && acts_.begin()->first <= core::now_ticks()) {
      const auto next = acts_.extract(acts_.begin());
      next.mapped()();
    }
    if (!acts_.empty()) wakeup_.at(acts_.begin()->first);
  }
  std::multimap<core::Ticks, std::function<void()>> acts_;
  core::Wakeup wakeup_{this, core::Runs<&Scripted::act>{}};
};

struct Bench {
  explicit Bench(const AtInitiator::Style& style = {}, unsigned most = AtTarget::kAnyNumber)
      : target(most), initiator("initiator", style) {
    initiator.socket.bind(checker.in);
    checker.out.bind(target.socket);
  }
  void run(unsigned transactions) {
    sc_core::sc_start();
    EXPECT_TRUE(initiator.idle());
    EXPECT_TRUE(target.nothing_under_way());
    EXPECT_EQ(checker.ended(), transactions);
    EXPECT_FALSE(checker.open());
  }
  Scripted target;
  AtInitiator initiator;
  test::BaseProtocolChecker checker{"checker"};
};

TEST(AtTarget, ResponseInAccessComesBehindTheReturnOfBeginReq) {
  Bench bench;
  std::vector<const AtInitiator::Access*> all;
  for (int i = 0; i < 5; ++i) all.push_back(&bench.initiator.issue(kWrite, 0, Bytes(4)));
  bench.run(5);
  for (const auto* one : all) EXPECT_EQ(one->status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST(AtTarget, ResponseEndsARequestThatIsOpen) {
  Bench bench;
  bench.target.on_access = [&](AtTarget::Key key) {
    bench.target.in(ns(10), [&, key] {
      bench.target.respond(key, tlm::TLM_OK_RESPONSE);
      bench.target.end_request(key);  // of no effect
    });
    return false;
  };
  for (int i = 0; i < 3; ++i) bench.initiator.issue(kRead, 0, Bytes(4));
  bench.run(3);
  EXPECT_THAT(bench.target.dates, ElementsAre(ns(0), ns(10), ns(20)));
}

TEST(AtTarget, EndReqThatDoesNotComeHoldsTheNextRequest) {
  Bench bench;
  bench.target.on_access = [&](AtTarget::Key key) {
    bench.target.in(ns(100), [&, key] { bench.target.end_request(key); });
    bench.target.in(ns(350), [&, key] { bench.target.respond(key, tlm::TLM_OK_RESPONSE); });
    return false;
  };
  const auto& first = bench.initiator.issue(kRead, 0, Bytes(4));
  const auto& second = bench.initiator.issue(kRead, 0, Bytes(4));
  bench.run(2);
  EXPECT_THAT(bench.target.dates, ElementsAre(ns(0), ns(100)));
  EXPECT_EQ(first.request_ended, ns(100));
  EXPECT_EQ(first.response_began, ns(350));
  EXPECT_EQ(second.response_began, ns(450));
}

TEST(AtTarget, AnnotatedRequestIsAnAccessAtItsDate) {
  AtInitiator::Style style;
  style.request_delay = ns(40);
  Bench bench(style);
  bench.initiator.issue(kRead, 0, Bytes(4));
  bench.initiator.issue(kRead, 0, Bytes(4));
  bench.run(2);
  EXPECT_THAT(bench.target.dates, ElementsAre(ns(40), ns(80)));
}

class EndsOfResponses : public testing::TestWithParam<Answer> {};

TEST_P(EndsOfResponses, AreWaitedForBeforeTheNext) {
  AtInitiator::Style style = GetParam();
  style.response_delay = ns(30);
  Bench bench(style);
  std::vector<const AtInitiator::Access*> all;
  for (int i = 0; i < 4; ++i) all.push_back(&bench.initiator.issue(kRead, 0, Bytes(4)));
  bench.run(4);
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(all[i]->response_began, ns(30.0 * i));
}

INSTANTIATE_TEST_SUITE_P(All, EndsOfResponses,
                         testing::Values(Answer::kLater, Answer::kEndRespReturned,
                                         Answer::kCompleted, Answer::kEndRespInTheCall));

TEST(AtTarget, FullTableHoldsTheRequest) {
  Bench bench({}, 2);
  bench.target.on_access = [&](AtTarget::Key key) {
    bench.target.in(ns(100), [&, key] { bench.target.respond(key, tlm::TLM_OK_RESPONSE); });
    return true;
  };
  std::vector<const AtInitiator::Access*> all;
  for (int i = 0; i < 5; ++i) all.push_back(&bench.initiator.issue(kRead, 0, Bytes(4)));
  bench.run(5);
  EXPECT_THAT(bench.target.dates, ElementsAre(ns(0), ns(0), ns(100), ns(100), ns(200)));
  EXPECT_THAT(bench.target.keys, testing::Each(testing::Lt(2u)));
  EXPECT_EQ(all[2]->request_ended, ns(100));
}

TEST(AtTarget, ResponsesLeaveInTheOrderInWhichAccessesEnd) {
  Bench bench;
  bench.target.on_access = [&](AtTarget::Key key) {
    const double later = 100.0 - 10.0 * static_cast<double>(bench.target.keys.size());
    bench.target.in(ns(later), [&, key] { bench.target.respond(key, tlm::TLM_OK_RESPONSE); });
    return true;
  };
  const auto& first = bench.initiator.issue(kRead, 0, Bytes(4));
  const auto& second = bench.initiator.issue(kRead, 0, Bytes(4));
  bench.run(2);
  EXPECT_EQ(first.response_began, ns(90));
  EXPECT_EQ(second.response_began, ns(80));
}

TEST(AtTarget, StatusIsTheOneOfTheResponse) {
  Bench bench;
  bench.target.on_access = [&](AtTarget::Key key) {
    EXPECT_FALSE(bench.target.advance(key, 3, false));
    EXPECT_TRUE(bench.target.advance(key, 1, true));
    bench.target.respond(key, bench.target.transaction(key).failed ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                                                   : tlm::TLM_OK_RESPONSE);
    return true;
  };
  const auto& one = bench.initiator.issue(kRead, 0, Bytes(4));
  bench.run(1);
  EXPECT_EQ(one.status, tlm::TLM_GENERIC_ERROR_RESPONSE);
}

TEST(AtTarget, RefusesAndIgnoresOnTheSpot) {
  Bench bench;
  const auto& empty = bench.initiator.issue(kRead, 0, {});
  const auto& ignored = bench.initiator.issue(tlm::TLM_IGNORE_COMMAND, 0, Bytes(4));
  bench.run(2);
  EXPECT_EQ(empty.status, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(ignored.status, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(bench.target.refusals, 1u);
  EXPECT_TRUE(bench.target.keys.empty());
}

TEST(AtTarget, BlockingAccessReturnsWhenItHasEnded) {
  Scripted target(0);  // no transaction by phases has a place
  target.on_access = [&](AtTarget::Key key) {
    if (target.transaction(key).payload->get_address() == 1) {
      target.respond(key, tlm::TLM_OK_RESPONSE);  // before b_transport begins to wait
    } else {
      target.in(ns(100), [&, key] { target.respond(key, tlm::TLM_ADDRESS_ERROR_RESPONSE); });
    }
    return false;
  };
  LtInitiator initiator("initiator", [](LtInitiator& self) {
    EXPECT_EQ(self.write(2, Bytes(4)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(self.took, ns(100));
    EXPECT_EQ(self.write(1, Bytes(4)), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(self.took, ns(0));
    Bytes none;
    EXPECT_EQ(self.read(0, none), tlm::TLM_BURST_ERROR_RESPONSE);
  });
  initiator.socket.bind(target.socket);
  sc_core::sc_start();
  EXPECT_TRUE(initiator.done);
  EXPECT_TRUE(target.nothing_under_way());
}

TEST(AtTarget, WaitsNameEachTransaction) {
  Bench bench;
  bench.target.on_access = [](AtTarget::Key) { return true; };
  bench.initiator.issue(kRead, 4096, Bytes(64));
  sc_core::sc_start();
  std::vector<core::Wait> waits;
  bench.target.append_transactions(waits, "memory");
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].resource, "64 of 64 B at address 4096");
  EXPECT_EQ(waits[0].holder, "memory");
}

}  // namespace
}  // namespace gf::model::at_target_test
