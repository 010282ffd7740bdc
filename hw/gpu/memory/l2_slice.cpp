// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/l2_slice.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/memory/memory_ports.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

unsigned sets_of(const MemoryParams& p) {
  return static_cast<unsigned>(p.l2.count() / (std::uint64_t{p.slices} * p.l2_ways * kLineBytes));
}
std::uint8_t mask(unsigned bits) { return static_cast<std::uint8_t>(bits); }

}  // namespace

L2Slice::L2Slice(const MemoryParams& params, unsigned number, DramChannel& channel,
                 MemoryPorts& ports, model::BytePages& bytes, const LinePassClients& watches,
                 const core::ClockMember& clock, MemoryStats& stats, MemoryProbes& probes)
    : params_(params),
      number_(number),
      channel_(channel),
      ports_(ports),
      bytes_(bytes),
      watches_(watches),
      clock_(clock),
      stats_(stats),
      probes_(probes),
      tags_(sets_of(params), params.own_ways()),
      places_(params.slice_queue),
      mshrs_(params.mshrs) {
  for (unsigned i = params.mshrs; i-- > 0;) free_mshrs_.push_back(static_cast<std::uint16_t>(i));
}

void L2Slice::renew() {
  if (!used_ || !idle()) return;
  used_ = false;
  tags_ = L2Tags(sets_of(params_), params_.own_ways());
}

bool L2Slice::step(Cycle now) {
  if (queue_.empty() || queue_.front().at > now) return false;
  // Every other cause ends with a call of unblock(): a look before that would find the same
  // obstacle. The atomic unit becomes free without such a call.
  if (stall_.on() && !(waits_for_atomic_ && atomic_free_ <= now)) return false;
  unblock(now);
  Access& access = queue_.front();
  const Plan todo = plan(access);
  // All or nothing: an access that finds an MSHR but no place at the channel must not have evicted
  // a line.
  if (core::Duration* const cause = obstacle(access, todo, now)) {
    waits_for_atomic_ = cause == &stats_.atomic_busy;
    stall_.begin(*cause, now);
    return false;
  }
  queue_.pop();
  ++places_;
  probes_.l2_queue.add(clock_.ticks(now), -1);
  count(access, todo);
  return act(access, todo, now);
}

bool L2Slice::act(Access& access, const Plan& todo, Cycle now) {
  // An access takes effect here, whenever its answer comes. Contents and watching clients see the
  // accesses of a line in the order of the decisions.
  if (access.data != nullptr) move_bytes(access);
  if (watches_.want(kind_of(access.op, access.request))) show(access, now);
  if (!todo.found) evict(todo, access.index, now);
  // Touch the line even if its sectors are still to come. Otherwise the next miss of the set could
  // choose it as soon as it has come.
  tags_.touch(todo.line);
  if (todo.missing == 0) {
    complete(access, *todo.state, now);
    return todo.evicts;
  }
  access.source = LineSource::kDram;
  if (todo.fetch != 0) fetch(todo, access.index, now);
  mshrs_[todo.state->mshr].waiting.push(access);
  return todo.evicts || todo.fetch != 0;
}

L2Slice::Plan L2Slice::plan(const Access& access) {
  Plan plan;
  plan.line = tags_.find(access.index);
  plan.found = plan.line != L2Tags::kNone;
  // Whole sectors are overwritten, so their old contents are not needed; partial writes and atomics
  // read them first.
  const std::uint8_t needed = access.op == LineOp::kWrite && access.whole ? 0 : access.sectors;
  if (plan.found) {
    plan.state = &tags_[plan.line];
    plan.missing = mask(needed & ~plan.state->valid);
    plan.fetch = mask(plan.missing & ~plan.state->pending);
    return plan;
  }
  plan.line = tags_.victim(access.index);
  plan.missing = plan.fetch = needed;
  if (plan.line == L2Tags::kNone) return plan;
  plan.state = &tags_[plan.line];
  plan.evicts = plan.state->dirty != 0;
  return plan;
}

core::Duration* L2Slice::obstacle(const Access& access, const Plan& plan, Cycle now) {
  if (access.op == LineOp::kAtomic && atomic_free_ > now) return &stats_.atomic_busy;
  // A line on its way from DRAM keeps its way of the set: the fill finds it by its place.
  if (plan.line == L2Tags::kNone) return &stats_.set_full;
  const bool new_mshr = plan.fetch != 0 && (!plan.found || plan.state->pending == 0);
  if (new_mshr && free_mshrs_.empty()) return &stats_.mshr_full;
  const unsigned places = (plan.fetch != 0 ? 1u : 0u) + (plan.evicts ? 1u : 0u);
  return channel_.room() < places ? &stats_.dram_full : nullptr;
}

void L2Slice::evict(const Plan& plan, std::uint32_t index, Cycle now) {
  const std::uint8_t dirty = plan.state->dirty;
  const std::uint32_t goes = tags_.replace(plan.line, index);
  if (!plan.evicts) return;
  ++stats_.write_backs;
  channel_.push({goes, 0, static_cast<std::uint8_t>(number_), dirty, true}, now);
}

void L2Slice::fetch(const Plan& plan, std::uint32_t index, Cycle now) {
  L2Tags::Line& line = *plan.state;
  if (line.pending == 0) {
    line.mshr = free_mshrs_.back();
    free_mshrs_.pop_back();
    mshrs_[line.mshr].line = plan.line;
    ++misses_;
    probes_.l2_misses.add(clock_.ticks(now), +1);
  }
  line.pending = mask(line.pending | plan.fetch);
  channel_.push({index, line.mshr, static_cast<std::uint8_t>(number_), plan.fetch, false}, now);
}

void L2Slice::fill(unsigned number, std::uint8_t sectors, Cycle now) {
  Mshr& mshr = mshrs_[number];
  L2Tags::Line& line = tags_[mshr.line];
  line.valid = mask(line.valid | sectors);
  line.pending = mask(line.pending & ~sectors);
  for (Access* access = mshr.waiting.release(); access != nullptr;) {
    Access& one = *access;
    access = access->next;
    if ((one.sectors & line.pending) != 0) {
      // The others of the same line keep their order, as each goes to the end in turn.
      mshr.waiting.push(one);
    } else {
      complete(one, line, now);
    }
  }
  unblock(now);
  if (line.pending != 0) return;
  GF_CHECK(mshr.waiting.empty(), "a request waits for sectors that were not requested");
  line.mshr = L2Tags::kNoMshr;
  free_mshrs_.push_back(static_cast<std::uint16_t>(number));
  --misses_;
  probes_.l2_misses.add(clock_.ticks(now), -1);
}

void L2Slice::count(const Access& access, const Plan& plan) {
  const bool hit = plan.missing == 0;
  if (access.op == LineOp::kAtomic) {
    ++(hit ? stats_.atomic_hits : stats_.atomic_misses);
  } else if (access.op == LineOp::kWrite) {
    ++(access.whole ? stats_.writes : hit ? stats_.write_hits : stats_.write_misses);
  } else {
    ++(hit ? stats_.read_hits : plan.fetch != 0 ? stats_.read_misses : stats_.read_merges);
  }
}

void L2Slice::move_bytes(const Access& access) {
  const std::uint64_t offset = model::offset_of(access.line) + access.skip;
  if (access.op == LineOp::kRead) bytes_.read(offset, access.data, access.bytes);
  if (access.op == LineOp::kWrite) bytes_.write(offset, access.data, access.bytes);
}

void L2Slice::show(const Access& access, Cycle now) const {
  LinePass pass;
  const unsigned first = static_cast<unsigned>(__builtin_ctz(access.sectors)) * kSectorBytes;
  pass.offset = model::offset_of(access.line) + (access.bulk != nullptr ? access.skip : first);
  pass.bytes = access.bytes;
  pass.sectors = access.sectors;
  pass.op = access.op;
  pass.whole = access.whole;
  pass.has_bytes = access.data != nullptr;
  pass.request = access.request;
  watches_.show(pass, now);
}

void L2Slice::complete(Access& access, L2Tags::Line& line, Cycle now) {
  if (access.op == LineOp::kAtomic) return complete_atomic(access, line, now);
  unsigned bytes = 0;
  if (access.op == LineOp::kWrite) {
    line.valid = mask(line.valid | access.sectors);
    line.dirty = mask(line.dirty | access.sectors);
  } else {
    bytes = sector_count(access.sectors) * kSectorBytes;
  }
  const unsigned latency = params_.data_latency;
  // Nobody reads such an answer: it takes no cycles of the port, and only gives the access back.
  if (!access.wanted) return ports_.answer(access, now + latency);
  port_free_ = std::max(now, port_free_) + params_.port_cycles(bytes);
  ports_.answer(access, port_free_ - 1 + latency);
}

void L2Slice::complete_atomic(Access& access, L2Tags::Line& line, Cycle now) {
  const unsigned width = params_.atomic_width;
  atomic_free_ =
      std::max(now, atomic_free_) + (std::max<unsigned>(access.bytes, 1) + width - 1) / width;
  line.dirty = mask(line.dirty | access.sectors);
  ports_.answer(access,
                atomic_free_ + params_.port_cycles(access.bytes) - 1 + params_.data_latency);
}

}  // namespace gf::hw::gpu
