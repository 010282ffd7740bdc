// SPDX-License-Identifier: Apache-2.0
// Holds: platforms/cluster/planned_node.h
// Holds: hw/nic/lost_flits.h
// Holds: platforms/gpu/copies/gpu_pushes.h
// Random schedules on random machine files, with errors on links, losses at cards and channels that
// die: all tasks end, all bytes are right, and at the end every queue is empty and every credit
// home; or a channel is dead, and the run names it and a copy that it has lost. Once more on
// machines whose GPUs have units, which push.
#include <array>
#include <fmt/format.h>
#include <fstream>
#include <gmock/gmock.h>
#include <map>

#include "tests/support/captured.h"
#include "tests/support/cluster_run.h"
#include "tests/support/in_child.h"
#include "tests/support/random_schedule.h"

namespace gf::random_machines_test {
namespace {

class RandomMachine {
 public:
  /// `pushes`: its GPUs have SMs and memory, and units push some of the copies.
  explicit RandomMachine(unsigned number, bool pushes = false)
      : random_(number, pushes ? "random_pushes" : "random_machines"),
        pushes_(pushes),
        networked_(draw(2) == 1),
        nodes_(networked_ ? 1 + draw(3) : 1),
        sockets_(1 + draw(2)),
        switches_(draw(2) * sockets_ * (1 + draw(2))),
        parents_(switches_ > 0 ? switches_ : sockets_),
        gpus_(parents_ * (parents_ == 1 ? 2 : 1 + draw(2))) {
    add_tree();
    if (networked_) add_network();
    if (pushes_) add_nvlink();
    add_faults();
  }
  [[nodiscard]] const std::string& file() const { return text_; }
  [[nodiscard]] unsigned devices() const { return nodes_ * gpus_; }
  [[nodiscard]] const std::map<std::string, std::string>& settings() const { return settings_; }
  [[nodiscard]] model::Schedule schedule() {
    return test::random_schedule(random_, devices(), 10 + draw(20));
  }
  /// Some copies of `schedule` are pushed at once, and some kernels run `workload` and write what
  /// goes to one device or two.
  void push(model::Schedule& schedule, const std::string& workload) {
    const auto count = static_cast<unsigned>(schedule.tasks.size());
    for (unsigned i = 0; i < count; ++i) {
      if (draw(2) == 0) continue;
      model::Task& task = schedule.tasks[i];
      if (task.kind == model::TaskKind::kCopy) {
        task.engine = model::CopyMeans::kProact;
        task.bytes = core::Bytes(std::max<std::uint64_t>(task.bytes.count(), 4096));
      } else if (task.kind == model::TaskKind::kKernel) {
        task.workload = workload;
        add_pushes(schedule, i);
      }
    }
  }

 private:
  void add_pushes(model::Schedule& schedule, unsigned kernel) {
    const unsigned src = schedule.tasks[kernel].src;
    const unsigned first = 1 + draw(devices() - 1);
    model::Task copy = test::copy_task(src, (src + first) % devices(), 4096 + draw(60'000));
    copy.engine = model::CopyMeans::kProact;
    copy.writer = kernel;
    if (draw(2) == 0) copy.chunk = core::Bytes(4096);
    schedule.tasks.push_back(copy);
    if (devices() == 2 || draw(2) == 0) return;
    const unsigned other = first == 1 ? 2 : first - 1;
    copy.dst = (src + other) % devices();
    schedule.tasks.push_back(copy);
  }
  /// Beside PCIe, between neighbours, on every second machine.
  void add_nvlink() {
    settings_["gpu_model"] = "full";
    text_ += fmt::format("[gpu[0..{}]]\npreset = k80\n", gpus_ - 1);
    if (draw(2) == 0 || gpus_ < 2) return;
    for (unsigned gpu = 0; gpu + 1 < gpus_; ++gpu)
      text_ += fmt::format("[gpu{}]\nlinks = gpu{} nvlink2 x1\n", gpu, gpu + 1);
  }
  unsigned draw(std::uint64_t limit) { return static_cast<unsigned>(random_.below(limit)); }
  std::string link() {
    return fmt::format("pcie gen{} x{}", 1 + draw(5), std::array{4, 8, 16}[draw(3)]);
  }
  void add_tree() {
    text_ += fmt::format("[rc[0..{}]]\nkind = root_complex\n", sockets_ - 1);
    if (switches_ > 0) {
      text_ += fmt::format("children = plx[0..{}] {}\n", switches_ - 1, link());
      text_ += fmt::format("[plx[0..{}]]\n", switches_ - 1);
    }
    text_ += fmt::format("children = gpu[0..{}] {}", gpus_ - 1, link());
    if (networked_) text_ += fmt::format(", nic[0..{}] {}", parents_ - 1, link());
    text_ += "\n";
    if (sockets_ == 2)
      text_ += fmt::format("[rc0]\nlinks = rc1 socket {} GB/s 25 ns\n", 5 + draw(20));
    if (networked_) text_ += fmt::format("[nic[0..{}]]\nkind = nic\n", parents_ - 1);
  }
  void add_network() {
    const char* const kinds[] = {"torus\nx = 4\ny = 3\nz = 1", "dragonfly\np = 2\na = 2\nh = 1",
                                 "fat_tree\nk = 4\nn = 2", "hyperx\nl = 2\ns = 3\nt = 2"};
    text_ += fmt::format("[network]\nkind = {}\nnodes = {}\n", kinds[draw(4)], nodes_);
    if (parents_ > 1 && draw(3) == 0) text_ += fmt::format("nics = nic{}\n", draw(parents_));
  }
  void add_faults() {
    const char* const rates[] = {"0", "0.001", "0.05"};
    settings_["*.packet_error_rate"] = rates[draw(3)];
    settings_["*.answer_error_rate"] = rates[draw(3)];
    if (!networked_) return;
    const char* const losses[] = {"0", "0.05", "0.2"};
    settings_["node.nic*.receiver.loss"] = losses[draw(3)];
    settings_["node.nic*.sender.timeout"] = "100 us";
    settings_["path"] = draw(3) == 0 ? "staged" : "direct";
    if (draw(3) > 0) return;
    settings_["net.channel.fails_at"] = fmt::format("{} us", 1 + draw(40));
    settings_["net.channel.failing"] = fmt::format("router_{}.out_*", draw(2));
  }

  core::RandomStream random_;
  const bool pushes_;
  const bool networked_;
  const unsigned nodes_;
  const unsigned sockets_, switches_, parents_;  ///< Of a node; parents have GPUs and cards.
  const unsigned gpus_;                          ///< Of a node.
  std::string text_;
  std::map<std::string, std::string> settings_;
};

/// Segments sent again; and, unless a channel is dead and has lost a copy, what has ended.
std::vector<double> delivered(const std::map<std::string, std::string>& settings) {
  try {
    const platforms::RunOutcome outcome = test::run_cluster(settings);
    std::map<std::string, double> results;
    for (const platforms::Result& result : outcome.results) results[result.name] = result.value;
    if (settings.count("net.channel.failing") > 0 && outcome.code == core::ExitCode::kDeadlock) {
      EXPECT_THAT(outcome.reason, testing::ContainsRegex(
                                      // Its queue flushes those that wait behind it.
                                      "^(copy [0-9]+->[0-9]+: flushed, )*"
                                      "copy [0-9]+->[0-9]+: (retries exceeded|a chunk was lost).*"
                                      "router_[01].out_[0-9]+ has been dead since"));
      return {results["segments_again"]};
    }
    EXPECT_EQ(outcome.code, core::ExitCode::kDone) << outcome.reason;
    return {results["segments_again"], results["tasks_ended"], results["bytes_delivered"],
            results["bytes_compared"]};
  } catch (const std::exception& error) {
    ADD_FAILURE() << error.what();
    return {};
  }
}

class RandomMachines : public testing::TestWithParam<unsigned> {};

/// Segments sent again, of 20 machines from number `first` on.
double run_twenty(unsigned first, bool pushes = false) {
  constexpr unsigned kEach = 20;
  double again = 0;
  const test::ScratchDirectory scratch;
  test::write_file(scratch / "work.ini",
                   "[workload]\nname = work\n[data.unused]\nbytes = 4 KiB\nplacement = interleave\n"
                   "[kernel.work]\nctas = 24\nwarps_per_cta = 2\ndo = compute 300\n");
  for (unsigned i = 0; i < kEach; ++i) {
    RandomMachine machine(first + i, pushes);
    model::Schedule schedule = machine.schedule();
    if (pushes) machine.push(schedule, "file:" + std::string(scratch / "work.ini"));
    test::write_file(scratch / "machine.ini", machine.file());
    std::ofstream out(scratch / "schedule.csv");
    model::write_schedules(out, {schedule});
    out.close();
    std::map<std::string, std::string> settings = machine.settings();
    settings["machine"] = scratch / "machine.ini";
    settings["schedule"] = scratch / "schedule.csv";
    settings["real_bytes"] = "true";
    SCOPED_TRACE(fmt::format("machine {}\n{}{}", first + i, machine.file(),
                             testing::PrintToString(machine.settings())));
    const double bytes = test::copied_bytes(schedule);
    const std::vector<double> got = test::in_child([&] { return delivered(settings); });
    again += got.empty() ? 0 : got.front();
    if (got.size() == 1) continue;  // it has lost a copy
    EXPECT_THAT(got, testing::ElementsAre(testing::_, schedule.tasks.size(), bytes, bytes));
  }
  return again;
}

TEST_P(RandomMachines, EndRandomSchedulesWithAllBytesRight) {
  EXPECT_GT(run_twenty(GetParam() * 20), 0) << "no card had anything to send again";
}

TEST(RandomPushes, EndRandomSchedulesWithAllBytesRight) {
  EXPECT_GT(run_twenty(0, true), 0) << "no card had anything to send again";
}

INSTANTIATE_TEST_SUITE_P(TwentyEach, RandomMachines, testing::Range(0u, 10u));

}  // namespace
}  // namespace gf::random_machines_test
