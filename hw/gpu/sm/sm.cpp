// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/sm/sm.h"

#include "core/base/error.h"

namespace gf::hw::gpu {
namespace {

const SmParams& checked(const SmParams& params, const std::string& path) {
  params.validate(path);
  return params;
}

unsigned count(WarpSet warps) { return static_cast<unsigned>(__builtin_popcountll(warps)); }

}  // namespace

Sm::Sm(const sc_core::sc_module_name& name, unsigned number, const SmParams& params,
       core::ClockDomain& clock, MemoryPortIf& memory, std::string memory_path)
    : sc_module(name),
      Quiescent(this->name()),
      schedulers_(checked(params, this->name()).schedulers),
      clock_(clock, *this),
      places_(~0ull >> (kMostWarps - params.warps)),
      warps_(params.warps),
      memory_(memory),
      streams_(params.warps),
      stats_(*this),
      lsu_(std::string(this->name()) + ".lsu", number, params, *this, memory),
      // A CTA that has left still has a line in the LSU's queue or a store on its way.
      ctas_(params.ctas + params.lsu_queue + params.stores),
      params_(params),
      memory_path_(std::move(memory_path)),
      resident_probe_(std::string(this->name()) + ".warps", 7, "resident warps") {
  for (unsigned warp = 0; warp < params.warps; ++warp) owned_[warp % schedulers_] |= one_warp(warp);
}

void Sm::serve(CtaClient& client, unsigned unit) {
  GF_CHECK(client_ == nullptr, name());
  client_ = &client;
  unit_ = unit;
}

void Sm::release_by(ReleaseIf& release, std::string path) {
  release_ = &release;
  release_path_ = std::move(path);
}

void Sm::released(unsigned warp, core::Cycle at) {
  report(clock_.now());
  report_data(warp, LineSource::kNone, 0, clock_.now(), at);
  releasing_ &= ~one_warp(warp);
  fenced_ &= ~one_warp(warp);
  timers_.set(warp, at, now_);
  clock_.wake(at);
}

void Sm::start(const CtaLaunch& launch, core::Cycle at) {
  arrivals_.push({launch, at});
  clock_.wake(at);
}

void Sm::invalidate_l1(core::Cycle at) {
  // This wakes no member: nothing is looked up before the next call. If the SM sleeps with nothing
  // to do, one note is enough.
  const bool noted = !arrivals_.empty() && arrivals_.back().launch.kernel == nullptr;
  if (noted && resident_ == 0 && arrivals_.size() == 1) return;
  arrivals_.push({{}, at});
}

void Sm::line_done(LineRequest& request, core::Cycle now) {
  now_ = now;
  report(now);
  const bool store = request.op == LineOp::kWrite;
  lsu_.line_done(request, now);
  // Answers come before any member of this cycle runs, so the SM can still act in it.
  if (issuable() != 0 || lsu_.ready()) return clock_.wake(now);
  if (store) return;  // a store delays no warp: the SM is called when it asked to be
  // Another line of the same load may have hit and arrive later than this one, which missed.
  const core::Cycle at = next_date();
  if (at != core::kNoCycle) clock_.wake(at);
}

void Sm::line_room(core::Cycle now) {
  lsu_.line_room(now);
  if (lsu_.ready()) clock_.wake(now);
}

void Sm::stream_done(StreamRequest& request, core::Cycle now) {
  now_ = now;
  report(now);
  streaming_ &= ~one_warp(request.tag);
  loaded(request.tag, now, LineSource::kDram, 0);
  clock_.wake(now);
}

void Sm::loaded(unsigned warp, core::Cycle at, LineSource source, unsigned home) {
  if ((loading_ & one_warp(warp)) == 0) return;  // it continued after its loads
  report_data(warp, source, home, now_, at);
  if (at <= now_) {
    ready_ |= one_warp(warp);
  } else {
    timers_.set(warp, at, now_);
  }
}

void Sm::stored(unsigned warp, unsigned cta, const LineRequest& line) {
  ResidentCta& owner = ctas_[cta];
  --owner.stores;
  report_store(warp, owner, line);
  // The slot of a warp that has ended may now hold another CTA's warp, which does not
  // own these stores.
  const bool lives = (owner.live & one_warp(warp)) != 0;
  if (lives && --warps_[warp].stores == 0 && (fenced_ & one_warp(warp)) != 0) stores_visible(warp);
  if (owner.done()) finish(cta);
}

void Sm::report_data(unsigned warp, LineSource source, unsigned home, core::Cycle now,
                     core::Cycle at) const {
  if (KernelJournal* const journal = KernelJournal::active())
    journal->data_arrived(this, warp, source, home, now, at);
}

void Sm::report_store(unsigned warp, const ResidentCta& owner, const LineRequest& line) const {
  KernelJournal* const journal = KernelJournal::active();
  if (journal == nullptr) return;
  journal->stored(this, owner.launch.run, line.source, line.home);
  const bool fenced = (owner.live & fenced_ & one_warp(warp)) != 0;
  if (fenced && warps_[warp].stores == 1)
    journal->data_arrived(this, warp, line.source, line.home, now_, now_);
}

void Sm::report_warps(core::Cycle now) const {
  std::vector<KernelJournal::Warp> warps;
  each_warp(resident_, [&](unsigned slot) {
    warps.push_back({slot, ctas_[warps_[slot].cta].launch.run, does(slot)});
  });
  KernelJournal::active()->warps_did(this, now, warps);
}

KernelTime Sm::does(unsigned warp) const {
  const WarpSet bit = one_warp(warp);
  if ((loading_ & bit) != 0) return KernelTime::kLoad;
  if ((fenced_ & bit) != 0) return KernelTime::kFence;
  if ((at_barrier_ & bit) != 0) return KernelTime::kBarrier;
  if ((ready_ & memory_next_ & bit) != 0 && !lsu_.room()) return KernelTime::kRoom;
  return KernelTime::kIssue;
}

bool Sm::idle() const {
  for (std::size_t n = 0; n < arrivals_.size(); ++n)
    if (arrivals_[n].launch.kernel != nullptr) return false;
  return resident_ == 0 && lsu_.idle() && ctas_.empty();
}

void Sm::append_waits(std::vector<core::Wait>& waits) const {
  const WarpSet loading = loading_ & ~streaming_;
  if (loading != 0 || lsu_.reads_out() != 0) {
    waits.push_back({name(),
                     std::to_string(count(loading)) + " warps: data (" +
                         std::to_string(lsu_.reads_out()) + " reads outstanding)",
                     memory_path_});
  }
  if (streaming_ != 0)
    waits.push_back({name(), std::to_string(count(streaming_)) + " warps: streams", memory_path_});
  if (releasing_ != 0)
    waits.push_back({name(), std::to_string(count(releasing_)) + " warps: release", release_path_});
  const WarpSet fenced = fenced_ & ~releasing_;
  if (fenced != 0 || lsu_.stores_out() != 0) {
    waits.push_back({name(),
                     std::to_string(count(fenced)) + " warps at fences: stores visible (" +
                         std::to_string(lsu_.stores_out()) + " outstanding)",
                     memory_path_});
  }
  if (lsu_.waiting() != 0) {
    waits.push_back(
        {name(), std::to_string(lsu_.waiting()) + " memory instructions: room", memory_path_});
  }
  if (at_barrier_ != 0)
    waits.push_back({name(), std::to_string(count(at_barrier_)) + " warps: barrier", name()});
}

}  // namespace gf::hw::gpu
