// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/task_workloads.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu {
namespace {

model::Workload for_one_gpu(const std::string& text, std::uint64_t seed) {
  const auto colon = text.find(':');
  if (text.compare(0, colon, "file") == 0)  // file:PATH has no options
    return model::make_workload(text, model::WorkloadSize::kSmall, 1, seed);
  std::string list = colon == std::string::npos ? "" : text.substr(colon + 1);
  std::replace(list.begin(), list.end(), ';', ',');
  model::WorkloadOptions options = model::parse_workload_options(list);
  const auto size = options.extract("size");
  return model::make_workload(text.substr(0, colon),
                              model::parse_workload_size(size.empty() ? "small" : size.mapped()), 1,
                              seed, options);
}

/// Runs another program, with all its addresses increased by `offset`.
class MovedProgram final : public model::KernelProgramIf {
 public:
  MovedProgram(std::shared_ptr<KernelProgramIf> program, std::uint64_t offset)
      : program_(std::move(program)), offset_(offset) {}
  void warp(unsigned cta, unsigned warp, model::WarpProgram& program) const override {
    program_->warp(cta, warp, program);
    move(program);
  }
  bool more(unsigned cta, unsigned warp, model::WarpProgram& program) override {
    const bool goes_on = program_->more(cta, warp, program);
    move(program);
    return goes_on;
  }

 private:
  void move(model::WarpProgram& program) const {
    for (model::WarpInstruction& instruction : program.code) instruction.address += offset_;
    for (std::uint64_t& address : program.addresses) address += offset_;
  }
  std::shared_ptr<KernelProgramIf> program_;
  const std::uint64_t offset_;
};

std::uint64_t end_of(const model::Workload& workload) {
  std::uint64_t end = 0;
  for (const model::DataStructure& data : workload.data)
    end = std::max(end, data.base + data.bytes.count());
  constexpr std::uint64_t kUnit = model::suite::Layout::kAlignment;
  return (end + kUnit - 1) / kUnit * kUnit;
}

}  // namespace

TaskWorkloads::TaskWorkloads(const std::vector<model::Schedule>& schedules, std::uint64_t seed,
                             LocalGpu local)
    : seed_(seed), local_(std::move(local)) {
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks)
      if (const auto gpu = local_(task.src); gpu && !task.workload.empty())
        offsets_[{*gpu, task.workload}] = 0;
}

void TaskWorkloads::add_data(model::Workload& workload) {
  for (auto& [key, offset] : offsets_) {
    const auto& [device, text] = key;
    offset = end_of(workload);
    for (model::DataStructure data : for_one_gpu(text, seed_).data) {
      data.base += offset;
      data.name += "_" + std::to_string(device);
      data.placement = model::Placement::kExplicit;
      data.homes = {static_cast<std::uint8_t>(device)};
      data.advice = {};
      workload.data.push_back(std::move(data));
    }
  }
}

model::Workload TaskWorkloads::make(const model::Task& task) const {
  const unsigned gpu = *local_(task.src);
  const std::uint64_t offset = offsets_.at({gpu, task.workload});
  model::Workload workload = for_one_gpu(task.workload, seed_);
  for (model::Kernel& kernel : workload.kernels) {
    kernel.split = false;
    kernel.gpu = gpu;
    kernel.program = std::make_shared<MovedProgram>(std::move(kernel.program), offset);
  }
  return workload;
}

}  // namespace gf::platforms::gpu
