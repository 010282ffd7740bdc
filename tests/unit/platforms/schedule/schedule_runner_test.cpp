// SPDX-License-Identifier: Apache-2.0
#include "platforms/schedule/schedule_runner.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/pcie/tree_copies.h"
#include "tests/support/copy_task.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/plain_copies.h"
#include "tests/support/runner_work.h"

namespace gf::platforms::schedule::schedule_runner_test {
namespace {

using namespace runner_work;  // NOLINT: what these tests share
using sc_core::sc_time;
using test::copy_task;

std::vector<model::Schedule> two_graphs() {
  const core::Bytes bytes(8192);
  return {{"a", {{0, 4, bytes, five_microseconds()}, {1, 2, bytes, sc_core::SC_ZERO_TIME}}},
          {"b", {{7, 0, bytes, sc_core::SC_ZERO_TIME}}}};
}

TEST(Runner, IssuesCopiesAtTheirTimesAndGraphsOneAfterTheOther) {
  test::PcieBench bench("T2");
  pcie::ByteCheck check(bench.machine(), {}, 1);
  pcie::TreeCopies copies(bench.machine(), &check);
  RunnerParams params;
  Runner runner("host", params, copies, two_graphs());
  core::run_simulation({});
  ASSERT_EQ(runner.results().size(), 2u);
  const ScheduleResult& a = runner.results()[0];
  const ScheduleResult& b = runner.results()[1];
  EXPECT_EQ(a.flows[0].submitted - a.began, five_microseconds().value());
  EXPECT_EQ(a.flows[1].submitted, a.began);
  EXPECT_EQ(a.first_end, a.flows[1].finished - a.began);
  EXPECT_THAT(a.delivered_at_first_end, testing::ElementsAre(0, 8192));
  EXPECT_EQ(b.began, a.flows[0].finished + params.gap.value());
  EXPECT_TRUE(b.complete);
  EXPECT_EQ(runner.bytes_delivered(), runner.bytes_total());
  EXPECT_EQ(check.bytes_compared(), 3 * 8192u);
  EXPECT_EQ(check.difference(), "");
}

/// Rank 0 gives its vector, of which `moved` elements are moved, to rank 1.
model::Schedule broadcast_of(std::uint64_t moved) {
  model::Collective collective;
  collective.kind = model::Collective::Kind::kBroadcast;
  collective.ranks = 2;
  collective.elements = 64;
  collective.in_place = collective.check = true;
  collective.moves = {
      {{{0, model::RankBuffer::kInput, 0, moved}}, {{1, model::RankBuffer::kOutput, 0, moved}}}};
  model::Schedule schedule{"s", {{0, 1, core::Bytes(256), sc_core::SC_ZERO_TIME}}};
  schedule.collective = std::make_shared<const model::Collective>(collective);
  return schedule;
}

/// As packets come, and not when a copy ends: progress is asked for while copies are long.
TEST(Runner, CountsBytesAsTheyCome) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  Runner runner("host", {}, copies, {{"a", {copy_task(0, 4, 65'536)}}});
  core::RunLimits limits;
  std::uint64_t before = 0, most = 0, quiet = 0;
  limits.no_progress = sc_time(1, sc_core::SC_US);
  limits.work_done = [&] {
    const std::uint64_t now = runner.bytes_delivered();
    EXPECT_GE(now, before);
    EXPECT_EQ(now, runner.results().empty() ? 0 : runner.results()[0].flows[0].delivered);
    if (now > before && now < 65'536) ++most;
    before = now;
    if (now == 0) ++quiet;  // setting up is progress, too
    return now + quiet;
  };
  core::run_simulation(limits);
  EXPECT_GE(most, 2u) << "microseconds in which a part of the copy came";
  EXPECT_EQ(runner.bytes_delivered(), 65'536u);
}

TEST(Runner, HoldsTheElementsOfCollectivesAgainstAPlainProgram) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  Runner runner("host", {}, copies, {broadcast_of(64), broadcast_of(60)});
  core::run_simulation({});
  EXPECT_EQ(runner.results()[0].verdict.compared, 128u);
  EXPECT_EQ(runner.results()[0].verdict.wrong, 0u);
  EXPECT_EQ(runner.results()[1].verdict.wrong, 4u);
}

TEST(Runner, TheIntervalIsBetweenCallsAndDelaysNoLaterOne) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  RunnerParams params;
  params.issue_interval = sc_time(2, sc_core::SC_US);
  const core::Bytes bytes(256);
  const sc_time now = sc_core::SC_ZERO_TIME, late(50, sc_core::SC_US);
  Runner runner(
      "host", params, copies,
      {{"a", {{0, 4, bytes, now}, {1, 4, bytes, now}, {2, 4, bytes, late}, {3, 4, bytes, late}}}});
  core::run_simulation({});
  std::vector<core::Ticks> calls;
  for (const auto& flow : runner.results()[0].flows)
    calls.push_back((flow.submitted - runner.results()[0].began) / 1'000'000'000);
  EXPECT_THAT(calls, testing::ElementsAre(0, 2, 50, 52)) << "in microseconds";
}

TEST(Runner, TasksStartWhenThoseBeforeThemHaveEnded) {
  test::PcieBench bench("T2");
  pcie::TreeCopies copies(bench.machine());
  const model::Task in = copy_task(0, 4, 8192), out = copy_task(4, 1, 64, {1}),
                    sum = work_of(model::TaskKind::kReduce, 4, 8192, {0});
  RunnerParams params;
  Runner runner("host", params, copies, {{"s", {in, sum, out}}});
  core::run_simulation({});
  const ScheduleResult& result = runner.results().at(0);
  ASSERT_TRUE(result.complete);
  EXPECT_EQ(result.flows[1].submitted, result.flows[0].finished);
  const double reduce = 3 * 8192 / core::ByteRate(params.memory_rate).bytes_per_second();
  EXPECT_EQ(result.flows[1].finished - result.flows[1].submitted,
            sc_time(reduce, sc_core::SC_SEC).value());
  EXPECT_EQ(result.flows[2].submitted, result.flows[1].finished);
  EXPECT_EQ(runner.bytes_delivered(), 8192u + 64u) << "of copies alone";
}

TEST(Runner, BeginsWhenCopiesCanBeMade) {
  const core::Ticks ready = sc_time(3, sc_core::SC_US).value();
  test::PlainCopies copies(2, ready);
  Runner runner("host", {}, copies, {{"s", {copy_task(0, 1, 500)}}});
  core::run_simulation({});
  ASSERT_EQ(runner.results().size(), 1u);
  EXPECT_EQ(runner.results()[0].began, ready);
  EXPECT_EQ(runner.results()[0].flows[0].finished, ready + sc_time(500, sc_core::SC_NS).value());
}

}  // namespace
}  // namespace gf::platforms::schedule::schedule_runner_test
