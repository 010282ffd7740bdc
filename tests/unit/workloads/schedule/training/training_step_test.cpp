// SPDX-License-Identifier: Apache-2.0
// Holds: workloads/schedule/training/*.cpp
// What closed forms say of a step of training: on a machine whose links are as fast as wanted.
#include "workloads/schedule/training/training_step.h"

#include <set>

#include "tests/support/errors.h"
#include "tests/support/ideal_machine.h"
#include "tests/support/matchers.h"
#include "workloads/copies/copy_generators.h"

namespace gf::model::training_step_test {
namespace {

using core::Ticks;
using test::ideal_times;

constexpr Ticks kUs = 1'000'000'000;

TrainingStep read(const WorkloadOptions& options, unsigned ranks) {
  return read_training({"training", options, "correct it"}, ranks);
}

Schedule made(const WorkloadOptions& options, unsigned ranks) {
  return training_schedule(read(options, ranks), [] { throw std::runtime_error("too many"); });
}

std::uint8_t class_of(const Schedule& schedule, const std::string& name) {
  return TaskClasses(*schedule.classes).number(name);
}

std::uint64_t bytes_of(const Schedule& schedule, const std::string& name) {
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < schedule.tasks.size(); ++i)
    if (schedule.tasks[i].kind == TaskKind::kCopy &&
        schedule.classes->of[i] == class_of(schedule, name))
      bytes += schedule.tasks[i].bytes.count();
  return bytes;
}

void expect_whole(const StepShares& shares) {
  for (const RankShares& rank : shares.ranks) {
    Ticks sum = rank.compute + rank.bubble;
    for (const Ticks each : rank.exposed) sum += each;
    EXPECT_EQ(sum, shares.step);
  }
}

struct Pipe {
  unsigned stages, microbatches;
};
class PipelineAlone : public testing::TestWithParam<Pipe> {};

// Stages that wait for nothing but each other are idle for (p - 1) / (m + p - 1) of the step, the
// bubble of GPipe and of one forward, one backward with a flush.
TEST_P(PipelineAlone, HasTheBubbleOfTheClosedForm) {
  const auto [p, m] = GetParam();
  const Schedule schedule = made({{"pipeline", std::to_string(p)},
                                  {"microbatches", std::to_string(m)},
                                  {"layers", std::to_string(3 * p)},
                                  {"forward", "10 us"}},
                                 p);
  const StepShares shares = shares_of(schedule, ideal_times(schedule));
  const Ticks pass_and_back = 3 * (10 + 20) * kUs;
  EXPECT_EQ(shares.step, (m + p - 1) * pass_and_back);
  for (const RankShares& rank : shares.ranks) {
    EXPECT_EQ(rank.compute, m * pass_and_back);
    EXPECT_EQ(rank.bubble, (p - 1) * pass_and_back);
  }
  expect_whole(shares);
}
INSTANTIATE_TEST_SUITE_P(Stages, PipelineAlone,
                         testing::Values(Pipe{1, 1}, Pipe{2, 1}, Pipe{4, 1}, Pipe{4, 2}, Pipe{4, 8},
                                         Pipe{8, 3}, Pipe{8, 8}),
                         [](const auto& info) {
                           return "p" + std::to_string(info.param.stages) + "m" +
                                  std::to_string(info.param.microbatches);
                         });

// One forward, one backward: stage s holds activations of p - s micro-batches at most.
TEST(Training, AStageNeverHoldsMoreMicrobatchesThanThereAreStagesBehindIt) {
  const unsigned p = 4;
  const Schedule schedule =
      made({{"pipeline", "4"}, {"microbatches", "9"}, {"layers", "4"}, {"forward", "10 us"}}, p);
  const std::vector<TaskTimes> times = ideal_times(schedule);
  for (unsigned stage = 0; stage < p; ++stage) {
    std::multimap<Ticks, int> changes;  // -1 sorts in front: backwards end where forwards begin
    for (std::size_t i = 0; i < schedule.tasks.size(); ++i) {
      const Task& task = schedule.tasks[i];
      if (task.kind != TaskKind::kKernel || task.src != stage) continue;
      const bool forward = task.id.find(".f") != std::string::npos;
      changes.emplace(forward ? times[i].began : times[i].ended, forward ? 1 : -1);
    }
    int held = 0, most = 0;
    for (auto at = changes.begin(); at != changes.end();) {
      const auto end = changes.upper_bound(at->first);
      for (; at != end; ++at) held += at->second;
      most = std::max(most, held);
    }
    EXPECT_EQ(held, 0);
    EXPECT_LE(most, static_cast<int>(p - stage));
  }
}

const WorkloadOptions kReplicas{{"layers", "4"},
                                {"forward", "100 us"},
                                {"parameters", "4 MiB"},
                                {"bucket", "4 MiB"},
                                {"overlap", "false"}};
constexpr double kRate = 1e10;

// Without overlap: what is computed, and then an all-reduce of all gradients around a ring.
TEST(Training, ReplicasWithoutOverlapComputeAndThenReduce) {
  WorkloadOptions options = kReplicas;
  const Schedule schedule = made(options, 4);
  const StepShares shares = shares_of(schedule, ideal_times(schedule, core::ByteRate(kRate)));
  const Ticks compute = 4 * (100 + 200) * kUs;
  const double gradients = 4.0 * 4 * 1024 * 1024;
  const double reduce = 2.0 * 3 / 4 * gradients / kRate * 1e15;
  EXPECT_EQ(shares.ranks[0].compute, compute);
  EXPECT_NEAR(static_cast<double>(shares.step), static_cast<double>(compute) + reduce, 1e6);
  EXPECT_NEAR(static_cast<double>(shares.ranks[3].exposed[class_of(schedule, "data")]), reduce,
              1e6);
  expect_whole(shares);
}

// With it, no step is shorter than what is computed or what is moved; the last bucket is exposed.
TEST(Training, OverlapHidesAllButTheLastBucket) {
  WorkloadOptions options = kReplicas;
  options["overlap"] = "true";
  const Schedule schedule = made(options, 4);
  const StepShares shares = shares_of(schedule, ideal_times(schedule, core::ByteRate(kRate)));
  const Ticks compute = 4 * (100 + 200) * kUs;
  const double bucket = 2.0 * 3 / 4 * 4 * 1024 * 1024 / kRate * 1e15;  // some 629 us
  EXPECT_NEAR(static_cast<double>(shares.step), (100.0 * 4 + 200) * kUs + 4 * bucket, 1e6)
      << "a bucket takes longer than a layer: they go out one after the other";
  options["forward"] = "1 ms";
  const Schedule slower = made(options, 4);
  const StepShares hidden = shares_of(slower, ideal_times(slower, core::ByteRate(kRate)));
  EXPECT_NEAR(static_cast<double>(hidden.step), 12'000.0 * kUs + bucket, 1e6);
  EXPECT_GE(shares.step, compute);
  expect_whole(shares);
  expect_whole(hidden);
}

class Overlap : public testing::TestWithParam<double> {};

TEST_P(Overlap, IsNeverShorterThanTheLongerOfBothNorLongerThanTheirSum) {
  WorkloadOptions options = kReplicas;
  const core::ByteRate rate(GetParam());
  const Schedule apart = made(options, 8);
  options["overlap"] = "true";
  const Schedule together = made(options, 8);
  const Ticks sum = shares_of(apart, ideal_times(apart, rate)).step;
  const Ticks compute = 4 * (100 + 200) * kUs;
  const Ticks step = shares_of(together, ideal_times(together, rate)).step;
  EXPECT_GE(step, std::max(compute, sum - compute));
  EXPECT_LE(step, sum);
}
INSTANTIATE_TEST_SUITE_P(Rates, Overlap, testing::Values(1e9, 5e9, 1e10, 5e10, 1e12));

// Bytes by their definitions: a ring of n sends 2 (n-1) vectors in all, an all-to-all n - 1.
TEST(Training, EachClassMovesWhatItsDefinitionSays) {
  const std::uint64_t mib = 1 << 20;
  const Schedule schedule = made({{"tensor", "2"},
                                  {"expert", "2"},
                                  {"data", "2"},
                                  {"pipeline", "2"},
                                  {"layers", "4"},
                                  {"microbatches", "3"},
                                  {"parameters", "16 MiB"},
                                  {"expert_parameters", "32 MiB"},
                                  {"activations", "1 MiB"},
                                  {"forward", "10 us"}},
                                 16);
  // Of 4 layers, 3 micro-batches and 2 replicas: 4 all-reduces in each of 2 groups of 2 ranks.
  EXPECT_EQ(bytes_of(schedule, "tensor"), 4u * 3 * 2 * 4 * 2 * 2 * mib);
  EXPECT_EQ(bytes_of(schedule, "expert"), 4u * 3 * 2 * 4 * 2 * mib);
  // Over one border, 8 ranks, forward and back.
  EXPECT_EQ(bytes_of(schedule, "pipeline"), 3u * 8 * 2 * mib);
  // A rank's 8 MiB a layer over 4 ranks, 8 MiB of experts over 2; 2 stages of 2 layers.
  EXPECT_EQ(bytes_of(schedule, "data"), 4u * (2 * (2 * 3 * 8 * mib) + 4 * (2 * 1 * 8 * mib)));
  expect_whole(shares_of(schedule, ideal_times(schedule, core::ByteRate(1e9), true)));
}

TEST(Training, ShardedGradientsMoveAsMuch) {
  WorkloadOptions options = kReplicas;
  const std::uint64_t whole = bytes_of(made(options, 4), "data");
  options["gradients"] = "sharded";
  EXPECT_EQ(bytes_of(made(options, 4), "data"), whole);
}

TEST(Training, OperationsOverARateAreTheTimeOfALayer) {
  const TrainingStep step =
      read({{"tensor", "2"}, {"flops", "3 TFLOP"}, {"rate", "150 TFLOP/s"}}, 8);
  EXPECT_EQ(step.data, 4u) << "what is left";
  EXPECT_EQ(step.forward, sc_core::sc_time(10, sc_core::SC_MS));
  EXPECT_EQ(step.backward, sc_core::sc_time(20, sc_core::SC_MS));
}

TEST(Training, RefusesWithTheOptionAndWhatIsLegal) {
  const auto refusal = [](const WorkloadOptions& options) {
    return test::error_of([&] { read(options, 8); });
  };
  EXPECT_THAT(refusal({{"data", "2"}, {"tensor", "2"}}),
              HasSubstr("data x tensor x pipeline x expert = the 8 GPUs of the machine; the "
                        "product of the others is 2"));
  EXPECT_THAT(refusal({{"tensor", "3"}}), HasSubstr("the 8 GPUs"));
  EXPECT_THAT(refusal({{"tensor", "9"}}), HasSubstr("tensor"));
  EXPECT_THAT(refusal({{"pipeline", "4"}, {"layers", "6"}}),
              HasSubstr("a multiple of the 4 stages"));
  EXPECT_THAT(refusal({{"forward", "3"}}), HasSubstr("a time of up to 1 h"));
  EXPECT_THAT(refusal({{"flops", "3"}}), HasSubstr("TFLOP"));
  EXPECT_THAT(refusal({{"rate", "-1 TFLOP/s"}}), HasSubstr("TFLOP/s"));
  EXPECT_THAT(refusal({{"flops", "1000000 PFLOP"}, {"rate", "1 MFLOP/s"}}), HasSubstr("1 h"));
  EXPECT_THAT(refusal({{"gradients", "lost"}}), HasSubstr("one of allreduce, sharded"));
  EXPECT_THAT(refusal({{"activations", "1 KiB..2 KiB"}}), HasSubstr("one size"));
}

TEST(Training, AsksForFewerTasksWhenThereAreTooMany) {
  EXPECT_THROW(made({{"layers", "65536"}, {"microbatches", "1024"}, {"forward", "1 us"}}, 1),
               std::runtime_error);
}

}  // namespace
}  // namespace gf::model::training_step_test
