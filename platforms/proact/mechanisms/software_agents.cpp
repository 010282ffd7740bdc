// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/software_agents.h"

#include <algorithm>

#include "core/error.h"

namespace gf::platforms::proact {

using model::WarpInstruction;
using model::WarpOp;
using model::WarpProgram;

namespace {

constexpr unsigned kFlagsOfLine = hw::gpu::kLineBytes;  ///< 1 B each.
constexpr unsigned kWordsOfLine = kFlagsOfLine / 64;    ///< Of Flags.
constexpr unsigned kMostWarpsOfCta = 8;                 ///< 256 threads.
constexpr int kBeforeProducers = 1;  ///< Priority: agents start where producers have CTAs left.

unsigned warps_of(unsigned threads) { return std::max(1u, threads / model::kWarpLanes); }

Stores stores_of(const Machine& machine) {
  return machine.transfer.elide == Elide::kStores ? Stores::kElided : Stores::kMade;
}

/// Copies a chunk.
class ChildProgram final : public model::KernelProgramIf {
 public:
  ChildProgram(const Machine& machine, const model::proact::ChunkPart& part, unsigned gpu,
               unsigned warps, unsigned warps_per_cta)
      : layout_(machine.layout),
        part_(part),
        gpu_(gpu),
        warps_(warps),
        warps_per_cta_(warps_per_cta),
        stores_(stores_of(machine)) {}
  void warp(unsigned cta, unsigned warp, WarpProgram& program) const override {
    emit_copy(layout_, part_, gpu_, cta * warps_per_cta_ + warp, warps_, stores_, program);
  }

 private:
  const RegionLayout& layout_;
  const model::proact::ChunkPart& part_;
  const unsigned gpu_;
  const unsigned warps_;
  const unsigned warps_per_cta_;
  const Stores stores_;
};

}  // namespace

std::vector<model::DataStructure> SoftwareAgent::structures(const model::proact::SharedApp&,
                                                            const RegionLayout& layout,
                                                            const TransferParams& transfer) const {
  if (transfer.chunk.count() > layout.bytes()) {
    core::fail_config("", "chunk", core::to_text(transfer.chunk),
                      "not larger than the region, " + core::to_text(core::Bytes(layout.bytes())),
                      "take a smaller chunk, or a larger region");
  }
  return SoftwareCounters::structures(layout, transfer.chunk.count());
}

void SoftwareAgent::attach(const Machine& machine) {
  machine_.emplace(machine);
  const std::string& file = machine.transfer.map;
  if (!file.empty()) user_map_ = model::proact::read_cta_writes(file);
}

model::Kernel SoftwareAgent::track(unsigned phase) {
  errors_ = errors();
  counters_ = std::make_unique<SoftwareCounters>(
      machine(), phase, phase == 0 ? user_map_ : model::proact::CtaWrites{});
  model::Kernel kernel = machine().app.kernel(phase);
  ReadyClientIf& client = *this;
  kernel.program = std::make_shared<TrackedProgram>(machine().app.kernel(phase), machine().layout,
                                                    *counters_, client);
  return kernel;
}

std::vector<std::string> SoftwareAgent::errors() const {
  std::vector<std::string> all = errors_;
  if (counters_ == nullptr) return all;
  all.insert(all.end(), counters_->errors().begin(), counters_->errors().end());
  return all;
}

void SoftwareAgent::drain(unsigned, const Done& done) {
  if (idle()) done();
}

bool SoftwareAgent::idle() const { return counters_ == nullptr || !counters_->any_missing(); }

void SoftwareAgent::append_waits(std::vector<core::Wait>& waits) const {
  for (unsigned gpu = 0; gpu < machine().layout.gpus(); ++gpu) counters_->append_waits(gpu, waits);
}

model::Kernel SoftwareAgent::agent_kernel(const std::string& name, unsigned gpu) const {
  const unsigned warps = warps_of(machine().transfer.threads);
  model::Kernel kernel;
  kernel.name = name;
  kernel.warps_per_cta = std::min(warps, kMostWarpsOfCta);
  kernel.ctas = (warps + kernel.warps_per_cta - 1) / kernel.warps_per_cta;
  kernel.split = false;
  kernel.gpu = gpu;
  kernel.priority = kBeforeProducers;
  return kernel;
}

PollingProgram::PollingProgram(const Machine& machine, const SoftwareCounters& counters,
                               unsigned gpu)
    : layout_(machine.layout),
      counters_(counters),
      parts_(counters.map().parts(gpu)),
      gpu_(gpu),
      warps_(warps_of(machine.transfer.threads)),
      warps_per_cta_(std::min(warps_, kMostWarpsOfCta)),
      cost_(machine.host.poll_cost),
      stores_(stores_of(machine)),
      ready_((parts_.size() + kFlagsOfLine - 1) / kFlagsOfLine * kWordsOfLine),
      all_(ready_.size()),
      state_(warps_) {
  std::uint32_t expected = 0;
  for (std::size_t n = 0; n < parts_.size(); ++n) {
    if (parts_[n].writers == 0) continue;  // the user's map does not have it
    all_[n / 64] |= 1ull << n % 64;
    ++expected;
  }
  for (Warp& warp : state_) {
    warp.left = expected;
    warp.seen.resize(all_.size());
  }
}

void PollingProgram::warp(unsigned cta, unsigned warp, WarpProgram& program) const {
  const unsigned number = cta * warps_per_cta_ + warp;
  if (number < warps_) poll(state_[number], program);
}

void PollingProgram::poll(Warp& warp, WarpProgram& program) const {
  WarpInstruction load = WarpInstruction::access(
      WarpOp::kLoad, SoftwareCounters::flag(gpu_, warp.line * kFlagsOfLine));
  load.cached = false;
  if (cost_ != 0) program.code.push_back(WarpInstruction::compute(cost_));
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
      emit_copy(layout_, parts_[part], gpu_, number, warps_, stores_, program);
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

bool PollingProgram::more(unsigned cta, unsigned warp, WarpProgram& program) const {
  const unsigned number = cta * warps_per_cta_ + warp;
  if (number >= warps_) return false;
  Warp& state = state_[number];
  if (state.left == 0) return false;
  copy_ready(number, state, program);
  if (state.left == counters_.missing(gpu_)) return !program.code.empty();
  next_line(state);
  poll(state, program);
  return true;
}

void Polling::attach(const Machine& machine) {
  SoftwareAgent::attach(machine);
  bitmaps_.resize(machine.layout.gpus());
  const std::uint64_t chunks = (machine.layout.bytes() + machine.transfer.chunk.count() - 1) /
                               machine.transfer.chunk.count();
  for (unsigned gpu = 0; gpu < machine.layout.gpus(); ++gpu) {
    Bitmap& bitmap = bitmaps_[gpu];
    bitmap.offset = model::offset_of(machine.node.physical(SoftwareCounters::flag(gpu, 0), gpu));
    machine.node.gpu(gpu).memory.watch(bitmap.offset, bitmap.offset + chunks, bitmap);
  }
}

std::vector<model::Kernel> Polling::kernels(unsigned phase) {
  const model::Kernel producer = track(phase);
  std::vector<model::Kernel> kernels;
  for (unsigned gpu = 0; gpu < machine().layout.gpus(); ++gpu) {
    if (counters().map().parts(gpu).empty() || !transfers()) continue;
    bitmaps_[gpu].agent = std::make_shared<PollingProgram>(machine(), counters(), gpu);
    kernels.push_back(agent_kernel("polling_" + std::to_string(gpu), gpu));
    kernels.back().stream = 1 + gpu;
    kernels.back().program = bitmaps_[gpu].agent;
  }
  kernels.push_back(producer);
  return kernels;
}

void Polling::chunk_ready(unsigned gpu, std::uint32_t index, WarpProgram& program) {
  if (!transfers()) return;
  bitmaps_[gpu].under_way.push_back(index);
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
  under_way.erase(std::remove_if(under_way.begin(), under_way.end(), here), under_way.end());
}

std::vector<model::Kernel> ChildKernels::kernels(unsigned phase) {
  children_.clear();
  driver_free_.resize(machine().layout.gpus());
  return {track(phase)};
}

void ChildKernels::chunk_ready(unsigned gpu, std::uint32_t index, WarpProgram& program) {
  if (!transfers()) return;
  const model::proact::ChunkPart& part = counters().map().parts(gpu)[index];
  model::Kernel& child =
      children_.emplace_back(agent_kernel("copy_" + std::to_string(part.chunk), gpu));
  child.program = std::make_shared<ChildProgram>(
      machine(), part, gpu, child.ctas * child.warps_per_cta, child.warps_per_cta);
  const core::Ticks now = core::now_ticks();
  driver_free_[gpu] = std::max(now, driver_free_[gpu]) + machine().host.cdp_interval.value();
  const core::Ticks start = driver_free_[gpu] + machine().host.cdp_latency.value();
  machine().node.dispatcher().launch(child, start / machine().node.clock().period() + 1);
  if (machine().host.cdp_issue != 0)
    program.code.push_back(WarpInstruction::compute(machine().host.cdp_issue));
}

}  // namespace gf::platforms::proact
