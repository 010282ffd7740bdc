// SPDX-License-Identifier: Apache-2.0
#include "core/trace/probe.h"

#include "tests/support/matchers.h"

namespace gf::core::probe_test {
namespace {

struct MockSink : ProbeSink {
  MOCK_METHOD(void, set, (std::uint32_t, const sc_core::sc_time&, std::uint64_t), (override));
  MOCK_METHOD(void, add, (std::uint32_t, const sc_core::sc_time&, std::int64_t), (override));
};

TEST(Probe, OffItCallsNobody) {
  testing::StrictMock<MockSink> sink;
  Probe probe("port.depth", 8, "TLPs queued");
  EXPECT_FALSE(probe.on());
  probe.set(1, 2);
  probe.add(1, -2);
  probe.attach(sink, 3);
  probe.detach(sink);
  EXPECT_FALSE(probe.on());
  probe.set(1, 2);
  probe.add(1, -2);
}

TEST(Probe, OnItPassesEveryChangeWithItsId) {
  testing::StrictMock<MockSink> sink;
  Probe probe("port.depth", 8, "TLPs queued");
  probe.attach(sink, 3);
  EXPECT_TRUE(probe.on());
  testing::InSequence in_order;
  EXPECT_CALL(sink, set(3, sc_core::sc_time(5, sc_core::SC_NS), 7));
  EXPECT_CALL(sink, add(3, sc_core::sc_time(6, sc_core::SC_NS), -1));
  probe.set(5'000'000, 7);
  probe.add(6'000'000, -1);
}

/// Detaches when it is told.
struct BriefSink : ProbeSink {
  explicit BriefSink(Probe& probe) : probe(probe) {}
  void set(std::uint32_t, const sc_core::sc_time&, std::uint64_t) override { probe.detach(*this); }
  void add(std::uint32_t, const sc_core::sc_time&, std::int64_t) override { probe.detach(*this); }
  Probe& probe;
};

TEST(Probe, EverySinkIsToldThoughOneLeaves) {
  testing::StrictMock<MockSink> first, last;
  Probe probe("port.depth", 8, "TLPs queued");
  BriefSink brief(probe);
  probe.attach(first, 1);
  probe.attach(brief, 2);
  probe.attach(last, 3);
  EXPECT_CALL(first, set(1, testing::_, 7)).Times(2);
  EXPECT_CALL(last, set(3, testing::_, 7)).Times(2);
  probe.set(1, 7);
  probe.set(2, 7);
  probe.detach(last);
  probe.detach(last);  // is not attached
  EXPECT_TRUE(probe.on());
  probe.detach(first);
  EXPECT_FALSE(Probe::any_on());
}

TEST(AllProbes, SortedByPathWhileTheyLive) {
  Probe b("b", 1, "");
  {
    Probe c("c", 1, "");
    Probe a("a", 1, "");
    EXPECT_THAT(all_probes(), ElementsAre(&a, &b, &c));
  }
  EXPECT_THAT(all_probes(), ElementsAre(&b));
}

TEST(AllProbes, RefusesASecondProbeAtAPath) {
  Probe first("port.depth", 8, "");
  EXPECT_THROW(Probe("port.depth", 8, ""), std::logic_error);
  EXPECT_THAT(all_probes(), ElementsAre(&first));
}

}  // namespace
}  // namespace gf::core::probe_test
