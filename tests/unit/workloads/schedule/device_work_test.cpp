// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/device_work.h"

#include <gmock/gmock.h>

#include "core/time/watchdog.h"
#include "workloads/schedule/slice.h"

namespace gf::model::device_work_test {
namespace {

constexpr core::Ticks kNs = 1'000'000;

Task work_of(TaskKind kind, std::uint64_t bytes, double duration_ns = 0) {
  Task task;
  task.kind = kind;
  task.bytes = core::Bytes(bytes);
  task.duration = sc_core::sc_time(duration_ns, sc_core::SC_NS);
  return task;
}

TEST(DeviceWork, OneAtATimeInTheOrderOfTheirComing) {
  struct Ended {
    std::size_t task;
    core::Ticks began, at;
  };
  std::vector<Ended> ended;
  DeviceWork device("device", core::ByteRate(1e9), [&](std::size_t task, core::Ticks began) {
    ended.push_back({task, began, core::now_ticks()});
  });
  const Task long_kernel = work_of(TaskKind::kKernel, 300);
  const Task kernel = work_of(TaskKind::kKernel, 0, 40);
  device.submit(7, long_kernel);
  device.submit(3, kernel);
  EXPECT_FALSE(device.idle());
  core::run_simulation({});
  ASSERT_EQ(ended.size(), 2u);
  EXPECT_EQ(ended[0].task, 7u);
  EXPECT_EQ(ended[0].at, 300 * kNs);
  EXPECT_EQ(ended[1].task, 3u);
  EXPECT_EQ(ended[1].began, 300 * kNs);
  EXPECT_EQ(ended[1].at, 340 * kNs);
  EXPECT_TRUE(device.idle());
  EXPECT_EQ(device.stats().kernels.value(), 2u);
  EXPECT_EQ(device.stats().busy.ticks(), 340 * kNs);
}

// A collective goes on while its ranks compute.
TEST(DeviceWork, ReducesDoNotWaitForKernels) {
  std::vector<core::Ticks> ended(3);
  DeviceWork device("device", core::ByteRate(1e9),
                    [&](std::size_t task, core::Ticks) { ended[task] = core::now_ticks(); });
  const Task kernel = work_of(TaskKind::kKernel, 0, 400);
  const Task reduce = work_of(TaskKind::kReduce, 100);  // 3 x 100 B at 1 B/ns
  device.submit(0, kernel);
  device.submit(1, reduce);
  device.submit(2, reduce);
  core::run_simulation({});
  EXPECT_EQ(ended, (std::vector<core::Ticks>{400 * kNs, 300 * kNs, 600 * kNs}));
  EXPECT_EQ(device.stats().reduces.value(), 2u);
  EXPECT_EQ(device.stats().busy.ticks(), 1000 * kNs);
}

/// Ends what it is asked for after `time`, or when the test says so.
class TestHardware final : public ComputeIf {
 public:
  void begin(const Task& task, std::function<void()> done) override {
    begun.push_back(&task);
    end = std::move(done);
  }
  void begin_slice(const Task& task, std::function<void()> passed,
                   std::function<void()> done) override {
    begun.push_back(&task);
    pass = std::move(passed);
    ends.push_back(std::move(done));
  }
  std::vector<const Task*> begun;
  std::function<void()> end, pass;
  std::vector<std::function<void()>> ends;  ///< Of slices.
};

TEST(DeviceWork, SlicesOfAChannelKeepTheirOrderAndOverlapWhenTheyHavePassed) {
  TestHardware hardware;
  std::vector<std::size_t> ended;
  DeviceWork device(
      "device", core::ByteRate(1e9), [&](std::size_t task, core::Ticks) { ended.push_back(task); },
      &hardware);
  std::vector<Task> slices(3);
  for (unsigned i = 0; i < 3; ++i) {
    slices[i].kind = TaskKind::kSlice;
    Slice slice;
    slice.channel = i < 2 ? 0 : 1;
    slices[i].slice = std::make_shared<const Slice>(slice);
    device.expect(i, slices[i]);
  }
  device.submit(1, slices[1]);
  EXPECT_TRUE(hardware.begun.empty()) << "slice 0 comes first in its channel";
  device.submit(2, slices[2]);
  device.submit(0, slices[0]);
  EXPECT_EQ(hardware.begun, (std::vector<const Task*>{&slices[2], &slices[0]}));
  hardware.pass();
  EXPECT_EQ(hardware.begun.back(), &slices[1]) << "although slice 0 has not ended";
  for (const unsigned i : {2u, 0u, 1u}) hardware.ends[i]();
  EXPECT_EQ(ended, (std::vector<std::size_t>{1, 2, 0}));
  EXPECT_TRUE(device.idle());
  EXPECT_EQ(device.stats().slices.value(), 3u);
}

TEST(DeviceWork, HardwareSaysWhenBytesAreThere) {
  TestHardware hardware;
  std::vector<core::Ticks> ended(3);
  DeviceWork device(
      "device", core::ByteRate(1e9),
      [&](std::size_t task, core::Ticks) { ended[task] = core::now_ticks(); }, &hardware);
  const Task timed = work_of(TaskKind::kKernel, 0, 40);
  const Task both = work_of(TaskKind::kKernel, 100, 60);
  const Task reduce = work_of(TaskKind::kReduce, 8);
  device.submit(0, timed);
  device.submit(1, both);
  sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_NS));
  EXPECT_EQ(ended[0], 40 * kNs);
  ASSERT_EQ(hardware.begun, (std::vector<const Task*>{&both})) << "not what has no bytes";
  sc_core::sc_start(sc_core::sc_time(20, sc_core::SC_NS));
  hardware.end();
  EXPECT_EQ(ended[1], 0) << "its 60 ns are not over";
  sc_core::sc_start(sc_core::sc_time(50, sc_core::SC_NS));
  EXPECT_EQ(ended[1], 100 * kNs);
  device.submit(2, reduce);
  sc_core::sc_start(sc_core::sc_time(80, sc_core::SC_NS));
  EXPECT_FALSE(device.idle());
  hardware.end();
  EXPECT_EQ(ended[2], 200 * kNs);
}

TEST(DeviceWork, AKernelTakesTheLongerOfItsDurationAndItsBytes) {
  const DeviceWork device("device", core::ByteRate(1e9), [](std::size_t, core::Ticks) {});
  EXPECT_EQ(device.time_of(work_of(TaskKind::kKernel, 100, 40)), 100 * kNs);
  EXPECT_EQ(device.time_of(work_of(TaskKind::kKernel, 10, 40)), 40 * kNs);
}

}  // namespace
}  // namespace gf::model::device_work_test
