// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_search.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "core/base/error.h"
#include "workloads/collectives/channel_walk.h"
#include "workloads/collectives/ring_bound.h"

namespace gf::model {
namespace {

// Steps: search.cc, NCCL_SEARCH_TIMEOUT and so on.
constexpr long kTotalBudget = 1 << 19;
constexpr long kWalkBudget = 1 << 14;
constexpr long kSameChannelsBudget = 1 << 8;
constexpr unsigned kHopper = 90;

ChannelPath next_of(ChannelPath path) {
  return static_cast<ChannelPath>(static_cast<int>(path) + 1);
}

/// Tries goals from the best to the worst.
class GoalSearch {
 public:
  GoalSearch(const ChannelLinks& links, ChannelPattern pattern, bool between_nodes, unsigned least,
             unsigned most)
      : links_(links),
        walk_(links),
        between_nodes_(between_nodes),
        speeds_(channel_speeds(links.capability(), between_nodes)) {
    goal_.pattern = pattern;
    goal_.between_nodes = between_nodes;
    goal_.least = least;
    goal_.most = most;
    set_ranges();
    best_.goal = goal_;
  }

  FoundChannels run() {
    first_speed();
    lower_goals();
    split_channels();
    raise_speed();
    return best_;
  }
  [[nodiscard]] long steps() const { return steps_; }
  [[nodiscard]] bool out_of_budget() const { return out_of_budget_; }

 private:
  /// Types of the nearest and the farthest path, and the rates that no channel exceeds.
  void set_ranges() {
    nearest_intra_ = links_.gpus() > 1 ? ChannelPath::kNone : ChannelPath::kLocal;
    farthest_intra_ = links_.gpus() > 1 ? ChannelPath::kLocal : ChannelPath::kSys;
    for (unsigned a = 0; a < links_.gpus(); ++a)
      for (unsigned b = 0; b < links_.gpus(); ++b)
        if (a != b) see(links_.between(a, b), nearest_intra_, farthest_intra_, !between_nodes_);
    nearest_inter_ = ChannelPath::kPix;
    farthest_inter_ = ChannelPath::kSys;
    if (between_nodes_) {
      nearest_inter_ = ChannelPath::kNone;
      farthest_inter_ = ChannelPath::kLocal;
      for (unsigned gpu = 0; gpu < links_.gpus(); ++gpu)
        for (unsigned nic = 0; nic < links_.nics(); ++nic)
          see(links_.to_nic(gpu, nic), nearest_inter_, farthest_inter_, true);
      if (links_.capability() < kHopper) farthest_inter_ = ChannelPath::kSys;
    }
    most_of_all_ = links_.widest_gpu();
    // A tree does not return to its first GPU.
    if (links_.gpus() > 1 && goal_.pattern != ChannelPattern::kRing)
      most_of_all_ = most_of_all_ * links_.gpus() / (links_.gpus() - 1);
    if (!between_nodes_ && links_.gpus() == 1) most_of_one_ = most_of_all_ = 5'000'000;
  }
  void see(const ChannelLinks::Path& path, ChannelPath& nearest, ChannelPath& farthest,
           bool counts) {
    nearest = std::min(nearest, path.type);
    farthest = std::max(farthest, std::min(path.type, ChannelPath::kSys));
    if (counts) most_of_one_ = std::max(most_of_one_, path.rate);
  }

  void set_speed(std::size_t index) {
    speed_ = index;
    goal_.intra = goal_.inter = speeds_[index];
  }
  void first_speed() {
    std::size_t index = 0;
    while (index + 1 < speeds_.size() &&
           (speeds_[index] > most_of_one_ || speeds_[index] * goal_.least > most_of_all_))
      ++index;
    set_speed(index);
  }

  ChannelWalk::End walk() {
    long budget = goal_.same_channels ? kSameChannelsBudget : kWalkBudget;
    const long given = budget;
    const ChannelWalk::End end = walk_.search(goal_, best_, budget);
    steps_ += given - budget;
    out_of_budget_ |= end == ChannelWalk::End::kOutOfBudget && !goal_.same_channels;
    return end;
  }
  [[nodiscard]] bool found() const { return !best_.channels.empty(); }
  /// Whether the last walk, or all so far, made another one pointless.
  [[nodiscard]] bool enough(ChannelWalk::End end) const {
    return end == ChannelWalk::End::kFoundMost ||
           static_cast<SearchRate>(best_.channels.size()) * best_.goal.inter >= whole() ||
           (steps_ > kTotalBudget && found());
  }
  [[nodiscard]] SearchRate whole() const {
    return links_.gpus() == 1 ? most_of_all_ : links_.widest_gpu();
  }

  /// From equal to different channels, near to far paths, one NIC to two, high to low speeds.
  void lower_goals() {
    for (;; set_speed(speed_ + 1)) {
      for (goal_.cross_nic = 0;; goal_.cross_nic = 2) {
        if (try_types()) return;
        if (goal_.cross_nic == 2 || !may_cross()) break;
      }
      goal_.cross_nic = 0;
      const bool last = speed_ + 1 == speeds_.size();
      if (last || (found() && 100 * speeds_[speed_ + 1] <= 49 * best_.goal.inter)) return;
    }
  }
  [[nodiscard]] bool may_cross() const {
    return between_nodes_ && links_.nics() > 1 &&
           (goal_.pattern == ChannelPattern::kRing ||
            goal_.pattern == ChannelPattern::kBalancedTree);
  }
  /// Returns whether the search is over.
  bool try_types() {
    goal_.type_inter = nearest_inter_;
    for (;;) {
      goal_.type_intra = nearest_intra_;
      for (;;) {
        if (try_orders()) return true;
        const ChannelPath limit = between_nodes_ ? goal_.type_inter : farthest_intra_;
        if (goal_.type_intra >= limit || (found() && goal_.type_intra >= best_.goal.type_intra))
          break;
        goal_.type_intra = next_of(goal_.type_intra);
      }
      const bool further = between_nodes_ && goal_.type_inter < farthest_inter_ &&
                           (!found() || goal_.type_inter < best_.goal.type_inter ||
                            goal_.type_inter < ChannelPath::kPxn);
      if (!further) break;
      goal_.type_inter = next_of(goal_.type_inter);
    }
    return false;
  }
  bool try_orders() {
    const ChannelPattern pattern = goal_.pattern;
    for (;;) {
      goal_.same_channels = true;
      if (enough(walk())) return true;
      // Channels in different orders over AMD's links between sockets do not gain (search.cc).
      if (!(links_.amd_cpus() && goal_.type_intra == ChannelPath::kSys)) {
        goal_.same_channels = false;
        if (enough(walk())) return true;
      }
      const bool simpler =
          goal_.pattern == ChannelPattern::kBalancedTree && links_.capability() >= kHopper;
      if (!simpler) break;
      goal_.pattern = ChannelPattern::kTree;
    }
    goal_.pattern = pattern;
    return false;
  }

  /// A CTA does not fill a fast channel; search.cc, ncclTopoDupChannels.
  void split_channels() {
    constexpr SearchRate kFast = 25'000, kFastOnHopper = 50'000;
    constexpr std::size_t kFewChannels = 4;
    const std::size_t count = best_.channels.size();
    if (count == 0 || best_.goal.intra < kFast) return;
    if (links_.capability() > 80 && best_.goal.intra < kFastOnHopper && count > kFewChannels)
      return;
    const std::size_t split = std::min<std::size_t>(2 * count, best_.goal.most);
    const auto parts = static_cast<SearchRate>((split + count - 1) / count);
    for (std::size_t i = count; i < split; ++i) best_.channels.push_back(best_.channels[i - count]);
    best_.goal.intra /= parts;
    best_.goal.inter /= parts;
  }

  /// As many channels as were found may go faster.
  void raise_speed() {
    if (!found()) return;
    goal_ = best_.goal;
    goal_.least = static_cast<unsigned>(best_.channels.size());
    std::size_t index = 0;
    while (index + 1 < speeds_.size() && speeds_[index] > best_.goal.inter) ++index;
    set_speed(index);
    const bool ring = goal_.pattern == ChannelPattern::kRing;
    while (speed_ > 0) {
      const bool trees_done = goal_.intra != best_.goal.intra || goal_.intra >= 2 * goal_.inter;
      if (!ring && trees_done) return;
      goal_.intra = speeds_[--speed_];
      if (ring) goal_.inter = goal_.intra;
      if (walk() == ChannelWalk::End::kOutOfBudget) return;
    }
  }

  const ChannelLinks& links_;
  ChannelWalk walk_;
  bool between_nodes_;
  const std::vector<SearchRate>& speeds_;
  std::size_t speed_ = 0;
  ChannelGoal goal_;
  FoundChannels best_;
  ChannelPath nearest_intra_{}, farthest_intra_{}, nearest_inter_{}, farthest_inter_{};
  SearchRate most_of_one_ = 0;  ///< Rate of the best path that a channel takes.
  SearchRate most_of_all_ = 0;  ///< What the channels of the widest GPU carry together.
  long steps_ = 0;
  bool out_of_budget_ = false;
};

}  // namespace

ChannelSearch search_channels(const MachinePlan& plan, ChannelPattern pattern, bool between_nodes) {
  const ChannelLinks links(plan);
  if (between_nodes && links.nics() == 0)
    throw core::UserError(core::ExitCode::kUsage,
                          plan.name + ": channels between nodes need a NIC; this machine has none");
  if (links.gpus() == 1 && pattern != ChannelPattern::kRing) pattern = ChannelPattern::kTree;
  ChannelSearch result;
  result.between_nodes = between_nodes;
  unsigned least = 1, most = kMostChannels;
  if (pattern != ChannelPattern::kRing) {
    // Trees get as many channels as rings, so that both use the same CTAs.
    const ChannelSearch rings = search_channels(plan, ChannelPattern::kRing, between_nodes);
    least = most = static_cast<unsigned>(rings.graph.channels.size());
    result.steps = rings.steps;
  }
  GoalSearch search(links, pattern, between_nodes, least, most);
  const FoundChannels found = search.run();
  ChannelGraph& graph = result.graph;
  graph.pattern = found.goal.pattern;
  graph.intra = byte_rate(found.goal.intra);
  graph.inter = byte_rate(found.goal.inter);
  graph.type_intra = found.goal.type_intra;
  graph.type_inter = found.goal.type_inter;
  graph.same_channels = found.goal.same_channels;
  graph.cross_nic = found.goal.cross_nic;
  graph.channels = found.channels;
  for (CollectiveChannel& channel : graph.channels)
    for (unsigned& gpu : channel.ranks) gpu = links.rank(gpu);
  if (graph.channels.empty()) {
    CollectiveChannel simple;
    simple.ranks.resize(links.gpus());
    std::iota(simple.ranks.begin(), simple.ranks.end(), 0u);
    if (between_nodes) simple.entry = simple.exit = 0;
    graph.channels.push_back(simple);
    graph.pattern = pattern;
    graph.intra = graph.inter = core::ByteRate(1e8);
    graph.type_intra = graph.type_inter = ChannelPath::kSys;
  }
  result.bound = ring_bound(links, graph, between_nodes);
  result.steps += search.steps();
  result.out_of_budget = search.out_of_budget();
  return result;
}

ChannelSearch search_rings(const MachinePlan& plan) {
  return search_channels(plan, ChannelPattern::kRing,
                         plan.network && !plan.of_kind(DeviceKind::kNic).empty());
}

}  // namespace gf::model
