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
  calls_.assign(gpus, {});
  each_span(machine(), phase, [&](unsigned gpu, const Span& span) {
    for (unsigned n = 1; n < gpus; ++n) {
      const unsigned to = (gpu + n) % gpus;
      calls_[gpu].push_back({RegionLayout::physical(gpu, span.begin),
                             RegionLayout::physical(to, span.begin), span.bytes(), nullptr});
    }
  });
  const bool blocks = machine().host.copy_blocks;  // then each call has waited
  done_ = blocks ? done : [this, done] { machine().timer.after(machine().host.sync, done); };
  open_ = gpus;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) call(gpu, 0);
}

void BulkCopy::call(unsigned gpu, std::size_t n) {
  if (n == calls_[gpu].size()) return finish_one();
  machine().timer.after(machine().host.copy_call, [this, gpu, n] {
    hw::gpu::Copy copy = calls_[gpu][n];
    if (machine().host.copy_blocks) {
      copy.done = [this, gpu, n] {
        machine().timer.at(core::now_ticks() + machine().host.sync.value(),
                           [this, gpu, n] { call(gpu, n + 1); });
      };
    } else {
      ++open_;
      copy.done = [this] { finish_one(); };
    }
    const auto engine = static_cast<unsigned>(n % (machine().node.gpus() - 1));
    machine().node.gpu(gpu).memory.copy_engine(engine).submit(copy);
    if (!machine().host.copy_blocks) call(gpu, n + 1);
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
