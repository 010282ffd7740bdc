// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/copies/gpu_pushes.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "platforms/gpu/copies/storing_program.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/link/flow.h"

namespace gf::platforms::gpu {

using hw::proact::Region;

GpuPushes::GpuPushes(GpuNode& node, const std::vector<hw::proact::ProactUnit*>& units,
                     const PushPlan& plan, const TaskWorkloads& workloads, GpuBuffers& buffers,
                     unsigned first_device, pcie::ByteCheck* byte_check,
                     const CarrierOf& carrier_of)
    : node_(node),
      plan_(plan),
      workloads_(workloads),
      buffers_(buffers),
      gpus_(plan.gpus()),
      first_(first_device),
      byte_check_(byte_check),
      clock_(node.clock(), *this),
      far_(gpus_),
      units_(units) {
  number_far(carrier_of);
  for (const PushRegion& region : plan.regions())
    if (here(region.source)) add(region, *units_[region.source - first_]);
}

void GpuPushes::number_far(const CarrierOf& carrier_of) {
  for (const PushRegion& region : plan_.regions()) {
    if (!here(region.source)) continue;
    std::vector<RemoteGpu>& far = far_[region.source - first_];
    for (const unsigned to : region.to) {
      const bool known = std::any_of(far.begin(), far.end(),
                                     [&](const RemoteGpu& one) { return one.device == to; });
      if (!here(to) && !known) far.push_back({gpus_ + static_cast<unsigned>(far.size()), to});
    }
  }
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) {
    if (units_[gpu] == nullptr) continue;
    units_[gpu]->set_client(*this);
    if (!far_[gpu].empty()) units_[gpu]->set_carrier(carrier_of(gpu, far_[gpu]));
  }
}

unsigned GpuPushes::number_of(unsigned gpu, unsigned device) const {
  if (here(device)) return device - first_;
  for (const RemoteGpu& one : far_[gpu])
    if (one.device == device) return one.number;
  return ~0u;
}

std::uint64_t GpuPushes::offset(const PushRegion& plan, unsigned device) const {
  // These nodes are alike, so this node's table also gives the offset in another node's GPU.
  return model::offset_of(node_.physical(plan_.address(plan, device), plan_.local(device)));
}

void GpuPushes::add(const PushRegion& plan, hw::proact::ProactUnit& unit) {
  State& state = states_.emplace_back();
  const unsigned gpu = plan.source - first_;
  state.plan = &plan;
  state.unit = &unit;
  state.source = offset(plan, plan.source);
  Region& region = state.tracked;
  region.name = plan.name;
  region.bytes = plan.bytes;
  region.chunk = plan.chunk;
  region.base_by_gpu.assign(gpus_ + far_[gpu].size(), Region::kNoCopy);
  region.base_by_gpu[gpu] = state.source;
  for (const unsigned to : plan.to) region.base_by_gpu[number_of(gpu, to)] = offset(plan, to);
  state.region = unit.add_region(region);
  by_number_[plan.number] = &state;
  by_unit_[{gpu, state.region}] = &state;
  if (!plan.writer) return;
  choose_writes(state);
  if (byte_check_ == nullptr) return;
  state.stores.state = &state;
  state.stores.check = byte_check_;
  node_.gpu(gpu).memory.watch(state.source, state.source + plan.bytes.count(), state.stores,
                              hw::gpu::PassKind::kOwnChanges);
}

void GpuPushes::choose_writes(State& state) const {
  const PushRegion& plan = *state.plan;
  const model::Kernel kernel = workloads_.make(*plan.writer).kernels.back();
  constexpr std::uint64_t kLine = hw::gpu::kLineBytes;
  const std::uint64_t lines = (plan.bytes.count() + kLine - 1) / kLine;
  const std::uint64_t each = (lines + kernel.ctas - 1) / kernel.ctas * kLine;
  state.writes = plan.map.empty()
                     ? model::proact::one_to_one(plan.bytes, core::Bytes(each))
                     : model::proact::read_cta_writes(plan.map, {kernel.ctas, plan.bytes});
  state.map.emplace(state.tracked, hw::gpu::CtaBlock{0, kernel.ctas}, state.writes);
  state.map->check_covers({0, plan.bytes.count()});
}

void GpuPushes::add_stores(const model::Task& task, model::Kernel& kernel) const {
  const State& state = *by_number_.at(task.region);
  kernel.program = std::make_shared<StoringProgram>(std::move(kernel.program), state.writes,
                                                    plan_.address(*state.plan, state.plan->source),
                                                    kernel.ctas, kernel.warps_per_cta);
}

void GpuPushes::submit(model::Flow& flow, const model::Task& copy, schedule::CopyClient& client) {
  flow.submitted = core::now_ticks();
  State& state = *by_number_.at(copy.region);
  state.flows.push_back(&flow);
  state.client = &client;
  if (byte_check_ != nullptr) check_bytes(state, flow);
  model::flow_begins(&flow, flow.submitted);
  if (here(flow.destination) && core::HopJournal::active() != nullptr) begin_at_peer(state, flow);
  if (state.flows.size() > 1) return;  // the region goes to all of them at once
  state.left = state.tracked.chunks();
  if (state.map)
    state.unit->arm(state.region, *state.map);
  else
    state.unit->push(state.region);
}

void GpuPushes::begin_at_peer(const State& state, model::Flow& flow) {
  const std::uint64_t address = std::uint64_t{flow.destination - first_} << model::kHomeShift |
                                offset(*state.plan, flow.destination);
  peers_of(flow).begin_copy(address, flow.bytes, flow);
}

hw::gpu::PeerPort& GpuPushes::peers_of(const model::Flow& flow) {
  return node_.gpu(flow.source - first_).memory.peers();
}

void GpuPushes::check_bytes(State& state, const model::Flow& flow) {
  if (state.flows.size() == 1) state.key = byte_check_->new_pattern(flow.bytes);
  byte_check_->expect(flow, state.key, offset(*state.plan, flow.destination));
  if (!state.plan->writer) byte_check_->store(state.key, flow.source, state.source, 0, flow.bytes);
}

void GpuPushes::Stores::line_passes(const hw::gpu::LinePass& pass, core::Cycle) {
  if (pass.op != hw::gpu::LineOp::kWrite || state->flows.empty()) return;
  const std::uint64_t line = pass.offset / hw::gpu::kLineBytes * hw::gpu::kLineBytes;
  const std::uint64_t end = state->source + state->plan->bytes.count();
  for (unsigned sector = 0; sector < hw::gpu::kLineSectors; ++sector) {
    const std::uint64_t at = line + sector * hw::gpu::kSectorBytes;
    if ((pass.sectors >> sector & 1u) == 0 || at >= end) continue;
    check->store(state->key, state->plan->source, at, at - state->source,
                 std::min<std::uint64_t>(hw::gpu::kSectorBytes, end - at));
  }
}

void GpuPushes::chunk_sent(unsigned gpu, unsigned region, unsigned chunk, core::Cycle now) {
  State& state = *by_unit_.at({gpu, region});
  const model::proact::Span span = state.tracked.span_of(chunk);
  for (model::Flow* flow : state.flows) {
    if (byte_check_ != nullptr && !state.refused)
      byte_check_->compare(*flow, state.key, offset(*state.plan, flow->destination), span.begin,
                           span.bytes());
    flow->deliver(span.bytes());
  }
  if (--state.left > 0) return;
  // Delayed by a cycle: the next steps may arm the unit, which is in the middle of its cycle.
  ended_.push_back(&state);
  clock_.wake(now + 1);
}

void GpuPushes::chunk_refused(unsigned gpu, unsigned region, unsigned) {
  by_unit_.at({gpu, region})->refused = true;
}

void GpuPushes::cycle(core::Cycle) {
  for (State* state : std::exchange(ended_, {})) end(*state);
}

void GpuPushes::end(State& state) {
  for (model::Flow* flow : state.flows) {
    if (state.refused) {
      lost_.push_back(model::name_of_copy(flow->source, flow->destination) +
                      ": a chunk was lost on its way");
      continue;
    }
    model::flow_ends(flow, core::now_ticks());
    if (here(flow->destination)) {
      peers_of(*flow).end_copy(*flow);
      buffers_.arrived(*flow, plan_.address(*state.plan, flow->destination));
    }
    flow->finished = core::now_ticks();
    state.client->copy_ended(*flow);
  }
}

core::ErrorList GpuPushes::errors() const {
  core::ErrorList all;
  for (const hw::proact::ProactUnit* unit : units_)
    if (unit != nullptr) all.append(unit->errors());
  return all;
}

}  // namespace gf::platforms::gpu
