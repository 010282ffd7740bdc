// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/software_agent.h"

#include <algorithm>

#include "core/base/error.h"
#include "platforms/proact/region/user_map.h"

namespace gf::platforms::proact {

namespace {

constexpr unsigned kMostWarpsOfCta = 8;  ///< 256 threads.
constexpr int kBeforeProducers = 1;      ///< Priority of agents over waiting CTAs of producers.

}  // namespace

AgentShape::AgentShape(unsigned threads)
    : warps(std::max(1u, threads / model::kWarpLanes)),
      warps_per_cta(std::min(warps, kMostWarpsOfCta)) {}

Stores stores_of(const MechanismContext& context) {
  return context.transfer.elide == "stores" ? Stores::kElided : Stores::kMade;
}

std::vector<model::DataStructure> SoftwareAgent::structures(const model::proact::SharedApp&,
                                                            const RegionLayout& layout,
                                                            const TransferParams& transfer) const {
  return SoftwareCounters::structures(layout, transfer.chunk.count());
}

void SoftwareAgent::attach(const MechanismContext& context) {
  context_.emplace(context);
  user_map_ = user_map(context);
  errors_ = unsent_bytes(context, user_map_);
}

model::Kernel SoftwareAgent::track(unsigned phase) {
  // Counters are made anew for each phase; the errors of the previous ones are kept first.
  errors_ = errors();
  counters_ = std::make_unique<SoftwareCounters>(
      context(), phase, phase == 0 ? user_map_ : model::proact::CtaWrites{});
  model::Kernel kernel = context().app.kernel(phase);
  ReadyClient& client = *this;
  kernel.program = std::make_shared<TrackedProgram>(context().app.kernel(phase), context().layout,
                                                    *counters_, client);
  return kernel;
}

void SoftwareAgent::follow_copies() {
  if (!transfers()) return;
  if (slices_ == nullptr) slices_ = std::make_unique<CopySlices>(context());
  slices_->start_phase(counters().map());
}

core::ErrorList SoftwareAgent::errors() const {
  core::ErrorList all = errors_;
  if (counters_ != nullptr) all.append(counters_->errors());
  return all;
}

void SoftwareAgent::drain(unsigned, const Done& done) {
  // Kernels have ended, and all agents with them. Chunks with missing writers never become ready:
  // then done() is not called, and the run ends as a deadlock that names them.
  if (idle()) done();
}

bool SoftwareAgent::idle() const { return counters_ == nullptr || !counters_->any_missing(); }

void SoftwareAgent::append_waits(std::vector<core::Wait>& waits) const {
  for (unsigned gpu = 0; gpu < context().layout.gpus(); ++gpu) counters_->append_waits(gpu, waits);
}

model::Kernel SoftwareAgent::agent_kernel(const std::string& name, unsigned gpu) const {
  const AgentShape shape(context().transfer.threads);
  model::Kernel kernel;
  kernel.name = name;
  kernel.warps_per_cta = shape.warps_per_cta;
  kernel.ctas = (shape.warps + shape.warps_per_cta - 1) / shape.warps_per_cta;
  kernel.split = false;
  kernel.gpu = gpu;
  kernel.registers = context().host.agent_registers;
  if (context().host.agent_priority) kernel.priority = kBeforeProducers;
  return kernel;
}

}  // namespace gf::platforms::proact
