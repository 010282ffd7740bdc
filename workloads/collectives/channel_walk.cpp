// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_walk.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace gf::model {
namespace {

/// Steps for the order by number, which is tried first between nodes and not counted.
constexpr long kFirstOrderBudget = 1 << 10;
constexpr unsigned kOldCapability = 80;  // below: a GPU answers what a NIC writes with more traffic

/// NCCL compares rates of paths in whole GB/s.
SearchRate whole_gigabytes(SearchRate rate) { return rate / 1000; }

}  // namespace

ChannelWalk::ChannelWalk(const ChannelLinks& links) : links_(links), used_(links.gpus()) {
  for (const ChannelLinks::Link& link : links.links()) left_.push_back(link.rate);
  for (unsigned nic = 0; nic < links.nics(); ++nic) left_port_.push_back(links.port_rate(nic));
}

ChannelWalk::End ChannelWalk::search(const ChannelGoal& goal, FoundChannels& best, long& budget) {
  goal_ = goal;
  now_ = {goal, {}, 0};
  best_ = &best;
  budget_ = budget;
  found_most_ = false;
  if (goal.between_nodes) {
    entry_nics_ = nics_for({});
    exit_nics_.clear();
    for (unsigned gpu = 0; gpu < links_.gpus(); ++gpu) exit_nics_.push_back(nics_for(gpu));
  }
  next_channel();
  budget = budget_;
  if (found_most_) return End::kFoundMost;
  return budget_ > 0 ? End::kTriedAll : End::kOutOfBudget;
}

bool ChannelWalk::spend() {
  if (found_most_ || budget_ <= 0) return false;
  --budget_;
  return true;
}

// ---- Channels ----

void ChannelWalk::next_channel() {
  channel_ = {};
  if (goal_.between_nodes)
    next_from_nics();
  else
    next_from_gpus();
}

void ChannelWalk::next_from_gpus() {
  if (now_.channels.empty())
    start(0, Order::kByNumber);
  else
    start(now_.channels.back().ranks.front(), Order::kAsLast);
  if (goal_.same_channels && !now_.channels.empty()) return;
  for (unsigned gpu = 0; gpu < links_.gpus(); ++gpu) start(gpu, Order::kSearched);
}

void ChannelWalk::start(unsigned gpu, Order order) {
  channel_ = {};
  visit(gpu, {0, {}, order});
}

void ChannelWalk::next_from_nics() {
  const std::vector<unsigned>& nics = entry_nics_;
  const std::size_t done = now_.channels.size();
  for (std::size_t i = 0; i < nics.size(); ++i) {
    const unsigned nic = nics[(done + i) % nics.size()];
    if (found_most_ || budget_ <= 0) return;
    if (left_port_[nic] < goal_.inter) continue;
    const bool answers = goal_.pattern == ChannelPattern::kRing && goal_.cross_nic == 2 &&
                         done % 2 == 1 && now_.channels.back().exit != nic;
    if (answers) continue;
    left_port_[nic] -= goal_.inter;
    if (done > 0 && goal_.same_channels) {
      start_from(nic, now_.channels.back().ranks.front(), Order::kAsLast);
    } else {
      if (done == 0 && !links_.has_nvswitch()) {
        const long counted = std::exchange(budget_, kFirstOrderBudget);
        start_from(nic, 0, Order::kByNumber);
        budget_ = counted;
      }
      const std::optional<unsigned> nearest = links_.preferring_gpu(nic);
      if (nearest) start_from(nic, *nearest, Order::kSearched);
      for (const unsigned gpu : links_.local_gpus(nic))
        if (gpu != nearest) start_from(nic, gpu, Order::kSearched);
    }
    left_port_[nic] += goal_.inter;
  }
}

void ChannelWalk::start_from(unsigned nic, unsigned gpu, Order order) {
  channel_ = {};
  channel_.entry = nic;
  const ChannelLinks::Path& path = links_.from_nic(nic, gpu);
  if (!take(path, true, false, goal_.inter)) return;
  visit(gpu, {0, exit_position(), order});
  give_back(path, true, goal_.inter);
}

void ChannelWalk::complete() {
  if (!spend()) return;
  now_.channels.push_back(channel_);
  const auto count = static_cast<unsigned>(now_.channels.size());
  const bool fewer_hops = now_.goal.pattern == best_->goal.pattern &&
                          now_.goal.cross_nic == best_->goal.cross_nic && now_.hops < best_->hops;
  if (count >= goal_.least &&
      (now_.total() > best_->total() || (now_.total() == best_->total() && fewer_hops))) {
    *best_ = now_;
    found_most_ = count == goal_.most;
  }
  if (count < goal_.most) next_channel();
  channel_ = now_.channels.back();
  now_.channels.pop_back();
}

// ---- Steps of a channel ----

unsigned ChannelWalk::exit_position() const {
  switch (goal_.pattern) {
    case ChannelPattern::kRing:
      return links_.gpus() - 1;
    case ChannelPattern::kSplitTree:
      return std::min(1u, links_.gpus() - 1);
    default:
      return 0;
  }
}

void ChannelWalk::visit(unsigned gpu, Step step) {
  if (!spend()) return;
  channel_.ranks.push_back(gpu);
  used_[gpu] = true;
  if (step.at == step.exit)
    leave(gpu, step);
  else
    go_on(gpu, step);
  used_[gpu] = false;
  channel_.ranks.resize(step.at);
}

void ChannelWalk::leave(unsigned gpu, Step step) {
  // The first two GPUs of a balanced tree share the traffic of the network.
  const bool shared = goal_.pattern == ChannelPattern::kBalancedTree;
  const SearchRate rate = shared ? goal_.inter / 2 : goal_.inter;
  step.exit.reset();
  if (shared && step.at == 0) step.exit = 1;
  const std::optional<unsigned> exit = channel_.exit;
  for (const unsigned nic : exit_nics_[gpu]) {
    if (!may_leave_by(nic, step.at)) continue;
    const ChannelLinks::Path& path = links_.to_nic(gpu, nic);
    if (!take(path, false, false, rate)) continue;
    channel_.exit = nic;
    if (spend()) go_on(gpu, step);
    channel_.exit = exit;
    give_back(path, false, rate);
  }
}

void ChannelWalk::go_on(unsigned gpu, Step step) {
  const bool last = step.at + 1 == links_.gpus();
  if (!last) {
    for (const unsigned next : next_gpus(gpu, step)) {
      const ChannelLinks::Path& path = links_.between(gpu, next);
      if (!take(path, false, true, goal_.intra)) continue;
      visit(next, {step.at + 1, step.exit, step.order});
      give_back(path, false, goal_.intra);
    }
    return;
  }
  if (goal_.pattern != ChannelPattern::kRing || goal_.between_nodes || links_.gpus() == 1) {
    const std::vector<bool> used = std::exchange(used_, std::vector<bool>(links_.gpus()));
    complete();
    used_ = used;
    return;
  }
  const ChannelLinks::Path& path = links_.between(gpu, channel_.ranks.front());
  if (!take(path, false, true, goal_.intra)) return;
  const std::vector<bool> used = std::exchange(used_, std::vector<bool>(links_.gpus()));
  complete();
  used_ = used;
  give_back(path, false, goal_.intra);
}

std::vector<unsigned> ChannelWalk::next_gpus(unsigned gpu, const Step& step) const {
  if (step.order == Order::kByNumber) return {step.at + 1};
  if (step.order == Order::kAsLast) return {now_.channels.back().ranks[step.at + 1]};
  if (links_.has_nvswitch()) return neighbours(gpu);
  const unsigned gpus = links_.gpus();
  std::vector<unsigned> next;
  for (unsigned i = 1; i < gpus; ++i) {
    const unsigned other = (gpu + i) % gpus;
    if (!used_[other] && links_.between(gpu, other).type != ChannelPath::kNone)
      next.push_back(other);
  }
  // Before its exit a channel prefers GPUs near the NIC that it came from.
  using Near = std::tuple<SearchRate, SearchRate, long>;
  using Inside = std::pair<SearchRate, long>;
  const auto near = [&](unsigned other) {
    if (!step.exit) return Near();
    const ChannelLinks::Path& path = links_.from_nic(*channel_.entry, other);
    return Near(-whole_gigabytes(path.rate), -whole_gigabytes(links_.host_rate(other)),
                static_cast<long>(path.links.size()));
  };
  const auto inside = [&](unsigned other) {
    const ChannelLinks::Path& path = links_.between(gpu, other);
    return Inside(-whole_gigabytes(path.rate), static_cast<long>(path.links.size()));
  };
  std::stable_sort(next.begin(), next.end(), [&](unsigned a, unsigned b) {
    return std::pair(near(a), inside(a)) < std::pair(near(b), inside(b));
  });
  // While the exit is more than a step away the last ones go first, if the way there is all the
  // same: so GPUs near the NIC stay for the end.
  const bool far_from_exit = step.exit && step.at + 1 != *step.exit;
  const bool alike = std::all_of(next.begin(), next.end(), [&](unsigned other) {
    return inside(other) == inside(next.front());
  });
  if (far_from_exit && alike) std::reverse(next.begin(), next.end());
  return next;
}

std::vector<unsigned> ChannelWalk::neighbours(unsigned gpu) const {
  const unsigned gpus = links_.gpus();
  const unsigned before = (gpu + gpus - 1) % gpus, behind = (gpu + 1) % gpus;
  std::vector<unsigned> wanted{behind};
  if (goal_.pattern == ChannelPattern::kRing)
    wanted = {before, behind};
  else if (goal_.pattern != ChannelPattern::kTree)
    wanted = {behind, before};
  if (before == behind) wanted.resize(1);
  wanted.erase(
      std::remove_if(wanted.begin(), wanted.end(), [this](unsigned other) { return used_[other]; }),
      wanted.end());
  return wanted;
}

// ---- NICs ----

std::vector<unsigned> ChannelWalk::nics_for(std::optional<unsigned> gpu) const {
  std::vector<unsigned> order;
  const auto add = [&](unsigned nic) {
    if (std::find(order.begin(), order.end(), nic) == order.end()) order.push_back(nic);
  };
  const unsigned first = gpu.value_or(0), end = gpu ? *gpu + 1 : links_.gpus();
  for (unsigned one = first; one < end; ++one) {
    if (links_.local_nics(one).empty()) continue;
    const unsigned start = links_.preferred_nic(one, 0);
    add(start);
    for (unsigned channel = 1; channel < kMostChannels; ++channel) {
      const unsigned nic = links_.preferred_nic(one, channel);
      if (nic == start) break;
      add(nic);
    }
  }
  for (int type = 0; type <= static_cast<int>(goal_.type_inter); ++type)
    for (unsigned one = first; one < end; ++one)
      for (unsigned nic = 0; nic < links_.nics(); ++nic)
        if (static_cast<int>(links_.to_nic(one, nic).type) == type) add(nic);
  return order;
}

bool ChannelWalk::may_leave_by(unsigned nic, unsigned position) const {
  const unsigned entry = *channel_.entry;
  if (goal_.pattern == ChannelPattern::kTree) return nic == entry;
  if (goal_.pattern == ChannelPattern::kRing && goal_.cross_nic == 2)
    return now_.channels.size() % 2 == 0 || nic == now_.channels.back().entry;
  if (goal_.cross_nic == 0 && nic != entry) return false;
  return goal_.pattern != ChannelPattern::kBalancedTree || position == 0 || nic == channel_.exit;
}

// ---- Capacity ----

bool ChannelWalk::take(const ChannelLinks::Path& path, bool from_nic, bool intra, SearchRate rate) {
  if (path.type == ChannelPath::kNone || path.type > (intra ? goal_.type_intra : goal_.type_inter))
    return false;
  const std::size_t booked = book(path, from_nic, rate, path.links.size());
  if (booked < path.links.size()) {
    book(path, from_nic, -rate, booked);
    return false;
  }
  now_.hops += static_cast<long>(path.links.size());
  return true;
}

void ChannelWalk::give_back(const ChannelLinks::Path& path, bool from_nic, SearchRate rate) {
  book(path, from_nic, -rate, path.links.size());
  now_.hops -= static_cast<long>(path.links.size());
}

std::size_t ChannelWalk::book(const ChannelLinks::Path& path, bool from_nic, SearchRate rate,
                              std::size_t count) {
  // An Intel CPU cuts what GPUs send into TLPs of 64 B (topo.h, INTEL_P2P_OVERHEAD).
  const bool cut = path.intel && path.type == ChannelPath::kPhb && !from_nic;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned at = path.links[i];
    const ChannelLinks::Link& link = links_.links()[at];
    const SearchRate there = cut && link.type == ChannelPath::kPix ? rate * 6 / 5 : rate;
    const bool answered =
        from_nic && link.to < links_.gpus() && links_.capability() < kOldCapability;
    const SearchRate back = answered ? there / 8 : 0;
    if (left_[at] < there || left_[link.back] < back) return i;
    left_[at] -= there;
    left_[link.back] -= back;
  }
  return count;
}

}  // namespace gf::model
