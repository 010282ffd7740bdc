// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "platforms/proact/mechanisms/default_streams.h"
#include "platforms/proact/region/mechanism_if.h"

namespace gf::platforms::proact {

/// A mechanism whose kernels are the application's own, each GPU on its copy of the region.
class PlainKernels : public Mechanism {
 public:
  void attach(const MechanismContext& context) override { context_.emplace(context); }
  std::vector<model::Kernel> kernels(unsigned phase) override;

 protected:
  [[nodiscard]] const MechanismContext& context() const { return *context_; }
  /// The application's kernel of the phase, as `Program` places its accesses.
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

/// Calls `act(gpu, span)` for what each GPU writes in a phase, as few spans as can be.
template <class Act>
void each_span(const MechanismContext& context, unsigned phase, const Act& act) {
  const unsigned gpus = context.node.gpus();
  model::proact::PhaseMap(context.app, phase, context.layout.bytes(), gpus).each_span(act);
}

/// cudaMemcpy: once the kernel has ended and the host knows, its threads (`host.copy_threads`) ask,
/// call after call, for what each GPU wrote to be copied to each of the others, in the order of
/// `host.copy_order`; then it waits for all, or each call has. When a copy starts: `host.copies`.
/// Copies to other nodes are RDMA writes that the software of the node posts, one after the other
/// and before it asks for copies within it, and that run concurrently.
class BulkCopy final : public PlainKernels {
 public:
  void attach(const MechanismContext& context) override;
  void host_transfer(unsigned phase, const Done& done) override;

 private:
  struct Call {
    unsigned from;
    unsigned to;
    hw::gpu::Copy copy;
  };
  void plan(unsigned phase);
  void far_first();
  void call(unsigned thread, std::size_t n);  ///< The n-th of the thread, and those after it.
  [[nodiscard]] bool is_far(const Call& call) const;
  void post(Call& call);  ///< A far one.
  void issue(Call& call);
  void start(const Call& call);  ///< An engine for each destination, as far as there are.
  void finish_one();
  [[nodiscard]] bool blocks() const { return context().host.copies == "blocking"; }

  std::optional<DefaultStreams> streams_;
  std::vector<std::vector<Call>> calls_;  ///< By thread of the host.
  unsigned open_ = 0;  ///< Threads that call, copies that were asked for and are not done.
  Done done_;
};

/// Infinite interconnect bandwidth ([PROACT21], IV-B): the bulk version less the time of its
/// copies, calls and the wait for them included. The bytes are there at once.
class InfiniteBandwidth final : public PlainKernels {
 public:
  void host_transfer(unsigned phase, const Done& done) override;
};

}  // namespace gf::platforms::proact
