// SPDX-License-Identifier: Apache-2.0
// Changes of probes of several ranks come to one sink.
#include "core/trace/probe_collector.h"

#include "tests/support/matchers.h"

namespace gf::core::probe_collector_test {
namespace {

struct JournalLog : ProbeSink {
  void set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) override {
    calls.push_back(std::to_string(id) + "=" + std::to_string(value) + "@" +
                    std::to_string(at.value()));
  }
  void add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) override {
    calls.push_back(std::to_string(id) + "+" + std::to_string(delta) + "@" +
                    std::to_string(at.value()));
  }
  std::vector<std::string> calls;
};

class ProbeHomesTest : public testing::Test {
 protected:
  Probe a_{"part.a", 8, "one"};
  Probe b_{"part.b", 8, "another"};
  JournalLog heard_;
};

TEST_F(ProbeHomesTest, ASinkGetsWhatAllHaveSaid) {
  ProbeCollector first({&a_, &b_}, 100), second({&a_, &b_}, 100);
  std::vector<std::string> behind;
  first.give_to(heard_, [&](Ticks) { behind = heard_.calls; });
  b_.add(7, -2);
  a_.set(5, 3);
  first.merge_packed({"", second.packed()});
  EXPECT_THAT(heard_.calls, ElementsAre("1+-2@7", "0=3@5", "1+-2@7", "0=3@5"));
  EXPECT_EQ(behind, heard_.calls) << "told behind all of them";
  first.merge_packed({"", second.packed()});
  EXPECT_EQ(heard_.calls.size(), 4u) << "what was said is not said again";
}

TEST_F(ProbeHomesTest, WhatComesBehindTheEndIsLeftOut) {
  ProbeCollector homes({&a_}, 100);
  homes.give_to(heard_, [](Ticks) {});
  a_.set(100, 1);
  a_.set(101, 2);
  b_.set(5, 1);
  homes.collect();
  EXPECT_THAT(heard_.calls, ElementsAre("0=1@100"));
}

TEST_F(ProbeHomesTest, LetsGoOfTheProbesBehindTheEndAndWhenItGoes) {
  {
    ProbeCollector homes({&a_}, 2 * ProbeCollector::kPeriod);
    Sampler::take_all_until(2 * ProbeCollector::kPeriod);
    EXPECT_TRUE(a_.on());
    Sampler::take_all_until(3 * ProbeCollector::kPeriod);
    EXPECT_FALSE(a_.on());
    const ProbeCollector more({&a_}, kNever);
    EXPECT_TRUE(a_.on());
  }
  EXPECT_FALSE(a_.on());
}

}  // namespace
}  // namespace gf::core::probe_collector_test
