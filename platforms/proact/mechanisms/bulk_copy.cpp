// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/bulk_copy.h"

#include "platforms/proact/producer_program.h"

namespace gf::platforms::proact {

using model::proact::Span;

std::vector<model::Kernel> PlainKernels::kernels(unsigned phase) {
  return {with_program<ProducerProgram>(phase)};
}

void BulkCopy::host_transfer(unsigned phase, const Done& done) {
  const unsigned gpus = machine().node.gpus();
  if (gpus == 1) return done();
  done_ = [this, done] { machine().timer.after(machine().host.sync, done); };
  open_ = 1;  // until all calls are planned
  std::vector<core::Ticks> thread(gpus, core::now_ticks());
  each_span(machine(), phase, [&](unsigned gpu, const Span& span) {
    for (unsigned n = 1; n < gpus; ++n) {
      const unsigned to = (gpu + n) % gpus;
      thread[gpu] += machine().host.copy_call.value();
      call({RegionLayout::physical(gpu, span.begin), RegionLayout::physical(to, span.begin),
            span.bytes(), [this] { finish_one(); }},
           gpu, n - 1, thread[gpu]);
    }
  });
  finish_one();
}

void BulkCopy::call(const hw::gpu::Copy& copy, unsigned gpu, unsigned engine, core::Ticks at) {
  ++open_;
  machine().timer.at(at, [this, copy, gpu, engine] {
    machine().node.gpu(gpu).memory.copy_engine(engine).submit(copy);
  });
}

void BulkCopy::finish_one() {
  if (--open_ == 0) done_();
}

void InfiniteBandwidth::host_transfer(unsigned phase, const Done& done) {
  if (machine().node.real_bytes()) {
    each_span(machine(), phase, [&](unsigned gpu, const Span& span) {
      std::vector<std::uint8_t> bytes(span.bytes());
      machine().node.gpu(gpu).memory.bytes().read(span.begin, bytes.data(), bytes.size());
      for (unsigned to = 0; to < machine().node.gpus(); ++to)
        machine().node.gpu(to).memory.bytes().write(span.begin, bytes.data(), bytes.size());
    });
  }
  done();
}

}  // namespace gf::platforms::proact
