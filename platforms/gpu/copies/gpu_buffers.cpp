// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_buffers.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"
#include "workloads/kernels/programs/layout.h"

namespace gf::platforms::gpu {
namespace {

using model::suite::Layout;

/// More than a level 2 cache holds, so short copies find no lines of earlier copies there.
constexpr std::uint64_t kUsualBuffer = 64ull << 20;
constexpr std::uint64_t kPlaceUnit = 512;
constexpr std::uint64_t kFlagPlace = 128;   // a line of its own for each flag
constexpr std::uint64_t kFlags = 64 << 10;  // of all channels, at the end of the third buffer

/// Returns that offset in all memories of the node.
constexpr std::uint64_t in_group(std::uint64_t physical) {
  return std::uint64_t{model::kFirstGroupHome} << model::kHomeShift | model::offset_of(physical);
}

std::uint64_t whole(std::uint64_t bytes, std::uint64_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

/// Takes `bytes` of a buffer: after the part taken last, or at its beginning.
std::uint64_t take(std::uint64_t& next, std::uint64_t bytes, std::uint64_t buffer) {
  if (next + bytes > buffer) next = 0;
  const std::uint64_t at = next;
  next += whole(bytes, kPlaceUnit);
  return at;
}

/// The bytes that slices use of each kind of buffer.
struct SliceBytes {
  std::uint64_t vector = 0;   ///< Of input or output.
  std::uint64_t scratch = 0;  ///< 0: there are no slices.
  void count(const model::Task& task) {
    if (task.slice == nullptr) return;
    scratch = std::max(scratch, kFlags);
    for (const auto* const all : {&task.slice->move.reads, &task.slice->move.writes})
      for (const model::Elements& each : *all) {
        const std::uint64_t first = each.first * model::kElementBytes;
        const std::uint64_t bytes = each.count * model::kElementBytes;
        if (each.buffer == model::RankBuffer::kHost) continue;
        if (each.buffer == model::RankBuffer::kScratch)
          scratch = std::max(scratch, first + task.slice->taken(bytes) + kFlags);
        else
          vector = std::max(vector, first + bytes);
      }
  }
};

}  // namespace

model::Workload GpuBuffers::make(unsigned gpus, core::Bytes memory,
                                 const std::vector<model::Schedule>& schedules) {
  std::uint64_t longest = std::clamp(memory.count() / 2 / Layout::kAlignment * Layout::kAlignment,
                                     Layout::kAlignment, kUsualBuffer);
  SliceBytes slices;
  for (const model::Schedule& schedule : schedules)
    for (const model::Task& task : schedule.tasks) {
      if (task.kind == model::TaskKind::kCopy && task.slice == nullptr)
        longest = std::max(longest, task.bytes.count());
      slices.count(task);
    }
  const std::uint64_t bytes = whole(std::max(longest, slices.vector), Layout::kAlignment);
  const std::uint64_t third = whole(slices.scratch, Layout::kAlignment);
  if (2 * bytes + third > memory.count())
    core::fail_config("pages", "memory", core::to_text(memory),
                      "at least " + core::to_text(core::Bytes(2 * bytes + third)) +
                          ": room for the longest copy of the schedule at both of its ends, and "
                          "for the buffers of channels",
                      "raise pages.memory, or copy less at once");
  Layout layout(gpus);
  for (const char* use : {"source_", "destination_"})
    for (unsigned g = 0; g < gpus; ++g) layout.add_on(use + std::to_string(g), bytes, g);
  for (unsigned g = 0; third > 0 && g < gpus; ++g)
    layout.add_on("channels_" + std::to_string(g), third, g);
  model::Workload workload;
  workload.name = "schedule";
  workload.data = layout.take();
  return workload;
}

GpuBuffers::GpuBuffers(GpuNode& node, unsigned first_device)
    : node_(node),
      first_(first_device),
      bytes_(node.workload().data.front().bytes.count()),
      read_from_(node.gpus()),
      written_to_(node.gpus()),
      arrivals_(node.gpus()) {}

void GpuBuffers::renew() {
  read_from_.assign(read_from_.size(), 0);
  written_to_.assign(written_to_.size(), 0);
  arrivals_.assign(arrivals_.size(), Arrival());
}

std::uint64_t GpuBuffers::source(unsigned gpu, std::uint64_t bytes) {
  return node_.workload().data[gpu].base + take(read_from_[gpu], bytes, bytes_);
}

std::uint64_t GpuBuffers::destination(unsigned gpu, std::uint64_t bytes) {
  return node_.workload().data[node_.gpus() + gpu].base + take(written_to_[gpu], bytes, bytes_);
}

GpuBuffers::Place GpuBuffers::place(const model::Flow& flow) {
  const std::uint64_t from = source(flow.source - first_, flow.bytes);
  return {from, destination(flow.destination - first_, flow.bytes)};
}

std::uint64_t GpuBuffers::source_place(unsigned source_device, std::uint64_t bytes) {
  const unsigned gpu = source_device - first_;
  return model::offset_of(node_.physical(source(gpu, bytes), gpu));
}

std::uint64_t GpuBuffers::destination_place(unsigned destination_device, std::uint64_t bytes) {
  const unsigned gpu = destination_device - first_;
  return model::offset_of(node_.physical(destination(gpu, bytes), gpu));
}

void GpuBuffers::arrived(const model::Flow& flow, std::uint64_t destination) {
  arrivals_[flow.destination - first_] = {destination, flow.bytes};
}

std::uint64_t GpuBuffers::operand(unsigned gpu, std::uint64_t bytes) {
  if (arrivals_[gpu].bytes >= bytes) return arrivals_[gpu].address;
  std::uint64_t next = written_to_[gpu];  // not taken: copies write there
  return node_.workload().data[node_.gpus() + gpu].base + take(next, bytes, bytes_);
}

std::vector<hw::gpu::MemorySweep> GpuBuffers::sweeps(const model::Task& task) {
  if (task.kind == model::TaskKind::kKernel) return kernel_sweeps(task);
  std::vector<hw::gpu::MemorySweep> all;
  for (std::uint64_t left = task.bytes.count(); left > 0;) {
    const std::uint64_t bytes = std::min(left, bytes_);
    const unsigned gpu = task.src - first_;
    const std::uint64_t other = node_.physical(source(gpu, bytes), gpu);
    all.push_back({{node_.physical(operand(gpu, bytes), gpu), other}, other, bytes});
    left -= bytes;
  }
  return all;
}

hw::gpu::CtaSlice GpuBuffers::slice(const model::Task& task) {
  const model::DataMove& move = task.slice->move;
  const auto range = [&](const model::Elements& each) {
    const bool flagged = model::is_scratch(each.buffer);
    return flagged ? hw::gpu::CtaRange(address_of(each), task.slice->wire, task.slice->data)
                   : hw::gpu::CtaRange(address_of(each));
  };
  hw::gpu::CtaSlice slice;
  slice.task = &task;
  slice.bytes = task.bytes.count();
  const std::uint64_t flag = flag_of(task.src - first_, task.slice->channel);
  if (task.slice->switches_reduce) {
    slice.reads = {group_address_of(move.reads)};
    slice.polls.emplace_back(in_group(flag));
  } else {
    for (const model::Elements& each : move.reads) slice.reads.push_back(range(each));
  }
  if (task.slice->switches_copy) {
    slice.writes = {group_address_of(move.writes)};
    slice.flags.emplace_back(in_group(flag));
    return slice;
  }
  for (const model::Elements& each : move.writes) {
    slice.writes.push_back(range(each));
    if (each.rank != task.src && each.buffer != model::RankBuffer::kHost &&
        !task.slice->has_flags_within())
      slice.flags.emplace_back(flag_of(each.rank - first_, task.slice->channel));
  }
  if (task.slice->tells_own) slice.flags.emplace_back(flag);
  // Receivers and software look where the flag is near to them.
  const std::uint64_t host_flag = task.slice->channel * kFlagPlace;
  if (task.slice->flag_from_host) slice.polls.emplace_back(at_host(task.src - first_, host_flag));
  if (task.slice->flag_to_host)
    slice.flags.emplace_back(at_host(move.writes.back().rank - first_, host_flag));
  return slice;
}

std::uint64_t GpuBuffers::group_address_of(const std::vector<model::Elements>& same) {
  const std::uint64_t at = in_group(address_of(same.front()));
  for (const model::Elements& each : same)
    GF_CHECK(in_group(address_of(each)) == at, "buffers of GPUs lie at different places");
  return at;
}

std::uint64_t GpuBuffers::place(const model::Elements& elements) {
  return model::offset_of(address_of(elements));
}

std::uint64_t GpuBuffers::address_of(const model::Elements& elements) {
  const unsigned gpu = elements.rank - first_;
  if (elements.buffer == model::RankBuffer::kHost)
    return at_host(gpu, kFlags + elements.first * model::kElementBytes);
  const unsigned region = static_cast<unsigned>(elements.buffer) * node_.gpus() + gpu;
  return node_.physical(node_.workload().data[region].base + elements.first * model::kElementBytes,
                        gpu);
}

std::uint64_t GpuBuffers::flag_of(unsigned gpu, unsigned channel) {
  const auto& region = node_.workload().data[2 * node_.gpus() + gpu];
  const std::uint64_t at = region.bytes.count() - kFlags + channel * kFlagPlace % kFlags;
  return node_.physical(region.base + at, gpu);
}

std::uint64_t GpuBuffers::at_host(unsigned gpu, std::uint64_t offset) const {
  GF_CHECK(gpu < hosts_.size() && hosts_[gpu].bytes > 0,
           "no host for the slices of GPU " + std::to_string(gpu));
  const HostRoom& host = hosts_[gpu];
  return (std::uint64_t{host.home} << model::kHomeShift) + offset % host.bytes;
}

std::vector<hw::gpu::MemorySweep> GpuBuffers::kernel_sweeps(const model::Task& task) {
  std::vector<hw::gpu::MemorySweep> all;
  std::uint64_t writes = task.written.count();
  std::uint64_t reads = task.bytes.count() - writes;
  while (reads + writes > 0) {
    hw::gpu::MemorySweep sweep;
    sweep.bytes =
        std::min(reads == 0 || writes == 0 ? reads + writes : std::min(reads, writes), bytes_);
    const unsigned gpu = task.src - first_;
    const std::uint64_t at = node_.physical(source(gpu, sweep.bytes), gpu);
    if (reads > 0) sweep.reads = {at};
    if (writes > 0) sweep.write = at;
    if (reads > 0) reads -= sweep.bytes;
    if (writes > 0) writes -= sweep.bytes;
    all.push_back(std::move(sweep));
  }
  return all;
}

}  // namespace gf::platforms::gpu
