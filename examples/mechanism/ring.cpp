// SPDX-License-Identifier: Apache-2.0
// A transfer mechanism of proact: the data written by the GPUs go around a ring. In step s, each
// GPU sends its neighbour the data of the GPU s places before it. After gpus - 1 steps, all GPUs
// have all data. In a step each GPU sends to one GPU and receives from one, and the host waits for
// all copies between two steps.
//   gpufabric --plugin ./ring.so run proact -p mechanism=ring -p system=4x_volta -p workload=jacobi
#include "core/run/plugin.h"
#include "platforms/proact/mechanisms/bulk_copy.h"

namespace {

using namespace gf::platforms::proact;
using gf::model::proact::Span;

class Ring final : public PlainKernels {
 public:
  void host_transfer(unsigned phase, const Done& done) override {
    done_ = done;
    spans_.assign(gpus(), {});
    each_span(context(), phase,
              [this](unsigned gpu, const Span& span) { spans_[gpu].push_back(span); });
    step(0);
  }

 private:
  [[nodiscard]] unsigned gpus() const { return context().node.gpus(); }

  /// Makes a host call for each copy of a step. The next step follows when all copies have ended.
  void step(unsigned number) {
    if (number + 1 >= gpus()) return done_();
    step_ = number;
    open_ = 1;  // the host, until its last call
    std::uint64_t calls = 0;
    for (unsigned gpu = 0; gpu < gpus(); ++gpu)
      for (const Span& span : spans_[(gpu + gpus() - number) % gpus()]) ask(++calls, gpu, span);
    context().timer.after(calls * context().host.copy_call.get(), [this] { end_one(); });
  }

  void ask(std::uint64_t call, unsigned from, const Span& span) {
    ++open_;
    context().timer.after(call * context().host.copy_call.get(), [this, from, span] {
      const unsigned to = (from + 1) % gpus();
      gf::hw::gpu::MemoryCopy copy{RegionLayout::physical(from, span.begin),
                                   RegionLayout::physical(to, span.begin), span.bytes(),
                                   [this] { end_one(); }};
      context().node.gpu(from).memory.copy_engine(0).submit(copy);
    });
  }

  void end_one() {
    if (--open_ > 0) return;
    context().timer.after(context().host.sync, [this] { step(step_ + 1); });
  }

  std::vector<std::vector<Span>> spans_;  ///< Data that each GPU wrote in the phase.
  unsigned step_ = 0;
  unsigned open_ = 0;
  Done done_;
};

}  // namespace

GF_PLUGIN() {
  MechanismEntry entry;
  entry.name = "ring";
  entry.summary = "copies around a ring of GPUs";
  entry.region = RegionForm::kAlike;
  entry.make = [] { return std::make_unique<Ring>(); };
  mechanism_registry().add(entry);
}
