// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/polling.h"

#include <algorithm>

#include "core/trace/timeline.h"

namespace gf::platforms::proact {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

namespace {

constexpr unsigned kFlagsOfLine = hw::gpu::kLineBytes;  ///< 1 B each.
constexpr unsigned kWordsOfLine = kFlagsOfLine / 64;    ///< Words of Flags.

}  // namespace

PollingProgram::PollingProgram(const MechanismContext& context, const SoftwareCounters& counters,
                               unsigned gpu)
    : layout_(context.layout),
      counters_(counters),
      parts_(counters.map().parts(gpu)),
      gpu_(gpu),
      shape_(context.transfer.threads),
      cost_(context.host.poll_cost),
      interval_(context.host.poll_interval),
      stores_(stores_of(context)),
      ready_((parts_.size() + kFlagsOfLine - 1) / kFlagsOfLine * kWordsOfLine),
      all_(ready_.size()),
      state_(shape_.warps) {
  std::uint32_t expected = 0;
  for (std::size_t n = 0; n < parts_.size(); ++n) {
    if (parts_[n].writers == 0) continue;  // not in the user's map
    all_[n / 64] |= 1ull << n % 64;
    ++expected;
  }
  for (Warp& warp : state_) {
    warp.left = expected;
    warp.seen.resize(all_.size());
  }
}

bool PollingProgram::spins() const { return counters_.open(gpu_) != 0; }

void PollingProgram::set(std::uint32_t index) {
  ready_[index / 64] |= 1ull << index % 64;
  if (slices_ != nullptr)
    slices_->enters(gpu_, index, hw::proact::ChunkStage::kPoll, core::now_ticks());
}

void PollingProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  const unsigned number = cta * shape_.warps_per_cta + warp;
  if (number < shape_.warps) poll(state_[number], program);
}

void PollingProgram::poll(const Warp& warp, WarpProgram& program) const {
  WarpInstruction load = WarpInstruction::access(
      WarpOp::kLoad, SoftwareCounters::flag(gpu_, warp.line * kFlagsOfLine));
  // A flag in the L1 would never change: SMs' caches do not see stores of other SMs.
  load.cached = false;
  if (cost_ != 0) program.code.push_back(WarpInstruction::arithmetic(cost_, interval_));
  program.code.push_back(load);
}

void PollingProgram::copy_ready(unsigned number, Warp& warp, WarpProgram& program) const {
  for (std::uint32_t word = warp.line * kWordsOfLine; word < (warp.line + 1) * kWordsOfLine;
       ++word) {
    std::uint64_t fresh = ready_[word] & ~warp.seen[word];
    warp.seen[word] |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      const unsigned part = word * 64 + static_cast<unsigned>(__builtin_ctzll(fresh));
      --warp.left;
      if (slices_ != nullptr) slices_->found(gpu_, part);
      emit_copy(layout_, parts_[part], gpu_, number, shape_.warps, stores_, program);
    }
  }
}

void PollingProgram::next_line(Warp& warp) const {
  const auto waits = [&](std::uint32_t line) {
    return !std::equal(all_.begin() + line * kWordsOfLine, all_.begin() + (line + 1) * kWordsOfLine,
                       warp.seen.begin() + line * kWordsOfLine);
  };
  const auto lines = static_cast<std::uint32_t>(all_.size() / kWordsOfLine);
  do warp.line = warp.line + 1 == lines ? 0 : warp.line + 1;
  while (!waits(warp.line));
}

bool PollingProgram::more(unsigned cta, unsigned warp, WarpProgram& program) {
  const unsigned number = cta * shape_.warps_per_cta + warp;
  if (number >= shape_.warps) return false;
  Warp& state = state_[number];
  if (state.left == 0) return false;
  copy_ready(number, state, program);
  // The remaining chunks will never be ready, because all CTAs have counted. Polling for them would
  // keep the run alive for ever; instead it must come to rest and report the missing writers.
  if (state.left == counters_.missing(gpu_)) return !program.code.empty();
  next_line(state);
  poll(state, program);
  return true;
}

void Polling::attach(const MechanismContext& context) {
  SoftwareAgent::attach(context);
  bitmaps_.resize(context.layout.gpus());
  const std::uint64_t chunks = (context.layout.bytes() + context.transfer.chunk.count() - 1) /
                               context.transfer.chunk.count();
  for (unsigned gpu = 0; gpu < context.layout.gpus(); ++gpu) {
    Bitmap& bitmap = bitmaps_[gpu];
    bitmap.offset = model::offset_of(context.node.physical(SoftwareCounters::flag(gpu, 0), gpu));
    context.node.gpu(gpu).memory.watch(bitmap.offset, bitmap.offset + chunks, bitmap,
                                       hw::gpu::PassKind::kChanges);
  }
}

std::vector<model::Kernel> Polling::kernels(unsigned phase) {
  const model::Kernel producer = track(phase);
  show_copies();
  std::vector<model::Kernel> kernels;
  for (unsigned gpu = 0; gpu < context().layout.gpus(); ++gpu) {
    if (counters().map().parts(gpu).empty() || !transfers()) continue;
    bitmaps_[gpu].agent = std::make_shared<PollingProgram>(context(), counters(), gpu);
    bitmaps_[gpu].agent->show(slices());
    kernels.push_back(agent_kernel("polling_" + std::to_string(gpu), gpu));
    // A stream of its own: agents run while the producer's kernel runs.
    kernels.back().stream = 1 + gpu;
    kernels.back().program = bitmaps_[gpu].agent;
  }
  // Last: the host's program treats the last kernel of a phase as the producer.
  kernels.push_back(producer);
  return kernels;
}

void Polling::show_copies() {
  if (core::Timeline::active() != nullptr || hw::proact::ChunkJournal::active() != nullptr)
    follow_copies();
}

void Polling::chunk_ready(unsigned gpu, std::uint32_t index, WarpProgram& program) {
  if (!transfers()) return;
  bitmaps_[gpu].under_way.push_back(index);
  if (slices() != nullptr) {
    slices()->ready(gpu, index);
    slices()->enters(gpu, index, hw::proact::ChunkStage::kFlag, core::now_ticks());
  }
  WarpInstruction store =
      WarpInstruction::access(WarpOp::kStore, SoftwareCounters::flag(gpu, index), 1);
  store.lanes = 1;
  program.code.push_back(store);
}

void Polling::Bitmap::line_passes(const hw::gpu::LinePass& pass, core::Cycle) {
  if (pass.op != hw::gpu::LineOp::kWrite || agent == nullptr) return;
  const auto here = [&](std::uint32_t index) {
    return (offset + index) / hw::gpu::kSectorBytes == pass.offset / hw::gpu::kSectorBytes;
  };
  for (const std::uint32_t index : under_way)
    if (here(index)) agent->set(index);
  // A flag counts from when its store passes the L2, where polling loads read it, not from when the
  // warp issues it.
  under_way.erase(std::remove_if(under_way.begin(), under_way.end(), here), under_way.end());
}

}  // namespace gf::platforms::proact
