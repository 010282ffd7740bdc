// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/hardware.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/dispatch/kernel_run.h"
#include "platforms/gpu/copies/proact_units.h"
#include "platforms/proact/region/producer_program.h"
#include "platforms/proact/region/user_map.h"

namespace gf::platforms::proact {

std::vector<model::DataStructure> Hardware::structures(const model::proact::SharedApp&,
                                                       const RegionLayout& layout,
                                                       const TransferParams&) const {
  std::vector<model::DataStructure> all;
  for (unsigned gpu = 0; gpu < layout.gpus(); ++gpu) all.push_back(gpu::unit_tables(gpu));
  return all;
}

void Hardware::attach(const MechanismContext& context) {
  PlainKernels::attach(context);
  const unsigned gpus = context.layout.gpus();
  user_map_ = user_map(context);
  region_ = {"region", core::Bytes(context.layout.bytes()), context.transfer.chunk,
             std::vector<std::uint64_t>(gpus, 0)};
  const std::vector<unsigned> shown = shown_chunks();
  // A single GPU has no copies to keep alike: no units, so no counters and no cost.
  if (gpus == 1) return;
  for (unsigned g = 0; g < gpus; ++g) {
    units_.push_back(gpu::make_unit(context.node, g, context.proact));
    if (context.far != nullptr)
      units_.back()->set_carrier(
          context.far->make_carrier(g, gpu::unit_ring(context.node, g, context.far->ring_bytes())));
    units_.back()->add_region(region_);
    units_.back()->set_client(*this);
    for (const unsigned chunk : shown) units_.back()->show_counter(0, chunk);
  }
}

std::vector<unsigned> Hardware::shown_chunks() const {
  std::vector<unsigned> shown = context().transfer.shown_chunks;
  const unsigned gpus = context().layout.gpus();
  const bool chosen = !shown.empty();
  for (unsigned g = 0; g < gpus && !chosen; ++g) shown.push_back(region_.chunks() * g / gpus);
  std::sort(shown.begin(), shown.end());
  shown.erase(std::unique(shown.begin(), shown.end()), shown.end());
  if (shown.back() >= region_.chunks()) {
    core::fail_config("", "shown_chunks", std::to_string(shown.back()),
                      "0 ... " + std::to_string(region_.chunks() - 1),
                      "the region has " + std::to_string(region_.chunks()) + " chunks of " +
                          core::to_text(region_.chunk));
  }
  return shown;
}

std::vector<model::Kernel> Hardware::kernels(unsigned phase) {
  const MechanismContext& m = context();
  phase_ = phase;
  for (unsigned g = 0; g < units_.size(); ++g) {
    const auto gpus = static_cast<unsigned>(units_.size());
    const hw::proact::ChunkMap map(
        region_, hw::gpu::block_of(m.app.kernel(phase), g, gpus),
        phase == 0 && user_map_ ? user_map_ : model::proact::of_app(m.app, phase));
    units_[g]->arm(0, map);
  }
  if (!m.transfer.release) return PlainKernels::kernels(phase);
  return {with_program<ReleasingProgram>(phase)};
}

bool Hardware::sent() const {
  return std::all_of(units_.begin(), units_.end(),
                     [](const auto& unit) { return unit->all_sent(); });
}

void Hardware::drain(unsigned, const Done& done) {
  if (sent()) return done();
  done_ = done;
}

void Hardware::all_sent(unsigned, core::Cycle) {
  if (!done_ || !sent()) return;
  // Delayed: the next steps arm the units for the next phase, and this unit is still in the middle
  // of its cycle.
  context().timer.at(core::now_ticks(), [done = std::move(done_)] { done(); });
  done_ = nullptr;
}

core::ErrorList Hardware::errors() const {
  core::ErrorList all;
  for (const auto& unit : units_) all.append(unit->errors());
  if (!units_.empty()) all.append(unsent_bytes(context(), user_map_));
  return all;
}

/// Only for the user's map: an application's map contains exactly what its CTAs write.
std::string Hardware::why_missing(unsigned gpu, unsigned, unsigned chunk) const {
  if (phase_ != 0 || !user_map_) return "";
  const MechanismContext& m = context();
  if (compared_ == nullptr) {
    compared_ = std::make_unique<model::proact::PhaseMap>(m.app, 0, m.transfer.chunk.count(),
                                                          m.layout.gpus(), user_map_);
  }
  for (const model::proact::ChunkPart& part : compared_->parts(gpu))
    if (part.chunk == chunk) return absent_text(part);
  return "";
}

}  // namespace gf::platforms::proact
