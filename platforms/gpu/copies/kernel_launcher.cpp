// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/kernel_launcher.h"

#include <utility>

namespace gf::platforms::gpu {

KernelLauncher::KernelLauncher(GpuNode& node) : node_(node), clock_(node.clock(), *this) {
  node.dispatcher().add_client(*this);
}

void KernelLauncher::launch(model::Kernel kernel, OnCycle started, OnCycle ended) {
  Launch& launch = launches_.emplace_back();
  launch.workload.name = kernel.name;
  launch.workload.kernels.push_back(std::move(kernel));
  launch.workload.kernels.front().split = false;
  launch.started = std::move(started);
  launch.ended = std::move(ended);
  running_[&launch.workload.kernels.front()] = &launch;
  // Delayed to the next cycle: the call may come from the end of a kernel, within the dispatcher.
  clock_.wake(clock_.after(core::now_ticks()));
}

void KernelLauncher::cycle(core::Cycle now) {
  for (; launched_ < launches_.size(); ++launched_) {
    const model::Workload& workload = launches_[launched_].workload;
    hw::gpu::Dispatcher& dispatcher = node_.dispatcher();
    if (dispatcher.finished())
      dispatcher.run(workload);
    else
      dispatcher.launch(workload.kernels.front(), now + dispatcher.launch_latency());
  }
}

void KernelLauncher::kernel_started(unsigned, const model::Kernel& kernel, core::Cycle now) {
  const auto found = running_.find(&kernel);
  if (found != running_.end() && found->second->started) found->second->started(now);
}

void KernelLauncher::kernel_ended(unsigned, const model::Kernel& kernel, core::Cycle now) {
  const auto found = running_.find(&kernel);
  if (found == running_.end()) return;
  const OnCycle ended = std::move(found->second->ended);
  running_.erase(found);
  ended(now);
}

}  // namespace gf::platforms::gpu
