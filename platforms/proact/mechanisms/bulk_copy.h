// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "platforms/proact/mechanism_if.h"

namespace gf::platforms::proact {

/// A mechanism whose kernels are the application's own, each GPU on its copy of the region.
class PlainKernels : public Mechanism {
 public:
  void attach(const Machine& machine) override { machine_.emplace(machine); }
  std::vector<model::Kernel> kernels(unsigned phase) override;

 protected:
  [[nodiscard]] const Machine& machine() const { return *machine_; }
  /// The application's kernel of the phase, as `Program` places its accesses.
  template <class Program>
  [[nodiscard]] model::Kernel with_program(unsigned phase) const {
    const model::Kernel& original = machine().app.kernel(phase);
    model::Kernel kernel = original;
    kernel.program = std::make_shared<Program>(original, machine().layout);
    return kernel;
  }

 private:
  std::optional<Machine> machine_;
};

/// Calls `act(gpu, span)` for what each GPU writes in a phase, as few spans as can be.
template <class Act>
void each_span(const Machine& machine, unsigned phase, const Act& act) {
  const unsigned gpus = machine.node.gpus();
  model::proact::PhaseMap(machine.app, phase, machine.layout.bytes(), gpus).each_span(act);
}

/// cudaMemcpy: once the kernel has ended and the host knows, each GPU's host thread asks its copy
/// engines, call after call, to copy what the GPU wrote to each of the others, an engine for each
/// as far as there are; then the host waits. Or it waits after each call (`host.copy_blocks`).
class BulkCopy final : public PlainKernels {
 public:
  void host_transfer(unsigned phase, const Done& done) override;

 private:
  void call(unsigned gpu, std::size_t n);  ///< The n-th of its thread, and those after it.
  void finish_one();
  std::vector<std::vector<hw::gpu::Copy>> calls_;  ///< By GPU.
  unsigned open_ = 0;  ///< Threads that call, copies that were asked for and are not done.
  Done done_;
};

/// Infinite interconnect bandwidth (seed 002, IV-B): the bulk version less the time of its copies,
/// calls and the wait for them included. The bytes are there at once.
class InfiniteBandwidth final : public PlainKernels {
 public:
  void host_transfer(unsigned phase, const Done& done) override;
};

}  // namespace gf::platforms::proact
