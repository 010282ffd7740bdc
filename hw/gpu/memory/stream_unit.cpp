// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/stream_unit.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/memory/crossbar.h"
#include "hw/gpu/memory/l2_cache.h"
#include "hw/gpu/memory/memory_ports.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

unsigned lines_of(std::uint64_t address, std::uint32_t bytes) {
  if (bytes == 0) return 0;
  return static_cast<unsigned>((address + bytes - 1) / kLineBytes - address / kLineBytes + 1);
}

/// Returns the bytes from `address` to the next multiple of `unit`, at most `bytes`.
std::uint32_t up_to(std::uint64_t address, std::uint64_t unit, std::uint32_t bytes) {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, unit - address % unit));
}

core::Ticks ahead(const MemoryParams& p) {
  const unsigned lines = p.dram_queue + p.slice_queue * (p.slices / p.channels);
  return p.channel_rate.time_for(std::uint64_t{lines} * kLineBytes).value();
}

}  // namespace

StreamUnit::StreamUnit(const MemoryParams& params, unsigned sms, unsigned gpu, Mmu& mmu,
                       Crossbar& crossbar, MemoryPorts& ports, L2Cache& l2,
                       core::ClockMember& clock, MemoryStats& stats, BusyParts& busy)
    : params_(params),
      home_(gpu),
      mmu_(mmu),
      crossbar_(crossbar),
      ports_(ports),
      l2_(l2),
      clock_(clock),
      stats_(stats),
      busy_(busy),
      ahead_(ahead(params)),
      by_sm_(sms),
      turns_(Crossbar::kMostPorts) {}

void StreamUnit::renew() {
  passed_ = 0;
  round_ = 0;
  std::fill(turns_.begin(), turns_.end(), 0);
}

void StreamUnit::begin(StreamRequest& request, Cycle now) {
  GF_CHECK(request.read_bytes + request.write_bytes > 0, "a stream of no bytes");
  ++open_;
  request.visible = 0;
  ++stats_.streams;
  stats_.stream_bytes += request.read_bytes + request.write_bytes;
  later(request, now + 1);
  busy_.add(MemoryPart::kStreams);
  clock_.wake(now + 1);
}

void StreamUnit::wait(StreamRequest& request) {
  waiting_.push(request);
  if (by_sm_[request.sm]++ == 0) ++sms_waiting_;
}

void StreamUnit::step(Cycle now) {
  while (!later_.empty() && later_.top().at <= now) {
    StreamRequest& request = *later_.top().request;
    later_.pop();
    if (request.read_bytes + request.write_bytes > 0) {
      wait(request);
    } else {
      --open_;
      ports_.stream_ends(request, now);
    }
  }
  while (!waiting_.empty() && opens() <= now) {
    StreamRequest& request = waiting_.pop();
    admit(request, now);
    if (--by_sm_[request.sm] == 0) --sms_waiting_;
  }
  closed_ = !waiting_.empty();
}

/// Returns the first cycle in which the channels are reserved no further ahead than allowed.
Cycle StreamUnit::opens() const {
  const core::Ticks until = l2_.reserved_until();
  return until <= ahead_ ? 0 : (until - ahead_ + clock_.period() - 1) / clock_.period();
}

void StreamUnit::admit(StreamRequest& request, Cycle now) {
  Step step = next_step(request);
  const unsigned port = ports_.port_of(request.sm);
  if (!translate(step, port, now)) return later(request, crossbar_.reserve(port, now, 0));
  advance_turns(step);
  Cycle done = reserve(request, step, now);
  request.read += step.read_bytes;
  request.read_bytes -= step.read_bytes;
  request.write += step.write_bytes;
  request.write_bytes -= step.write_bytes;
  // The SM is notified in the cycle after the call.
  if (request.read_bytes + request.write_bytes == 0) done = std::max(done, request.visible) - 1;
  later(request, std::max(done, now + 1));
}

/// Returns the next step: reads and writes in the proportion of their remaining bytes, each within
/// an aligned unit of stream_step. Either fits the warp's window, so that the next step can leave
/// when this one is there.
StreamUnit::Step StreamUnit::next_step(const StreamRequest& request) const {
  const std::uint64_t unit = core::Bytes(params_.stream_step).count();
  Step step;
  step.read = request.read;
  step.write = request.write;
  const auto within = [&](std::uint64_t address, std::uint32_t bytes) {
    const std::uint64_t window = request.window * kLineBytes - address % kLineBytes;
    return std::min(up_to(address, unit, bytes), static_cast<std::uint32_t>(window));
  };
  step.read_bytes = within(request.read, request.read_bytes);
  const double part = step.read_bytes == request.read_bytes
                          ? 1.0
                          : static_cast<double>(step.read_bytes) / request.read_bytes;
  const auto share = static_cast<std::uint32_t>(part * request.write_bytes);
  const std::uint32_t whole = (share + kLineBytes - 1) / kLineBytes * kLineBytes;
  step.write_bytes = within(request.write, std::min(request.write_bytes, whole));
  return step;
}

/// Translates the addresses of the step. Returns false if the port has other requests before
/// it, or waits for a walk; the stream then waits too. The walk blocks the port as it does for
/// a first request.
bool StreamUnit::translate(Step& step, unsigned port, Cycle now) {
  const auto at = [&](std::uint64_t& address, std::uint32_t bytes, bool write) {
    if (bytes == 0) return true;
    const bool first = crossbar_.reserve(port, now, 0) == now;
    const std::uint64_t physical = mmu_.translate(address, write, first, now);
    if (physical == Mmu::kWalks) {
      if (first) crossbar_.reserve(port, now, mmu_.walk_ends(address) + 1 - now);
      return false;
    }
    GF_CHECK(model::home_of(physical) == home_, "a stream accesses a peer's memory");
    address = model::offset_of(physical);
    return true;
  };
  return at(step.read, step.read_bytes, false) && at(step.write, step.write_bytes, true);
}

Cycle StreamUnit::reserve(StreamRequest& request, const Step& step, Cycle now) {
  const unsigned reads = lines_of(step.read, step.read_bytes);
  const unsigned writes = lines_of(step.write, step.write_bytes);
  const unsigned width = params_.port_cycles(kLineBytes);
  const Cycle first = crossbar_.reserve(ports_.port_of(request.sm), now, reads + writes * width);
  const Cycle at_slices = first + params_.xbar_latency;
  // Written data leaves the level 2 cache when as many bytes as that holds have come after it.
  passed_ += (reads + writes) * std::uint64_t{kLineBytes};
  const bool full = passed_ > core::Bytes(params_.l2).count();
  if (writes > 0)
    request.visible = std::max(
        request.visible,
        params_.xbar_latency + l2_.reserve(step.write, writes, LineOp::kWrite, full, at_slices));
  // A warp does not wait for its stores: only the port delays it.
  if (reads == 0) return first + writes * width;
  const Cycle back =
      params_.xbar_latency + l2_.reserve(step.read, reads, LineOp::kRead, true, at_slices);
  // The way back is held for as long as the lines need it. The last line takes it after it has left
  // its slice, whenever banks, buses and slices let it.
  return std::max(back,
                  ports_.reserve_answers(request.sm, first + first_line(), Cycle{reads} * width));
}

/// Returns the cycles from a line's turn at the crossbar to its way back if all parts are idle and
/// its row is open: look-ups, crossbar, tags, DRAM, data. No answer can hold the port before that,
/// so the way back is reserved from there. A reservation from a late first answer on would keep out
/// earlier answers of other warps, because the port hands out its time in order. This matters if
/// one SM's port is the limit. If memory is the limit, the last line arrives later than the
/// reservation and decides.
Cycle StreamUnit::first_line() const {
  const core::Ticks dram = params_.dram_latency.value() - params_.row_open.value() +
                           params_.channel_rate.time_for(kLineBytes).value();
  const Cycle there = (dram + clock_.period() - 1) / clock_.period();
  return 1 + 2 * params_.xbar_latency + params_.tag_latency + there + params_.data_latency;
}

void StreamUnit::advance_turns(const Step& step) {
  const unsigned lines =
      lines_of(step.read, step.read_bytes) + lines_of(step.write, step.write_bytes);
  round_ += static_cast<double>(lines) / sms_waiting_;
}

Cycle StreamUnit::next(Cycle now) const {
  Cycle at = later_.empty() ? core::kNoCycle : later_.top().at;
  if (!waiting_.empty()) at = std::min(at, opens());
  return std::max(at, now + 1);
}

}  // namespace gf::hw::gpu
