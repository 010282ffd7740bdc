// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "hw/gpu/dispatch/kernel_client.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// Times of one phase.
struct PhaseTimes {
  core::Ticks launched = 0;     ///< The host launched its kernels.
  core::Ticks started = 0;      ///< The application's kernel started.
  core::Ticks produced = 0;     ///< The application's kernel had ended.
  core::Ticks drained = 0;      ///< Transfers by the GPUs themselves had ended.
  core::Ticks transferred = 0;  ///< The host knew that all GPUs had the written data.
  core::Ticks copied = 0;       ///< Duration of the host's own copies, with calls and waiting.
};

/// The host's program. In each phase it launches the kernels, waits for them and for the
/// mechanism's transfers, and goes on with the next phase.
///     launch, kernels, [drain], sync, [copies of the host, sync]
class HostProgram final : public hw::gpu::KernelClient {
 public:
  HostProgram(const MechanismContext& context, Mechanism& mechanism);

  /// Called at the start of each phase, before its kernels are launched.
  void on_phase(std::function<void(unsigned)> callback) { on_phase_ = std::move(callback); }
  void run() { start(); }

  [[nodiscard]] bool finished() const { return times_.size() == context_.app.phases(); }
  [[nodiscard]] unsigned phase() const { return phase_; }
  /// Times of the phases that have ended.
  [[nodiscard]] const std::vector<PhaseTimes>& times() const { return times_; }
  /// Returns the times of the unfinished phase of a run that was cut short. Events that have not
  /// happened get the current time.
  [[nodiscard]] std::optional<PhaseTimes> cut_phase() const;
  /// Returns the time of the end of the last phase, or the current time if the run was cut short.
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
  model::Workload workload_;  ///< Kernels of the phase; the application's is the last.
  unsigned phase_ = 0;
  core::Ticks asked_ = 0;  ///< Time at which the host began its copies.
  PhaseTimes current_;     ///< Times of the current phase.
  std::vector<PhaseTimes> times_;
};

}  // namespace gf::platforms::proact
