// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/push_plan.h"

#include <algorithm>
#include <utility>

#include "platforms/gpu/copies/proact_units.h"
#include "tlm_models/link/flow.h"

namespace gf::platforms::gpu {
namespace {

constexpr std::uint64_t kBase = 1ull << 43;
constexpr std::uint64_t kStride = 1ull << 36;  ///< From one GPU to the next.
constexpr std::uint64_t kUnit = 4096;          ///< Copies begin at multiples of it.

core::Bytes fitting(core::Bytes chunk, core::Bytes bytes) {
  std::uint64_t size = chunk.count();
  while (size > bytes.count()) size /= 2;
  return core::Bytes(size);
}

}  // namespace

PushPlan::PushPlan(const std::vector<model::Schedule>& schedules, unsigned gpus, LocalGpu local,
                   core::Bytes chunk)
    : gpus_(gpus), local_(std::move(local)) {
  for (const model::Schedule& schedule : schedules) {
    for (const model::Task& task : schedule.tasks) {
      if (task.kind != model::TaskKind::kCopy || task.engine != model::CopyMeans::kProact) continue;
      if (!local_(task.src) || model::is_host(task.dst)) continue;
      PushRegion& region = region_of(schedule, task, chunk);
      region.to.push_back(task.dst);
      place(region, task.dst);
    }
  }
}

PushRegion& PushPlan::region_of(const model::Schedule& schedule, const model::Task& copy,
                                core::Bytes chunk) {
  for (PushRegion& one : regions_)
    if (one.number == copy.region) return one;
  PushRegion region;
  region.number = copy.region;
  region.source = copy.src;
  region.bytes = copy.bytes;
  region.chunk = copy.chunk.count() > 0 ? copy.chunk : fitting(chunk, copy.bytes);
  region.map = copy.map;
  region.name =
      copy.writer ? schedule.id_of(*copy.writer) : model::name_of_copy(copy.src, copy.dst);
  region.name += " of " + schedule.name;
  if (copy.writer) region.writer = schedule.tasks[*copy.writer];
  place(region, copy.src);
  sources_.insert(this->local(copy.src));
  regions_.push_back(std::move(region));
  return regions_.back();
}

void PushPlan::place(PushRegion& region, unsigned device) {
  std::uint64_t& used = used_[device];
  region.place[device] = used;
  used += (region.bytes.count() + kUnit - 1) / kUnit * kUnit;
}

void PushPlan::add_data(model::Workload& workload) const {
  std::uint64_t most = 0;
  for (const auto& [device, bytes] : used_) most = std::max(most, bytes);
  for (unsigned gpu = 0; gpu < gpus_ && most > 0; ++gpu)
    workload.data.push_back({"pushed_" + std::to_string(gpu),
                             kBase + gpu * kStride,
                             core::Bytes(most),
                             model::Placement::kExplicit,
                             {static_cast<std::uint8_t>(gpu)}});
  for (const unsigned gpu : sources_) workload.data.push_back(unit_tables(gpu));
}

std::uint64_t PushPlan::address(const PushRegion& region, unsigned device) const {
  return kBase + local(device) * kStride + region.place.at(device);
}

}  // namespace gf::platforms::gpu
