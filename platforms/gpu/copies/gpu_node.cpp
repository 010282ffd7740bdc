// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_node.h"

#include <algorithm>

#include "workloads/kernels/programs/layout.h"

namespace gf::platforms::gpu {

void GpuNodeParams::declare(const core::ParamScope& root) {
  core::ParamGroup::declare(root);
  gpu.declare(root.child("gpu"));
  pages.declare(root.child("pages"));
  dispatch.declare(root.child("dispatch"));
  um.declare(root.child("um"));
  // Pages of GPUs have at most 2 MiB, and structures of workloads are aligned to that.
  root.relate("pages.page", core::ParamRelation::Kind::kAtMost, {},
              model::suite::Layout::kAlignment);
}

void GpuNodeParams::validate() const {
  core::ParamGroup::validate("");
  gpu.validate("gpu");
  pages.validate("pages");
  um.validate("um");
}

GpuNode::GpuNode(const GpuNodeParams& params, const model::Workload& workload,
                 const std::function<void(Gpu&, unsigned)>& add_ports)
    : workload_(workload),
      real_bytes_(params.gpu.memory.real_bytes),
      clock_("clock", params.clock),
      pages_("pages", params.pages, params.gpus) {
  params.validate();
  for (const model::DataStructure& data : workload.data) pages_.add(data);
  std::vector<std::vector<hw::gpu::Sm*>> sms(params.gpus);
  for (unsigned g = 0; g < params.gpus; ++g) {
    gpus_.push_back(std::make_unique<Gpu>(("gpu_" + std::to_string(g)).c_str(), params.gpu, g,
                                          deliveries_, pages_,
                                          [&](Gpu& gpu) { add_ports(gpu, g); }));
    for (unsigned i = 0; i < gpus_[g]->sms(); ++i) sms[g].push_back(&gpus_[g]->sm(i));
  }
  // Without managed pages nothing can fault, and the driver would only add statistics that stay 0.
  if (pages_.managed_pages() != 0) {
    um_ = std::make_unique<hw::gpu::UmDriver>("um", params.um, clock_, pages_);
    for (const auto& gpu : gpus_) um_->attach(gpu->memory);
  }
  dispatcher_ = std::make_unique<hw::gpu::Dispatcher>("dispatcher", params.dispatch, clock_, sms);
  const auto copied = [](const model::DataStructure& data) {
    return data.copied_to_readers != model::CopyRule::kNone;
  };
  if (std::none_of(workload.data.begin(), workload.data.end(), copied)) return;
  reader_copies_ = std::make_unique<ReaderCopies>(workload, pages_, *dispatcher_, gpus_);
}

double GpuNode::seconds() const {
  // A run that was cut short: until now. Otherwise the end of the last kernel counts, because
  // simulated time goes on after the work while link controllers still sample.
  if (!dispatcher_->finished()) return sc_core::sc_time_stamp().to_seconds();
  core::Cycle last = 0;
  for (const hw::gpu::KernelResult& kernel : dispatcher_->results())
    last = std::max(last, kernel.ended);
  return core::to_time(last * clock_.period()).to_seconds();
}

std::uint64_t GpuNode::warp_instructions() const {
  std::uint64_t instructions = 0;
  for (const auto& gpu : gpus_)
    for (unsigned i = 0; i < gpu->sms(); ++i)
      instructions += gpu->sm(i).stats().warp_instructions.value();
  return instructions;
}

std::string GpuNode::refused() const {
  std::string text;
  for (const auto& gpu : gpus_) {
    const std::uint64_t count = gpu->memory.stats().refused.value();
    if (count == 0) continue;
    text += (text.empty() ? "" : "; ") + std::string(gpu->name()) + ": " + std::to_string(count) +
            " accesses from or to peers were refused";
  }
  return text;
}

}  // namespace gf::platforms::gpu
