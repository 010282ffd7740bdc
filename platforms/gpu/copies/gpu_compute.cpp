// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_compute.h"

#include <algorithm>
#include <utility>

#include "tlm_models/gpu/page_table.h"
#include "workloads/schedule/channel_journal.h"
#include "workloads/schedule/slice.h"

namespace gf::platforms::gpu {

GpuCompute::GpuCompute(GpuNode& node, unsigned gpu, const GpuWorkParams& params,
                       GpuBuffers& buffers, KernelLauncher& launcher,
                       const TaskWorkloads& workloads, const GpuPushes* pushes)
    : node_(node),
      gpu_(gpu),
      channel_params_(params.channels),
      buffers_(buffers),
      launcher_(launcher),
      workloads_(workloads),
      pushes_(pushes),
      kernels_(std::string(node.gpu(gpu).name()) + ".kernels", params.traffic, node.gpu(gpu).memory,
               node.clock(), node.gpu(gpu).ports()),
      reduces_(std::string(node.gpu(gpu).name()) + ".reduces", params.traffic, node.gpu(gpu).memory,
               node.clock(), node.gpu(gpu).ports()) {}

void GpuCompute::begin_slice(const model::Task& task, std::function<void()> passed,
                             std::function<void()> done) {
  hw::gpu::ChannelCta& block = warps_of(*task.slice);
  hw::gpu::CtaSlice slice = buffers_.slice(task);
  if (core::HopJournal::active() != nullptr)
    for (auto* const all : {&slice.writes, &slice.flags})
      for (hw::gpu::CtaRange& each : *all) each.to = connection(task, model::home_of(each.address));
  slice.passed = std::move(passed);
  slice.done = std::move(done);
  block.begin(std::move(slice));
}

hw::gpu::CtaConnection* GpuCompute::connection(const model::Task& task, unsigned peer) {
  // Hosts and groups of GPUs have homes of their own.
  if (peer == gpu_ || peer >= node_.gpus()) return nullptr;
  const auto [made, is_new] = connections_.try_emplace({task.slice->channel, peer});
  hw::gpu::CtaConnection& one = made->second;
  if (is_new) {
    one.channel = model::ChannelJournal::name_of(task.slice->channel);
    one.flow.what = one.channel.c_str();
    one.flow.source = task.src;
    one.flow.destination = task.src - gpu_ + peer;
    if (model::ChannelJournal* const journal = model::ChannelJournal::active())
      journal->connects(one.flow);
  }
  return &one;
}

hw::gpu::ChannelCta& GpuCompute::warps_of(const model::Slice& slice) {
  const unsigned threads = slice.threads > 0 ? slice.threads : channel_params_.threads;
  const std::pair key(slice.program(), threads);
  const auto made = channels_.find(key);
  if (made != channels_.end()) return made->second;
  Gpu& gpu = node_.gpu(gpu_);
  std::string path = std::string(gpu.name()) + ".channel_" + std::to_string(slice.channel);
  if (slice.group > 0) path += "_" + std::to_string(slice.group);
  return channels_
      .try_emplace(key, path, channel_params_, threads, gpu.memory, node_.clock(), gpu_,
                   slice.channel % gpu.ports())
      .first->second;
}

void GpuCompute::begin(const model::Task& task, std::function<void()> done) {
  if (task.kind == model::TaskKind::kReduce)
    return reduces_.submit(buffers_.sweeps(task), std::move(done));
  done_ = std::move(done);
  open_ = (task.bytes.count() > 0 ? 1 : 0) + (task.workload.empty() ? 0 : 1);
  if (task.bytes.count() > 0) kernels_.submit(buffers_.sweeps(task), [this] { part_ended(); });
  if (!task.workload.empty()) run(task);
}

void GpuCompute::run(const model::Task& task) {
  run_.workload = workloads_.make(task);
  if (task.region != 0 && pushes_ != nullptr)
    pushes_->add_stores(task, run_.workload.kernels.back());
  run_.left = run_.workload.kernels.size();
  run_.begun.assign(run_.left, false);
  run_.ended.assign(run_.left, false);
  launch_ready();
}

void GpuCompute::launch_ready() {
  for (std::size_t i = 0; i < run_.workload.kernels.size(); ++i) {
    if (run_.begun[i] || !may_begin(i)) continue;
    run_.begun[i] = true;
    launcher_.launch(run_.workload.kernels[i], {}, [this, i](core::Cycle) { kernel_ended(i); });
  }
}

bool GpuCompute::may_begin(std::size_t kernel) const {
  const std::vector<model::Kernel>& all = run_.workload.kernels;
  for (std::size_t i = 0; i < kernel; ++i)
    if (all[i].stream == all[kernel].stream && !run_.ended[i]) return false;
  return std::all_of(all[kernel].waits.begin(), all[kernel].waits.end(),
                     [this](unsigned before) { return run_.ended[before]; });
}

void GpuCompute::kernel_ended(std::size_t kernel) {
  run_.ended[kernel] = true;
  if (--run_.left == 0) return part_ended();
  launch_ready();
}

void GpuCompute::part_ended() {
  if (--open_ > 0) return;
  // done() may begin the next kernel.
  const auto done = std::exchange(done_, {});
  done();
}

}  // namespace gf::platforms::gpu
