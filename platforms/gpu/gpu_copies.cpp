// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/gpu_copies.h"

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/work/kernels/emit.h"
#include "tlm_models/work/kernels/layout.h"

namespace gf::platforms::gpu {
namespace {

using model::suite::Layout;
using model::suite::Range;

/// More than a level 2 cache: short copies find no lines there of the ones before them.
constexpr std::uint64_t kUsualBuffer = 64ull << 20;
constexpr std::uint64_t kPiece = 512;  // what a warp loads or stores at once: 16 B a lane
constexpr std::uint64_t kWord = 4;     // what emit_range() takes multiples of
constexpr unsigned kWarps = 4;         // of a CTA
constexpr unsigned kCtasPerSm = 8;     // which fill an SM with warps, one load of each under way

std::uint64_t up_to(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Takes `bytes` of a buffer: behind what was taken, or from its beginning.
std::uint64_t take(std::uint64_t& next, std::uint64_t bytes, std::uint64_t buffer) {
  if (next + bytes > buffer) next = 0;
  const std::uint64_t at = next;
  next += up_to(bytes, kPiece);
  return at;
}

/// Loads `bytes` from `from` and stores them to `to`, in pieces, each warp a row of them.
model::Kernel copy_kernel(const std::string& name, std::uint64_t from, std::uint64_t to,
                          std::uint64_t bytes, unsigned most_ctas) {
  const std::uint64_t pieces = up_to(bytes, kPiece) / kPiece;
  const auto ctas =
      static_cast<unsigned>(std::min<std::uint64_t>((pieces + kWarps - 1) / kWarps, most_ctas));
  return model::suite::make_kernel(
      name, ctas, kWarps, [=](unsigned cta, unsigned warp, model::WarpProgram& program) {
        const Range mine = model::suite::part_of({0, pieces}, std::uint64_t{ctas} * kWarps,
                                                 std::uint64_t{cta} * kWarps + warp);
        for (std::uint64_t piece = mine.begin; piece < mine.end; ++piece) {
          const std::uint64_t offset = piece * kPiece;
          const std::uint64_t length = std::min(kPiece, up_to(bytes, kWord) - offset);
          model::suite::emit_range(program, model::WarpOp::kLoad, from + offset, length);
          model::suite::emit_range(program, model::WarpOp::kStore, to + offset, length);
        }
      });
}

}  // namespace

model::Workload GpuCopies::buffers(unsigned gpus, core::Bytes memory,
                                   const std::vector<model::Schedule>& schedules) {
  std::uint64_t longest = std::clamp(memory.count() / 2 / Layout::kAlignment * Layout::kAlignment,
                                     Layout::kAlignment, kUsualBuffer);
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks)
      if (task.kind == model::TaskKind::kCopy) longest = std::max(longest, task.bytes.count());
  const std::uint64_t bytes = up_to(longest, Layout::kAlignment);
  if (2 * bytes > memory.count())
    core::fail_config("pages", "memory", core::to_text(memory),
                      "at least " + core::to_text(core::Bytes(2 * bytes)) +
                          ": room for the longest copy of the schedule at both of its ends",
                      "raise pages.memory, or copy less at once");
  Layout layout(gpus);
  for (const char* use : {"source_", "destination_"})
    for (unsigned g = 0; g < gpus; ++g) layout.add_on(use + std::to_string(g), bytes, g);
  model::Workload workload;
  workload.name = "schedule";
  workload.data = layout.take();
  return workload;
}

void GpuCopies::each_pair(
    const std::vector<model::Schedule>& schedules,
    const std::function<void(unsigned from, unsigned to, const std::string& copy)>& act) {
  for (const model::Schedule& schedule : schedules) {
    for (const model::Task& task : schedule.tasks) {
      if (task.kind != model::TaskKind::kCopy || task.src == task.dst) continue;
      const bool loads = task.engine == model::CopyMeans::kLoads;
      act(loads ? task.dst : task.src, loads ? task.src : task.dst,
          model::name_of_copy(task.src, task.dst) + " of " + schedule.name);
    }
  }
}

GpuCopies::GpuCopies(GpuNode& node, unsigned first_device, pcie::ByteCheck* byte_check)
    : node_(node),
      first_(first_device),
      byte_check_(byte_check),
      clock_(node.clock(), *this),
      buffer_bytes_(node.workload().data.front().bytes.count()),
      read_from_(node.gpus()),
      written_to_(node.gpus()),
      turn_(node.gpus()),
      under_way_(node.gpus()) {
  node.dispatcher().add_client(*this);
}

void GpuCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  if (byte_check_ != nullptr)
    return schedule::refuse_other_engines(schedule, copy, {model::CopyMeans::kDma},
                                          "with real_bytes: what SMs store has no bytes");
  schedule::refuse_other_engines(
      schedule, copy, {model::CopyMeans::kDma, model::CopyMeans::kStores, model::CopyMeans::kLoads},
      "GPUs copy by their copy engines or by kernels; the platform proact has agents");
}

std::uint64_t GpuCopies::take_source(unsigned gpu, std::uint64_t bytes) {
  return node_.workload().data[gpu].base + take(read_from_[gpu], bytes, buffer_bytes_);
}

std::uint64_t GpuCopies::take_destination(unsigned gpu, std::uint64_t bytes) {
  return node_.workload().data[node_.gpus() + gpu].base +
         take(written_to_[gpu], bytes, buffer_bytes_);
}

GpuCopies::Place GpuCopies::place(const model::Flow& flow) {
  return {take_source(flow.source - first_, flow.bytes),
          take_destination(flow.destination - first_, flow.bytes)};
}

std::uint64_t GpuCopies::source_place(unsigned source, std::uint64_t bytes) {
  const unsigned gpu = source - first_;
  return model::offset_of(node_.physical(take_source(gpu, bytes), gpu));
}

std::uint64_t GpuCopies::destination_place(unsigned destination, std::uint64_t bytes) {
  const unsigned gpu = destination - first_;
  return model::offset_of(node_.physical(take_destination(gpu, bytes), gpu));
}

void GpuCopies::submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) {
  flow.submitted = core::now_ticks();
  ++under_way_[flow.source - first_];
  if (byte_check_ != nullptr) return submit_checked(flow, client);
  const Place where = place(flow);
  const unsigned source = flow.source - first_;
  if (copy.engine == model::CopyMeans::kDma)
    submit_by_engine(flow, node_.physical(where.source, source),
                     node_.physical(where.destination, source), client);
  else
    submit_as_kernel(flow, where, copy.engine == model::CopyMeans::kStores, client);
}

void GpuCopies::submit_checked(model::Flow& flow, schedule::CopyClient& client) {
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  byte_check_->place(request);
  const auto physical = [this](unsigned device, std::uint64_t offset) {
    return std::uint64_t{device - first_} << model::kHomeShift | offset;
  };
  submit_by_engine(flow, physical(flow.source, request.source_address),
                   physical(flow.destination, request.offset), client);
}

void GpuCopies::submit_by_engine(model::Flow& flow, std::uint64_t from, std::uint64_t to,
                                 schedule::CopyClient& client) {
  hw::gpu::Copy copy;
  copy.source = from;
  copy.destination = to;
  copy.bytes = flow.bytes;
  copy.done = [this, &flow, &client] { ended(flow, client); };
  submit_to_engine(flow.source, std::move(copy));
}

void GpuCopies::submit_to_engine(unsigned source, hw::gpu::Copy copy) {
  const unsigned gpu = source - first_;
  node_.gpu(gpu).memory.copy_engine(turn_[gpu]++).submit(std::move(copy));
}

void GpuCopies::submit_as_kernel(model::Flow& flow, const Place& place, bool on_source,
                                 schedule::CopyClient& client) {
  const unsigned gpu = (on_source ? flow.source : flow.destination) - first_;
  ByKernel& by = kernels_.emplace_back();
  by.flow = &flow;
  by.client = &client;
  by.workload.name = "copy";
  by.workload.kernels.push_back(copy_kernel(model::name_of_copy(flow.source, flow.destination),
                                            place.source, place.destination, flow.bytes,
                                            node_.gpu(gpu).sms() * kCtasPerSm));
  model::Kernel& kernel = by.workload.kernels.front();
  kernel.split = false;
  kernel.gpu = gpu;
  by_kernel_[&kernel] = &by;
  // Not now: it may be a kernel's end that made this copy ready, and the dispatcher is within it.
  clock_.wake(clock_.after(core::now_ticks()));
}

void GpuCopies::cycle(core::Cycle now) {
  for (; launched_ < kernels_.size(); ++launched_) {
    const model::Workload& workload = kernels_[launched_].workload;
    hw::gpu::Dispatcher& dispatcher = node_.dispatcher();
    if (dispatcher.finished())
      dispatcher.run(workload);
    else
      dispatcher.launch(workload.kernels.front(), now + dispatcher.launch_latency());
  }
}

void GpuCopies::kernel_started(unsigned, const model::Kernel& kernel, core::Cycle now) {
  const auto found = by_kernel_.find(&kernel);
  if (found != by_kernel_.end()) found->second->flow->first_sent = clock_.ticks(now);
}

void GpuCopies::kernel_ended(unsigned, const model::Kernel& kernel, core::Cycle) {
  const auto found = by_kernel_.find(&kernel);
  if (found == by_kernel_.end()) return;
  const ByKernel& by = *found->second;
  by_kernel_.erase(found);
  ended(*by.flow, *by.client);
}

void GpuCopies::ended(model::Flow& flow, schedule::CopyClient& client) {
  flow.delivered = flow.bytes;
  flow.finished = core::now_ticks();
  --under_way_[flow.source - first_];
  client.copy_ended(flow);
}

void GpuCopies::schedule_ended() {
  if (byte_check_ != nullptr) byte_check_->verify();
}

std::string GpuCopies::holder(unsigned source) const { return node_.gpu(source - first_).name(); }

}  // namespace gf::platforms::gpu
