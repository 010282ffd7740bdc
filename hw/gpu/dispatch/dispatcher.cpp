// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/dispatch/dispatcher.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::gpu {

Dispatcher::Dispatcher(const sc_core::sc_module_name& name, const DispatchParams& params,
                       core::ClockDomain& clock, const std::vector<std::vector<Sm*>>& gpus)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      clock_(clock, *this),
      stats_(*this),
      kernel_probe_(std::string(this->name()) + ".kernel", 16,
                    "1 + index of the running kernel that started last"),
      kernels_probe_(std::string(this->name()) + ".kernels", 8, "kernels running") {
  params.validate(this->name());
  for (const std::vector<Sm*>& sms : gpus) {
    Gpu gpu;
    gpu.first = static_cast<unsigned>(units_.size());
    gpu.units = static_cast<unsigned>(sms.size());
    for (Sm* const sm : sms) {
      GF_CHECK(&sm->clock() == &clock.part(0), sm->name());
      sm->serve(*this, static_cast<unsigned>(units_.size()));
      units_.push_back({sm, static_cast<unsigned>(gpus_.size()), sm->params().warps,
                        sm->params().ctas, sm->params().registers});
    }
    gpus_.push_back(std::move(gpu));
  }
}

void Dispatcher::run(const model::Workload& workload) {
  GF_CHECK(finished(), std::string(name()) + ": a workload is still running");
  check(workload);
  runs_.clear();
  runs_.resize(workload.kernels.size());
  launched_by_host_ = static_cast<unsigned>(runs_.size());
  streams_.clear();
  to_end_ = workload.kernels.size();
  for (unsigned index = 0; index < runs_.size(); ++index) {
    const model::Kernel& kernel = workload.kernels[index];
    runs_[index].kernel = &kernel;
    runs_[index].needs = needs_of(kernel);
    runs_[index].result.index = index;
    runs_[index].result.name = kernel.name;
    runs_[index].to_wait = static_cast<std::uint32_t>(kernel.waits.size());
    for (const unsigned other : kernel.waits) runs_[other].waiters.push_back(index);
    stream(kernel.stream).kernels.push_back(index);
  }
  // The clock may have slept since its last cycle.
  const core::Cycle present = std::max(clock_.now(), core::now_ticks() / clock_.period());
  if (KernelJournal* const journal = KernelJournal::active()) {
    for (const KernelRun& run : runs_)
      journal->requested(as_client(), run.result.index, *run.kernel, present, clock_.period());
  }
  for (Stream& stream : streams_) launch_next(stream, present);
}

unsigned Dispatcher::launch(const model::Kernel& kernel, core::Cycle at) {
  GF_CHECK(!finished() && at > clock_.now(), std::string(name()) + ": " + kernel.name);
  check(kernel, name());
  const auto index = static_cast<unsigned>(runs_.size());
  KernelRun& run = runs_.emplace_back();
  run.kernel = &kernel;
  run.needs = needs_of(kernel);
  run.result.index = index;
  run.result.name = kernel.name;
  run.result.launched = clock_.now();
  children_.push_back({index, at});
  if (KernelJournal* const journal = KernelJournal::active())
    journal->requested(as_client(), index, kernel, clock_.now(), clock_.period());
  ++to_end_;
  clock_.wake(at);
  return index;
}

void Dispatcher::check(const model::Workload& workload) const {
  for (unsigned n = 0; n < workload.kernels.size(); ++n) {
    const std::string path = workload.name + ".kernel_" + std::to_string(n);
    check(workload.kernels[n], path);
    for (const unsigned other : workload.kernels[n].waits) {
      // A kernel that waits only for lower numbers cannot be part of a circle of waits.
      if (other < n) continue;
      core::fail_config(path, "waits", std::to_string(other), "numbers below its own",
                        "a kernel can wait only for kernels launched before it");
    }
  }
}

void Dispatcher::check(const model::Kernel& kernel, const std::string& path) const {
  const auto need = [&](bool fits, const char* field, unsigned value, const std::string& legal) {
    if (!fits) {
      core::fail_config(path, field, std::to_string(value), legal,
                        "kernel \"" + kernel.name + "\" does not fit this node");
    }
  };
  unsigned warps = kMostWarps, registers = ~0u;
  for (const Unit& unit : units_) {
    warps = std::min(warps, unit.sm->params().warps.get());
    registers = std::min(registers, unit.sm->params().registers.get());
  }
  need(kernel.ctas >= 1, "ctas", kernel.ctas, "at least 1");
  need(kernel.warps_per_cta >= 1 && kernel.warps_per_cta <= warps, "warps_per_cta",
       kernel.warps_per_cta, "1 ... " + std::to_string(warps) + ", the warps of an SM");
  const unsigned most = warps / kernel.warps_per_cta;
  need(kernel.warp_multiplicity >= 1 && kernel.warp_multiplicity <= most, "stands_for",
       kernel.warp_multiplicity, "1 ... " + std::to_string(most));
  need(kernel.registers >= 1 && kernel.registers <= kMostRegisters, "registers", kernel.registers,
       "1 ... " + std::to_string(kMostRegisters));
  need(needs_of(kernel).registers <= registers, "registers", kernel.registers,
       "no more than " + std::to_string(registers) + " in a CTA, the registers of an SM");
  need(kernel.ctas_per_sm >= 1, "ctas_per_sm", kernel.ctas_per_sm, "at least 1");
  need(kernel.split || kernel.gpu < gpus_.size(), "gpu", kernel.gpu,
       "less than " + std::to_string(gpus_.size()) + ", the GPUs of the node");
  need(kernel.program != nullptr, "program", 0, "a program");
}

// Stream numbers come from the workload and may have gaps; there are few streams.
Dispatcher::Stream& Dispatcher::stream(unsigned number) {
  for (Stream& stream : streams_)
    if (stream.number == number) return stream;
  streams_.emplace_back();
  streams_.back().number = number;
  return streams_.back();
}

void Dispatcher::launch_next(Stream& stream, core::Cycle now) {
  stream.due = core::kNoCycle;
  if (stream.next == stream.kernels.size()) return;
  KernelRun& run = runs_[stream.kernels[stream.next]];
  if (run.to_wait > 0) return;  // release_waiters() launches it later
  if (!passes_gate(run, now)) return;
  run.result.launched = now;
  if (KernelJournal* const journal = KernelJournal::active())
    journal->launched(as_client(), run.result.index, now);
  stream.due = now + params_.launch_latency;
  clock_.wake(stream.due);
}

bool Dispatcher::passes_gate(KernelRun& run, core::Cycle now) {
  if (gate_ == nullptr || run.asked) return !run.held;
  run.asked = true;
  run.held = !gate_->may_launch(run.result.index, *run.kernel, now);
  return !run.held;
}

void Dispatcher::pass(unsigned index) {
  GF_CHECK(runs_[index].held, std::string(name()) + ": " + runs_[index].kernel->name);
  // The caller may be a member of the clock in the present cycle, before or after this one.
  passed_.push_back({index, clock_.after(core::now_ticks())});
  clock_.wake(passed_.back().due);
}

void Dispatcher::release_waiters(const KernelRun& ended, core::Cycle now) {
  for (const unsigned index : ended.waiters) {
    if (--runs_[index].to_wait > 0) continue;
    Stream& its = stream(runs_[index].kernel->stream);
    if (its.kernels[its.next] == index) launch_next(its, now);
  }
}

void Dispatcher::cta_left(unsigned unit, const CtaLaunch& launch, core::Cycle at) {
  events_.push({launch, unit, at, false});
  clock_.wake(at);
}

void Dispatcher::cta_done(unsigned unit, const CtaLaunch& launch, core::Cycle at) {
  events_.push({launch, unit, at, true});
  clock_.wake(at);
}

void Dispatcher::append_waits(std::vector<core::Wait>& waits) const {
  const auto busy =
      std::find_if(units_.begin(), units_.end(), [](const Unit& unit) { return !unit.sm->idle(); });
  const std::string whom = busy == units_.end() ? name() : busy->sm->name();
  for (const unsigned index : running_) {
    const KernelRun& run = runs_[index];
    waits.push_back({name(),
                     "kernel " + std::to_string(index) + " \"" + run.kernel->name +
                         "\": " + std::to_string(run.to_hand_out) + " CTAs to hand out, " +
                         std::to_string(run.open - run.to_hand_out) + " to be done",
                     whom});
  }
  for (const Child& child : children_) {
    waits.push_back({name(),
                     "kernel " + std::to_string(child.run) + " launched by a kernel: its start " +
                         (may_start(child.run) ? "in cycle " + std::to_string(child.due)
                                               : "when a running kernel ends"),
                     name()});
  }
  for (const Stream& stream : streams_) {
    if (stream.next == stream.kernels.size()) continue;
    const std::string kernel = "kernel " + std::to_string(stream.kernels[stream.next]) + ": ";
    const unsigned to_wait = runs_[stream.kernels[stream.next]].to_wait;
    if (stream.due != core::kNoCycle)
      waits.push_back(
          {name(), kernel + "its start in cycle " + std::to_string(stream.due), name()});
    if (to_wait > 0)
      waits.push_back(
          {name(), kernel + "kernels to end before it, " + std::to_string(to_wait), name()});
    if (runs_[stream.kernels[stream.next]].held)
      waits.push_back({name(), kernel + "work that must be done before its launch", name()});
  }
}

}  // namespace gf::hw::gpu
