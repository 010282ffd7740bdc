// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/memory_copy_engine.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/trace/timeline.h"
#include "tlm_models/gpu/page_table.h"
#include "tlm_models/link/flow.h"

namespace gf::hw::gpu {

using core::Cycle;

MemoryCopyEngine::MemoryCopyEngine(const std::string& path, const MemoryParams& params,
                                   unsigned gpu, core::ClockMember& clock, BulkPort& local,
                                   PeerPort& peers, BusyParts& busy)
    : Quiescent(path),
      params_(params),
      gpu_(gpu),
      clock_(clock),
      local_(local),
      peers_(peers),
      busy_(busy),
      chunks_(params.copy.requests),
      stats_(path) {
  for (Chunk& chunk : chunks_) {
    chunk.bulk.client = this;
    chunk.bulk.key = &chunk;
    if (params.real_bytes) chunk.bytes.resize(params.copy.chunk.count());
    free_.push_back(&chunk);
  }
}

void MemoryCopyEngine::submit(MemoryCopy copy) {
  GF_CHECK(copy.bytes > 0, quiescent_path());
  model::flow_begins(copy.flow, core::now_ticks());
  copies_.push(std::move(copy));
  if (copies_.size() == 1) start_next();
}

void MemoryCopyEngine::start_next() {
  since_ = core::now_ticks();
  // Copies may be submitted between cycles. The setup ends at its exact time, which the first cycle
  // after it sees.
  starts_ = clock_.after(since_ + params_.copy.setup.value());
  model::flow_waits(copies_.front().flow, since_, clock_.ticks(starts_),
                    quiescent_path() + " sets the copy up");
  read_ = written_ = 0;
  busy_.add(MemoryPart::kCopies);
  clock_.wake(starts_);
}

void MemoryCopyEngine::step(Cycle now) {
  if (starts_ > now) return;
  starts_ = core::kNoCycle;
  issue(now);
}

void MemoryCopyEngine::issue(Cycle now) {
  const MemoryCopy& copy = copies_.front();
  const std::uint64_t unit = params_.copy.chunk.count();
  while (read_ < copy.bytes && !free_.empty()) {
    Chunk& chunk = *free_.back();
    free_.pop_back();
    const std::uint64_t address = copy.source + read_;
    chunk.position = read_;
    chunk.bulk.flow = copy.flow;
    chunk.bulk.bytes =
        static_cast<std::uint32_t>(std::min(unit - address % unit, copy.bytes - read_));
    chunk.bulk.data = chunk.bytes.empty() ? nullptr : chunk.bytes.data();
    read_ += chunk.bulk.bytes;
    send(chunk, LineOp::kRead, address, now);
  }
}

void MemoryCopyEngine::send(Chunk& chunk, LineOp op, std::uint64_t address, Cycle now) {
  chunk.bulk.op = op;
  chunk.bulk.address = address;
  chunk.bulk.failed = false;
  if (model::home_of(address) != gpu_) return peers_.submit(chunk.bulk, now + 1);
  local_.submit(chunk.bulk, now);
  clock_.wake(now + 1);
}

void MemoryCopyEngine::bulk_done(Bulk& bulk, Cycle now) {
  Chunk& chunk = *static_cast<Chunk*>(bulk.key);
  if (bulk.failed) ++stats_.failed;
  if (bulk.op == LineOp::kRead)
    return send(chunk, LineOp::kWrite, copies_.front().destination + chunk.position, now);
  written_ += bulk.bytes;
  free_.push_back(&chunk);
  if (written_ == copies_.front().bytes) {
    finish(now);
  } else {
    issue(now);
  }
}

void MemoryCopyEngine::finish(Cycle now) {
  const MemoryCopy copy = copies_.pop();
  ++stats_.copies;
  stats_.bytes += copy.bytes;
  stats_.busy.add_ticks(clock_.ticks(now) - since_);
  report_end(copy, clock_.ticks(now));
  // Start the next copy before calling `done`, which may submit a copy. submit() starts a copy that
  // finds the queue empty; it would then be started here a second time.
  if (!copies_.empty()) start_next();
  if (copy.done) copy.done();
}

void MemoryCopyEngine::report_end(const MemoryCopy& copy, core::Ticks now) const {
  model::flow_ends(copy.flow, now);
  if (core::HopJournal::active() != nullptr)
    for (std::size_t i = 0; i < copies_.size(); ++i)
      if (const model::Flow* const flow = copies_[i].flow)
        model::flow_waits(flow, std::max(since_, flow->submitted), now,
                          quiescent_path() + " serves", copy.flow);
  if (core::Timeline* const timeline = core::Timeline::active())
    timeline->slice(quiescent_path(), "copies",
                    "to GPU " + std::to_string(model::home_of(copy.destination)), since_, now,
                    {{"bytes", copy.bytes}});
}

void MemoryCopyEngine::append_waits(std::vector<core::Wait>& waits) const {
  const MemoryCopy& copy = copies_.front();
  waits.push_back({quiescent_path(),
                   "copy from GPU " + std::to_string(model::home_of(copy.source)) + " to GPU " +
                       std::to_string(model::home_of(copy.destination)) + ", " +
                       std::to_string(written_) + " of " + std::to_string(copy.bytes) +
                       " B written",
                   "memory"});
}

}  // namespace gf::hw::gpu
