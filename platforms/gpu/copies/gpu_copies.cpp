// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_copies.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"
#include "workloads/kernels/programs/emit.h"

namespace gf::platforms::gpu {
namespace {

using model::suite::Range;

constexpr std::uint64_t kPiece = 512;  // bytes that a warp loads or stores at once: 16 B a lane
constexpr std::uint64_t kWord = 4;     // emit_range() takes multiples of this
constexpr unsigned kWarps = 4;         // per CTA
constexpr unsigned kCtasPerSm = 8;     // fills an SM with warps, each with one load under way
constexpr int kBeforeOthers = 1;       // priority of agents

std::uint64_t up_to(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Returns a kernel that loads and stores `bytes` in pieces. Each warp copies a row of them.
model::Kernel copy_kernel(const std::string& name, const GpuBuffers::Place& place,
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
          model::suite::emit_range(program, model::WarpOp::kLoad, place.source + offset, length);
          model::suite::emit_range(program, model::WarpOp::kStore, place.destination + offset,
                                   length);
        }
      });
}

}  // namespace

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

GpuCopies::GpuCopies(GpuNode& node, const GpuWorkParams& params, TaskWorkloads workloads,
                     unsigned first_device, pcie::ByteCheck* byte_check)
    : node_(node),
      first_(first_device),
      byte_check_(byte_check),
      params_(params),
      workloads_(std::move(workloads)),
      buffers_(node, first_device),
      launcher_(node),
      turn_(node.gpus()) {
  params_.validate("work");
  params_.traffic.validate("work");
  params_.channels.validate("work.channels");
}

void GpuCopies::check(const model::Schedule& schedule, const model::Task& copy) const {
  using model::CopyMeans;
  if (copy.engine == CopyMeans::kProact && pushes_ != nullptr) return;
  if (byte_check_ != nullptr)
    return schedule::refuse_other_engines(
        schedule, copy, {CopyMeans::kDma},
        "real_bytes needs copy engines: stores of SMs have no data");
  schedule::refuse_other_engines(
      schedule, copy, {CopyMeans::kDma, CopyMeans::kStores, CopyMeans::kLoads, CopyMeans::kAgent},
      "copies are made by copy engines or kernels");
}

void GpuCopies::submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) {
  flow.submitted = core::now_ticks();
  if (copy.engine == model::CopyMeans::kProact) return pushes_->submit(flow, copy, client);
  if (byte_check_ != nullptr) return submit_checked(flow, client);
  const Place where = buffers_.place(flow);
  if (copy.engine != model::CopyMeans::kDma)
    return submit_as_kernel(flow, where, copy.engine, client);
  const unsigned source = flow.source - first_;
  submit_by_engine(
      flow, {node_.physical(where.source, source), node_.physical(where.destination, source)},
      [this, &flow, where, &client] {
        buffers_.arrived(flow, where.destination);
        ended(flow, client);
      });
}

void GpuCopies::submit_checked(model::Flow& flow, schedule::CopyClient& client) {
  hw::pcie::CopyRequest request;
  request.flow = &flow;
  byte_check_->place(request);
  const auto physical = [this](unsigned device, std::uint64_t offset) {
    return std::uint64_t{device - first_} << model::kHomeShift | offset;
  };
  submit_by_engine(
      flow,
      {physical(flow.source, request.source_address), physical(flow.destination, request.offset)},
      [&flow, &client] { ended(flow, client); });
}

void GpuCopies::submit_by_engine(model::Flow& flow, const Place& physical,
                                 std::function<void()> done) {
  hw::gpu::MemoryCopy copy;
  copy.source = physical.source;
  copy.destination = physical.destination;
  copy.bytes = flow.bytes;
  copy.done = std::move(done);
  copy.flow = &flow;
  submit_to_engine(flow.source, std::move(copy));
}

void GpuCopies::push_by(const std::vector<hw::proact::ProactUnit*>& units, const PushPlan& plan,
                        const CarrierOf& carrier_of) {
  pushes_ = std::make_unique<GpuPushes>(node_, units, plan, workloads_, buffers_, first_,
                                        byte_check_, carrier_of);
}

void GpuCopies::submit_to_engine(unsigned source, hw::gpu::MemoryCopy copy) {
  const unsigned gpu = source - first_;
  node_.gpu(gpu).memory.copy_engine(turn_[gpu]++).submit(std::move(copy));
}

void GpuCopies::submit_as_kernel(model::Flow& flow, const Place& place, model::CopyMeans means,
                                 schedule::CopyClient& client) {
  const unsigned gpu =
      (means == model::CopyMeans::kLoads ? flow.destination : flow.source) - first_;
  const bool agent = means == model::CopyMeans::kAgent;
  const unsigned ctas = agent ? std::max(1u, params_.agent_threads / (kWarps * model::kWarpLanes))
                              : node_.gpu(gpu).sms() * kCtasPerSm;
  model::Kernel kernel =
      copy_kernel(model::name_of_copy(flow.source, flow.destination), place, flow.bytes, ctas);
  kernel.gpu = gpu;
  kernel.priority = agent ? kBeforeOthers : 0;
  hw::gpu::PeerPort& peers = node_.gpu(gpu).memory.peers();
  const std::uint64_t at_peer =
      means == model::CopyMeans::kLoads ? place.source : place.destination;
  if (core::HopJournal::active() != nullptr)
    peers.begin_copy(node_.physical(at_peer, gpu), flow.bytes, flow);
  model::flow_begins(&flow, flow.submitted);
  launcher_.launch(
      std::move(kernel),
      [this, &flow](core::Cycle now) {
        flow.first_sent = now * node_.clock().period();
        model::flow_waits(&flow, flow.submitted, flow.first_sent, "launch of its kernel");
      },
      [this, &flow, place, &client, &peers](core::Cycle) {
        peers.end_copy(flow);
        model::flow_ends(&flow, core::now_ticks());
        buffers_.arrived(flow, place.destination);
        ended(flow, client);
      });
}

void GpuCopies::ended(model::Flow& flow, schedule::CopyClient& client) {
  flow.deliver(flow.bytes - flow.delivered);
  flow.finished = core::now_ticks();
  client.copy_ended(flow);
}

model::ComputeIf* GpuCopies::hardware(unsigned device) {
  const unsigned gpu = device - first_;
  while (compute_.size() <= gpu)
    compute_.emplace_back(node_, static_cast<unsigned>(compute_.size()), params_, buffers_,
                          launcher_, workloads_, pushes_.get());
  return &compute_[gpu];
}

void GpuCopies::schedule_ended() {
  if (byte_check_ != nullptr) byte_check_->verify();
}

std::string GpuCopies::holder(unsigned source) const { return node_.gpu(source - first_).name(); }

}  // namespace gf::platforms::gpu
