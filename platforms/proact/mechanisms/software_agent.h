// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platforms/proact/mechanisms/copy_slices.h"
#include "platforms/proact/mechanisms/tracking.h"

namespace gf::platforms::proact {

/// The shape of a kernel with a given number of transfer threads.
struct AgentShape {
  explicit AgentShape(unsigned threads);
  unsigned warps;
  unsigned warps_per_cta;
};
/// Returns whether the agents of a run store the data that they read.
Stores stores_of(const MechanismContext& context);

/// The common part of the two software agents: counters in memory, and instrumented producers. If a
/// counter never becomes zero, the phase does not end.
class SoftwareAgent : public Mechanism, public core::Quiescent, protected ReadyClient {
 public:
  SoftwareAgent() : Quiescent("counters") {}
  [[nodiscard]] std::vector<model::DataStructure> structures(
      const model::proact::SharedApp& app, const RegionLayout& layout,
      const TransferParams& transfer) const override;
  void attach(const MechanismContext& context) override;
  void drain(unsigned phase, const Done& done) override;
  [[nodiscard]] core::ErrorList errors() const override;
  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 protected:
  /// Starts the counters of the phase and returns the producer's kernel.
  model::Kernel track(unsigned phase);
  [[nodiscard]] const MechanismContext& context() const { return *context_; }
  [[nodiscard]] SoftwareCounters& counters() { return *counters_; }
  /// True if there are agents.
  [[nodiscard]] bool transfers() const {
    return context().layout.gpus() > 1 && context().transfer.elide != "transfers";
  }
  /// Follows copies from now on, for the phase that track() began.
  void follow_copies();
  [[nodiscard]] CopySlices* slices() { return slices_.get(); }  ///< May be null.
  /// Returns the agent's kernel for GPU `gpu`, with the configured number of threads.
  [[nodiscard]] model::Kernel agent_kernel(const std::string& name, unsigned gpu) const;

 private:
  std::optional<MechanismContext> context_;
  std::unique_ptr<SoftwareCounters> counters_;
  model::proact::CtaWrites user_map_;  ///< For the first phase; may be empty.
  std::unique_ptr<CopySlices> slices_;
  core::ErrorList errors_;  ///< Errors of the map, and of earlier phases.
};

}  // namespace gf::platforms::proact
