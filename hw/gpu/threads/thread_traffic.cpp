// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/threads/thread_traffic.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::hw::gpu {

using core::Cycle;

ThreadTraffic::ThreadTraffic(const std::string& path, const ThreadTrafficParams& params,
                             GpuMemory& memory, core::ClockDomain& clock, unsigned sms)
    : Quiescent(path),
      access_(core::Bytes(params.access).count()),
      memory_(memory),
      clock_(clock, *this),
      warps_(params.warps * sms) {
  for (Warp& warp : warps_) free_.push_back(&warp);
}

void ThreadTraffic::submit(std::vector<MemorySweep> sweeps, Done done) {
  sweeps.erase(std::remove_if(sweeps.begin(), sweeps.end(),
                              [](const MemorySweep& each) { return each.bytes == 0; }),
               sweeps.end());
  GF_CHECK(!sweeps.empty(), quiescent_path());
  jobs_.push({std::move(sweeps), std::move(done)});
  if (jobs_.size() == 1) clock_.wake(clock_.after(core::now_ticks()));
}

void ThreadTraffic::cycle(Cycle now) { issue(now); }

void ThreadTraffic::issue(Cycle now) {
  if (jobs_.empty()) return;
  const std::vector<MemorySweep>& sweeps = jobs_.front().sweeps;
  while (sweep_ < sweeps.size() && !free_.empty()) {
    Warp& warp = *free_.back();
    free_.pop_back();
    begin_piece(warp, sweeps[sweep_], now);
    if (asked_ < sweeps[sweep_].bytes) continue;
    asked_ = 0;
    ++sweep_;
  }
}

void ThreadTraffic::begin_piece(Warp& warp, const MemorySweep& sweep, Cycle now) {
  const std::uint64_t at = asked_;
  const auto bytes = static_cast<std::uint32_t>(std::min(access_, sweep.bytes - at));
  asked_ += bytes;
  warp.writes = sweep.write.has_value();
  warp.write_to = sweep.write.value_or(0) + at;
  warp.write.bytes = bytes;
  warp.reads.resize(sweep.reads.size());
  warp.open = static_cast<unsigned>(sweep.reads.size());
  for (std::size_t i = 0; i < sweep.reads.size(); ++i) {
    warp.reads[i].bytes = bytes;
    send(warp.reads[i], warp, LineOp::kRead, sweep.reads[i] + at, now);
  }
  if (sweep.reads.empty()) send(warp.write, warp, LineOp::kWrite, warp.write_to, now);
}

void ThreadTraffic::send(Bulk& bulk, Warp& warp, LineOp op, std::uint64_t address, Cycle now) {
  bulk.client = this;
  bulk.key = &warp;
  bulk.op = op;
  bulk.address = address;
  memory_.submit_of_threads(bulk, now);
}

void ThreadTraffic::bulk_done(Bulk& bulk, Cycle now) {
  Warp& warp = *static_cast<Warp*>(bulk.key);
  if (bulk.op == LineOp::kRead && --warp.open > 0) return;
  if (bulk.op == LineOp::kRead && warp.writes)
    return send(warp.write, warp, LineOp::kWrite, warp.write_to, now);
  end_piece(warp, now);
}

void ThreadTraffic::end_piece(Warp& warp, Cycle now) {
  free_.push_back(&warp);
  if (sweep_ < jobs_.front().sweeps.size()) return issue(now);
  if (free_.size() < warps_.size()) return;
  const Job job = jobs_.pop();
  sweep_ = 0;
  // In the next cycle: `done` runs within this one, and may submit a job that begins there too.
  if (!jobs_.empty()) clock_.wake(now + 1);
  job.done();
}

void ThreadTraffic::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({quiescent_path(),
                   std::to_string(warps_.size() - free_.size()) + " warps' accesses",
                   memory_.name()});
}

}  // namespace gf::hw::gpu
