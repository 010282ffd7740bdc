// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "platforms/proact/mechanisms/default_streams.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// A mechanism that runs the application's own kernels, each GPU on its copy of the region.
class PlainKernels : public Mechanism {
 public:
  void attach(const MechanismContext& context) override { context_.emplace(context); }
  std::vector<model::Kernel> kernels(unsigned phase) override;

 protected:
  [[nodiscard]] const MechanismContext& context() const { return *context_; }
  /// Returns the application's kernel of the phase, with its accesses placed by `Program`.
  template <class Program>
  [[nodiscard]] model::Kernel with_program(unsigned phase) const {
    const model::Kernel& original = context().app.kernel(phase);
    model::Kernel kernel = original;
    kernel.program = std::make_shared<Program>(original, context().layout);
    return kernel;
  }

 private:
  std::optional<MechanismContext> context_;
};

/// Calls `act(gpu, span)` for the data that each GPU writes in a phase, with as few spans as
/// possible.
template <class Act>
void each_span(const MechanismContext& context, unsigned phase, const Act& act) {
  const unsigned gpus = context.node.gpus();
  model::proact::PhaseMap(context.app, phase, context.layout.bytes(), gpus).each_span(act);
}

/// Copies with cudaMemcpy. When the kernel has ended and the host knows it, its threads
/// (`host.copy_threads`) make one call after the other. They ask for copies of the data of each GPU
/// to each of the others, in the order of `host.copy_order`. Then the host waits for all copies, or
/// each call has waited. `host.copies` decides when a copy starts. Copies to other nodes are
/// concurrent RDMA writes. The node's software posts them one after the other, before it asks for
/// copies within the node.
class BulkCopy final : public PlainKernels {
 public:
  void attach(const MechanismContext& context) override;
  void host_transfer(unsigned phase, const Done& done) override;

 private:
  struct Call {
    unsigned from;
    unsigned to;
    hw::gpu::MemoryCopy copy;
  };
  void plan(unsigned phase);
  void far_first();
  void call(unsigned thread, std::size_t n);  ///< Makes the thread's calls from the n-th on.
  [[nodiscard]] bool is_far(const Call& call) const;
  void post(Call& call);  ///< For a copy to another node.
  void issue(Call& call);
  void start(const Call& call);  ///< One engine per destination, if there are enough.
  void finish_one();
  [[nodiscard]] bool blocks() const { return context().host.copies == "blocking"; }

  std::optional<DefaultStreams> streams_;
  std::vector<std::vector<Call>> calls_;  ///< By thread of the host.
  unsigned open_ = 0;                     ///< Threads that still call, and unfinished copies.
  Done done_;
};

/// Infinite interconnect bandwidth ([PROACT21], IV-B): the bulk version without the time of its
/// copies, of the calls and of the waiting. The bytes are there at once.
class InfiniteBandwidth final : public PlainKernels {
 public:
  void host_transfer(unsigned phase, const Done& done) override;
};

}  // namespace gf::platforms::proact
