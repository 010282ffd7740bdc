// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/gpu_sets.h"

#include <numeric>

#include "tests/support/errors.h"
#include "tests/support/machine_reading.h"
#include "tests/support/matchers.h"
#include "tlm_models/machine/machine_presets.h"

namespace gf::model::gpu_sets_test {
namespace {

unsigned sum_of(const std::vector<GpuSet>& choices) {
  return std::accumulate(choices.begin(), choices.end(), 0u,
                         [](unsigned sum, const GpuSet& each) { return sum + each.alike; });
}

TEST(GpuSets, AreOfFewKindsOnACubeMesh) {
  const std::vector<GpuSet> choices = gpu_sets(make_machine("dgx1_v100"), 4);
  EXPECT_EQ(sum_of(choices), 70u);
  EXPECT_LT(choices.size(), 20u);
  EXPECT_THAT(choices.front().gpus, ElementsAre("gpu0", "gpu1", "gpu2", "gpu3"))
      << "all four have links to each other";
  EXPECT_EQ(choices.front().rings.graph.type_intra, ChannelPath::kNvlink);
  EXPECT_GT(choices.front().rings.graph.total().bytes_per_second(),
            4 * choices.back().rings.graph.total().bytes_per_second());
  for (std::size_t i = 1; i < choices.size(); ++i)
    EXPECT_GE(choices[i - 1].rings.graph.total().bytes_per_second(),
              choices[i].rings.graph.total().bytes_per_second());
}

TEST(GpuSets, AreAlikeBehindSwitchesThatJoinAll) {
  const std::vector<GpuSet> choices = gpu_sets(make_machine("dgx_h100"), 3);
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices.front().alike, 56u);
}

TEST(GpuSets, HaveTheNumbersOfNamesWhateverTheRanksAre) {
  const MachinePlan plan = machine_reading::read(
      "ranks = gpu2, gpu1, gpu0\n[rc]\nkind = root_complex\nchildren = gpu[0..2]\n");
  const std::vector<GpuSet> choices = gpu_sets(plan, 2);
  EXPECT_EQ(sum_of(choices), 3u);
  EXPECT_THAT(choices.front().gpus, ElementsAre("gpu0", "gpu1"));
  EXPECT_THAT(gpu_set(plan, "gpu2,gpu0").gpus, ElementsAre("gpu2", "gpu0"));
}

TEST(GpuSets, RefuseWhatTheMachineHasNot) {
  const MachinePlan plan = make_machine("dgx1_v100");
  for (const unsigned count : {0u, 1u, 9u})
    EXPECT_THAT(test::error_of([&] { (void)gpu_sets(plan, count); }),
                HasSubstr("gpus = " + std::to_string(count) + ": expected 2 ... 8"));
  EXPECT_THAT(test::error_of([] { (void)gpu_sets(make_machine("nvl72"), 36); }),
              HasSubstr("at most 20000 choices of 72 GPUs"));
}

}  // namespace
}  // namespace gf::model::gpu_sets_test
