// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/apenet_copies.h"

#include <gmock/gmock.h>

#include "core/time/quiescence.h"
#include "core/time/watchdog.h"
#include "platforms/schedule/schedule_runner.h"
#include "tests/support/copy_task.h"
#include "tests/support/errors.h"

namespace gf::platforms::apenet::cluster_copies_test {
namespace {

using test::copy_task;

/// Four nodes on a ring, with buffers in host memory.
class Bench {
 public:
  explicit Bench(std::vector<model::Task> tasks, unsigned buf_list = 512)
      : schedules_{{"s", std::move(tasks)}} {
    ApenetClusterParams params;
    params.shape = {{4, 1, 1}};
    params.node.card.buf_list = buf_list;
    cluster_ = std::make_unique<ApenetCluster>(params, 1);
    copies_ = std::make_unique<ApenetCopies>(*cluster_, model::MessagePath(), schedules_);
    runner_ =
        std::make_unique<schedule::Runner>("host", schedule::RunnerParams(), *copies_, schedules_);
  }
  core::RunEndReport run() { return core::run_simulation({}); }
  [[nodiscard]] const schedule::Runner& runner() const { return *runner_; }
  ApenetCluster& cluster() { return *cluster_; }
  ApenetCopies& copies() { return *copies_; }

 private:
  const std::vector<model::Schedule> schedules_;
  std::unique_ptr<ApenetCluster> cluster_;
  std::unique_ptr<ApenetCopies> copies_;
  std::unique_ptr<schedule::Runner> runner_;
};

TEST(ApenetCopies, ArePutsThatBeginWhenBuffersAreRegistered) {
  Bench bench({copy_task(0, 1, 32), copy_task(0, 2, 40'000), copy_task(3, 2, 10'000),
               copy_task(1, 3, 32, {0})});
  const core::RunEndReport end = bench.run();
  ASSERT_EQ(end.end, core::RunEnd::kQuiescent) << end.explanation;
  const schedule::ScheduleResult& result = bench.runner().results().at(0);
  EXPECT_GT(core::to_time(result.began), sc_core::sc_time(20, sc_core::SC_US)) << "pinning";
  for (const model::Flow& flow : result.flows) EXPECT_EQ(flow.delivered, flow.bytes);
  // What a message between host buffers takes ([APENET13]: 6.3 us, half of a round trip).
  const sc_core::sc_time first =
      core::to_time(result.flows[0].finished - result.flows[0].submitted);
  EXPECT_NEAR(first.to_seconds() * 1e6, 6.3, 0.7);
  EXPECT_EQ(result.flows[3].submitted, result.flows[0].finished);
  EXPECT_EQ(bench.cluster().host(0).stats().puts.value(), 2u);
}

TEST(ApenetCopies, DoNotBeginWithoutBuffers) {
  Bench bench({copy_task(0, 1, 32)}, 1);
  EXPECT_EQ(bench.run().end, core::RunEnd::kDeadlock);
  EXPECT_EQ(bench.copies().refused(), 1u) << "of two, at each card";
  EXPECT_TRUE(bench.runner().results().empty());
}

TEST(ApenetCopies, HaveOneEngine) {
  Bench bench({copy_task(0, 1, 32)});
  const model::Task task = copy_task(0, 1, 32, {}, model::CopyMeans::kLoads);
  EXPECT_THAT(test::error_of([&] {
                bench.copies().check({"s", {}}, task);
              }),
              testing::HasSubstr("graph s.engine = loads: expected dma"));
}

}  // namespace
}  // namespace gf::platforms::apenet::cluster_copies_test
