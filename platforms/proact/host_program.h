// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// What one phase took.
struct PhaseTimes {
  core::Ticks launched = 0;     ///< The host launched its kernels.
  core::Ticks started = 0;      ///< The application's kernel started.
  core::Ticks produced = 0;     ///< The application's kernel had ended.
  core::Ticks drained = 0;      ///< The transfers that GPUs make on their own had ended.
  core::Ticks transferred = 0;  ///< The host knew that all GPUs have what was written.
  core::Ticks copied = 0;       ///< Time of the host's own copies, calls and the wait for them.
};

/// The host's program: phase after phase it launches the kernels, waits for them and for what the
/// mechanism has to transfer, and goes on.
///     launch, kernels, [drain], sync, [copies of the host, sync]
class HostProgram final : public hw::gpu::KernelClient {
 public:
  HostProgram(const MechanismContext& context, Mechanism& mechanism);

  /// Called at the start of each phase, before its kernels are launched.
  void on_phase(std::function<void(unsigned)> callback) { on_phase_ = std::move(callback); }
  void run() { start(); }

  [[nodiscard]] bool finished() const { return times_.size() == context_.app.phases(); }
  [[nodiscard]] unsigned phase() const { return phase_; }
  /// Of the phases that have ended.
  [[nodiscard]] const std::vector<PhaseTimes>& times() const { return times_; }
  /// Of the phase that a run which was cut short ended in: what had not come has the date of now.
  [[nodiscard]] std::optional<PhaseTimes> cut_phase() const;
  /// To the end of the last phase; until now where the run has ended before.
  [[nodiscard]] double seconds() const;

 private:
  void kernel_started(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void kernel_ended(unsigned index, const model::Kernel& kernel, core::Cycle now) override;
  void start();
  void kernels_ended();
  void drained();
  void transferred();

  MechanismContext context_;
  Mechanism& mechanism_;
  std::function<void(unsigned)> on_phase_;
  model::Workload workload_;  ///< Kernels of the phase; the application's is the last one.
  unsigned phase_ = 0;
  core::Ticks asked_ = 0;  ///< When the host began its copies.
  PhaseTimes current_;     ///< Times of the phase that runs.
  std::vector<PhaseTimes> times_;
};

}  // namespace gf::platforms::proact
