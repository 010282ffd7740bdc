// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/host_program.h"

#include "core/trace/timeline.h"

namespace gf::platforms::proact {

HostProgram::HostProgram(const MechanismContext& context, Mechanism& mechanism)
    : context_(context), mechanism_(mechanism) {
  context_.node.dispatcher().add_client(*this);
}

double HostProgram::seconds() const {
  // A run that was cut short: the current time. A whole run ends with its last transfer, although
  // the links' controllers may sample once more.
  if (!finished()) return sc_core::sc_time_stamp().to_seconds();
  return core::to_time(times_.back().transferred).to_seconds();
}

std::optional<PhaseTimes> HostProgram::cut_phase() const {
  if (finished()) return std::nullopt;
  PhaseTimes times = current_;
  const core::Ticks now = core::now_ticks();
  times.transferred = now;
  for (core::Ticks* const date : {&times.started, &times.produced, &times.drained})
    if (*date == 0) *date = now;
  if (asked_ > times.launched) times.copied = now - asked_;
  return times;
}

void HostProgram::start() {
  current_ = {};
  current_.launched = core::now_ticks();
  if (on_phase_) on_phase_(phase_);
  workload_.name = context_.app.name();
  workload_.kernels = mechanism_.kernels(phase_);
  context_.node.dispatcher().run(workload_);
}

void HostProgram::kernel_started(unsigned index, const model::Kernel&, core::Cycle now) {
  // The producer's kernel is the last of a phase; agents come before it.
  if (index + 1 == workload_.kernels.size())
    current_.started = now * context_.node.clock().period();
}

void HostProgram::kernel_ended(unsigned index, const model::Kernel&, core::Cycle now) {
  const core::Ticks at = now * context_.node.clock().period();
  if (index + 1 == workload_.kernels.size()) current_.produced = at;
  if (!context_.node.dispatcher().finished()) return;
  // Delayed: the dispatcher is still within its cycle, and the next phase would start a run of
  // kernels in it.
  context_.timer.at(at, [this] { kernels_ended(); });
}

void HostProgram::kernels_ended() {
  mechanism_.drain(phase_, [this] { drained(); });
}

void HostProgram::drained() {
  current_.drained = core::now_ticks();
  context_.timer.after(context_.host.sync, [this] {
    asked_ = core::now_ticks();
    mechanism_.host_transfer(phase_, [this] { transferred(); });
  });
}

void HostProgram::transferred() {
  PhaseTimes& times = current_;
  times.transferred = core::now_ticks();
  times.copied = times.transferred - asked_;
  if (core::Timeline* const timeline = core::Timeline::active()) {
    timeline->slice("host", "phases", "launch", times.launched, times.started, {});
    timeline->slice("host", "phases", "kernel", times.started, times.produced, {});
    if (times.drained > times.produced)
      timeline->slice("host", "phases", "drain", times.produced, times.drained, {});
    timeline->slice("host", "phases", "sync", times.drained, asked_, {});
    if (times.copied > 0)
      timeline->slice("host", "phases", "copies", asked_, times.transferred, {});
  }
  times_.push_back(times);
  if (++phase_ < context_.app.phases()) start();
}

}  // namespace gf::platforms::proact
