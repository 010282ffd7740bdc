// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/um_driver.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/gpu/memory/gpu_memory.h"

namespace gf::hw::gpu {

using core::Cycle;

namespace {

const UmParams& validated(const UmParams& params, const std::string& path) {
  params.validate(path);
  return params;
}

}  // namespace

UmDriver::UmDriver(const sc_core::sc_module_name& name, const UmParams& params,
                   core::ClockDomain& clock, model::PageTable& pages)
    : sc_module(name),
      Quiescent(this->name()),
      params_(validated(params, this->name())),
      clock_(clock, *this),
      pages_(pages),
      stats_(*this) {
  if (!params.faults) pages.map_managed_directly();
}

void UmDriver::attach(GpuMemory& memory) {
  GF_CHECK(gpus_.size() < pages_.gpus(), name());
  gpus_.push_back({&memory, false});
  memory.mmu().connect(*this);
}

void UmDriver::check_call(const char* what, unsigned gpu) const {
  if (!params_.faults) {
    core::fail_config(name(), "faults", "false", std::string("true for ") + what,
                      "GPUs without page faults do not have this call");
  }
  if (gpu >= gpus_.size()) {
    core::fail_config(name(), "gpu", std::to_string(gpu),
                      "GPUs 0 ... " + std::to_string(gpus_.size() - 1), what);
  }
}

void UmDriver::prefetch(std::uint64_t address, std::uint64_t bytes, unsigned gpu,
                        std::function<void()> done) {
  check_call("a prefetch", gpu);
  pages_.check_managed(address, bytes);
  const core::Ticks at = core::now_ticks() + params_.prefetch_call.value();
  const Cycle ready = clock_.after(at);
  requests_.push({gpu, false, address, bytes, std::move(done), ready});
  post(ready, Step::kCall);
}

void UmDriver::advise(std::uint64_t address, std::uint64_t bytes, const model::Advice& advice) {
  check_call("advice", 0);
  pages_.advise(address, bytes, advice);
}

Cycle UmDriver::cycles(const sc_core::sc_time& time) const {
  return (time.value() + clock_.period() - 1) / clock_.period();
}

void UmDriver::post(Cycle at, Step step, Group* group) {
  // Events of one cycle keep the order in which they were posted. A priority queue does not
  // guarantee that by itself, and results would depend on it.
  events_.push({at, order_++, step, group});
  clock_.wake(at);
}

void UmDriver::faults_wait(unsigned gpu, Cycle now) {
  // One request covers all faults in the buffer when its batch begins.
  if (gpus_[gpu].noted) return;
  gpus_[gpu].noted = true;
  // At least one cycle: the GPU's MMU and the driver are members of one clock, and each sees the
  // other's actions in the next cycle.
  const Cycle ready = now + std::max<Cycle>(1, cycles(params_.interrupt));
  requests_.push({gpu, true, 0, 0, {}, ready});
  post(ready, Step::kCall);
}

void UmDriver::shot_down(Shootdown& shootdown, Cycle now) {
  Group& group = *static_cast<Group*>(shootdown.key);
  if (--group.open == 0) post(now + 1 + cycles(params_.shootdown), Step::kCopy, &group);
}

void UmDriver::cycle(Cycle now) {
  while (!events_.empty() && events_.top().at <= now) {
    const Event event = events_.top();
    events_.pop();
    act(event, now);
  }
  if (!events_.empty()) clock_.wake(events_.top().at);
}

void UmDriver::act(const Event& event, Cycle now) {
  switch (event.step) {
    case Step::kCall:
      return begin_next(now);
    case Step::kPlan:
      return plan(now);
    case Step::kRevoke:
      return revoke(*event.group, now);
    case Step::kCopy:
      return copy(*event.group, now);
    case Step::kCopied:
      if (--event.group->open == 0) map(*event.group, now);
      return;
    case Step::kReplay:
      return gpus_[current_.gpu].memory->mmu().replay(to_replay_, now);
    case Step::kNext:
      return end(now);
  }
}

void UmDriver::begin_next(Cycle now) {
  // Each request has posted a call for its own time, so an early call is harmless. The request in
  // front has a later call, or the end of the present work posts it.
  if (busy_ || requests_.empty() || requests_.front().ready > now) return;
  current_ = requests_.pop();
  busy_ = true;
  since_ = now;
  page_requests_.clear();
  planned_ = 0;
  if (current_.faults) {
    take_faults(now);
    stats_.software.add_ticks(cycles(params_.batch_time) * clock_.period());
    return post(now + cycles(params_.batch_time), Step::kPlan);
  }
  const std::uint64_t last = (current_.address + current_.bytes - 1) >> pages_.page_shift();
  for (std::uint64_t page = current_.address >> pages_.page_shift(); page <= last; ++page)
    page_requests_.push_back({page, false});
  plan(now);
}

void UmDriver::take_faults(Cycle now) {
  Mmu& mmu = gpus_[current_.gpu].memory->mmu();
  // From here on a new fault requests a batch of its own: this one takes the faults in
  // the buffer now.
  gpus_[current_.gpu].noted = false;
  ++stats_.batches;
  to_replay_.clear();
  for (unsigned taken = 0; taken < params_.batch && mmu.faults().has(now); ++taken) {
    const Fault fault = mmu.faults().take(now);
    ++stats_.faults;
    stats_.waited.add_ticks((now - fault.at) * clock_.period());
    to_replay_.push_back(fault.page);
    add_requests({fault.page, fault.write});
  }
  // The MMU finds pages in it by binary search.
  std::sort(to_replay_.begin(), to_replay_.end());
  mmu.faults_taken(now);
  merge_requests();
}

/// Adds the page, and the pages of its structure around it that move with it.
void UmDriver::add_requests(const PageRequest& request) {
  page_requests_.push_back(request);
  const std::uint64_t pages = params_.granularity.count() >> pages_.page_shift();
  if (pages <= 1) return;
  const std::uint64_t first = request.page / pages * pages;
  const auto [from, to] = pages_.pages_of(request.page << pages_.page_shift());
  for (std::uint64_t page = std::max(first, from); page < std::min(first + pages, to); ++page)
    // No GPU has touched these: a copy for reading is enough.
    if (page != request.page) page_requests_.push_back({page, false});
}

void UmDriver::merge_requests() {
  const auto before = [](const PageRequest& a, const PageRequest& b) {
    // A write sorts before a read of its page, so that unique() keeps the more demanding wish.
    return a.page != b.page ? a.page < b.page : a.write && !b.write;
  };
  const auto same = [](const PageRequest& a, const PageRequest& b) { return a.page == b.page; };
  std::sort(page_requests_.begin(), page_requests_.end(), before);
  page_requests_.erase(std::unique(page_requests_.begin(), page_requests_.end(), same),
                       page_requests_.end());
}

UmDriver::Group& UmDriver::new_group() {
  if (free_groups_.empty()) {
    groups_.emplace_back();
    groups_.back().shootdowns.resize(gpus_.size());
    for (Shootdown& one : groups_.back().shootdowns) one.key = &groups_.back();
    free_groups_.push_back(&groups_.back());
  }
  Group& group = *free_groups_.back();
  free_groups_.pop_back();
  group.requests.clear();
  group.moves.clear();
  for (Shootdown& one : group.shootdowns) one.pages.clear();
  return group;
}

void UmDriver::plan(Cycle now) {
  if (planned_ == page_requests_.size()) return all_mapped(now);
  // Groups stay in a deque and are reused: shootdowns and copies in progress point to them.
  Group& group = new_group();
  const auto block = [&](const PageRequest& request) {
    return (request.page << pages_.page_shift()) / params_.block.count();
  };
  const std::uint64_t its = block(page_requests_[planned_]);
  while (planned_ < page_requests_.size() && block(page_requests_[planned_]) == its)
    group.requests.push_back(page_requests_[planned_++]);
  const Cycle time = group.requests.size() * cycles(params_.page_time);
  stats_.software.add_ticks(time * clock_.period());
  post(now + time, Step::kRevoke, &group);
}

void UmDriver::append_waits(std::vector<core::Wait>& waits) const {
  const std::string whom = gpus_[busy_ ? current_.gpu : requests_.front().gpu].memory->name();
  if (busy_) {
    const std::string what = current_.faults ? "a batch of faults" : "a prefetch";
    waits.push_back({name(), what + ", " + std::to_string(page_requests_.size()) + " pages", whom});
  }
  if (!requests_.empty())
    waits.push_back({name(), std::to_string(requests_.size()) + " batches and prefetches", name()});
}

}  // namespace gf::hw::gpu
