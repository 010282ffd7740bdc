// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/bulk_copy.h"

#include <algorithm>

#include "platforms/proact/mechanisms/copy_order.h"
#include "platforms/proact/region/producer_program.h"

namespace gf::platforms::proact {

using model::proact::Span;

std::vector<model::Kernel> PlainKernels::kernels(unsigned phase) {
  return {with_program<ProducerProgram>(phase)};
}

namespace {

/// Returns the copy of a span of the region from one GPU's copy to another's.
hw::gpu::MemoryCopy copy_of(unsigned from, unsigned to, const Span& span) {
  return {RegionLayout::physical(from, span.begin), RegionLayout::physical(to, span.begin),
          span.bytes(), nullptr};
}

}  // namespace

void BulkCopy::attach(const MechanismContext& context) {
  PlainKernels::attach(context);
  streams_.emplace(context.node.gpus());
}

void BulkCopy::plan(unsigned phase) {
  const unsigned gpus = context().node.gpus();
  std::vector<std::vector<Span>> spans(gpus);
  each_span(context(), phase, [&](unsigned gpu, const Span& span) { spans[gpu].push_back(span); });
  const bool one = context().host.copy_threads == "one";
  // Each node has its own host.
  const RemoteAccessIf* const far = context().far;
  const unsigned gpus_of_a_thread = !one ? 1 : far == nullptr ? gpus : far->gpus_per_node();
  calls_.assign(gpus / gpus_of_a_thread, {});
  for (const auto& [from, to] : copy_order(context().host.copy_order, gpus))
    for (const Span& span : spans[from])
      calls_[from / gpus_of_a_thread].push_back({from, to, copy_of(from, to, span)});
}

void BulkCopy::far_first() {
  // Far copies take the least time of a host thread, and travel while it asks for the others.
  for (std::vector<Call>& calls : calls_)
    std::stable_partition(calls.begin(), calls.end(),
                          [this](const Call& call) { return is_far(call); });
}

void BulkCopy::host_transfer(unsigned phase, const Done& done) {
  const unsigned gpus = context().node.gpus();
  if (gpus == 1) return done();
  plan(phase);
  if (context().far != nullptr) far_first();
  // Blocking calls have waited already.
  done_ = blocks() ? done : [this, done] { context().timer.after(context().host.sync, done); };
  // Each host thread counts until its last call has returned, so copies that end early do not end
  // the phase.
  open_ = static_cast<unsigned>(calls_.size());
  for (unsigned thread = 0; thread < calls_.size(); ++thread) call(thread, 0);
}

void BulkCopy::call(unsigned thread, std::size_t n) {
  if (n == calls_[thread].size()) return finish_one();
  if (is_far(calls_[thread][n])) {
    post(calls_[thread][n]);
    return call(thread, n + 1);
  }
  context().timer.after(context().host.copy_call, [this, thread, n] {
    Call& call_now = calls_[thread][n];
    if (blocks()) {
      call_now.copy.done = [this, thread, n] {
        context().timer.after(context().host.sync, [this, thread, n] { call(thread, n + 1); });
      };
      return start(call_now);
    }
    issue(call_now);
    call(thread, n + 1);
  });
}

bool BulkCopy::is_far(const Call& call) const {
  return context().far != nullptr && context().far->far(call.from, call.to);
}

void BulkCopy::post(Call& call) {
  ++open_;
  call.copy.done = [this] { finish_one(); };
  context().far->copy(call.from, call.to, call.copy);
}

void BulkCopy::issue(Call& call) {
  ++open_;
  if (context().host.copies == "async") {
    call.copy.done = [this] { finish_one(); };
    return start(call);
  }
  // The reference stays valid: calls_ is rebuilt only by the next phase's plan(), after all copies
  // of this one.
  call.copy.done = [this, &call] {
    streams_->done(call.from, call.to);
    finish_one();
  };
  streams_->issue(call.from, call.to, [this, &call] { start(call); });
}

void BulkCopy::start(const Call& call) {
  const unsigned gpus = context().node.gpus();
  // One engine per peer, so that copies to different GPUs do not wait for each other.
  const unsigned engine = (call.to + gpus - call.from - 1) % gpus;
  context().node.gpu(call.from).memory.copy_engine(engine).submit(call.copy);
}

void BulkCopy::finish_one() {
  if (--open_ == 0) done_();
}

void InfiniteBandwidth::host_transfer(unsigned phase, const Done& done) {
  if (context().node.real_bytes()) {
    each_span(context(), phase, [&](unsigned gpu, const Span& span) {
      std::vector<std::uint8_t> bytes(span.bytes());
      context().node.gpu(gpu).memory.bytes().read(span.begin, bytes.data(), bytes.size());
      for (unsigned to = 0; to < context().node.gpus(); ++to)
        context().node.gpu(to).memory.bytes().write(span.begin, bytes.data(), bytes.size());
    });
  }
  done();
}

}  // namespace gf::platforms::proact
