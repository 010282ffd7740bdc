// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/topology/pcie/root_routes.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace gf::model {
namespace {

constexpr unsigned kNoWay = ~0u;

}  // namespace

RootRoutes::RootRoutes(unsigned roots, const std::vector<RootLink>& links) : neighbours_(roots) {
  for (const RootLink& link : links) {
    neighbours_[link.a].push_back({link.a_port, link.b, link.b_port});
    neighbours_[link.b].push_back({link.b_port, link.a, link.a_port});
  }
  for (std::vector<Step>& steps : neighbours_)
    std::sort(steps.begin(), steps.end(),
              [](const Step& a, const Step& b) { return a.port < b.port; });
  steps_ = shortest();
  if (!has_circle(steps_)) return;
  steps_ = up_and_down();
  all_shortest_ = false;
}

std::vector<unsigned> RootRoutes::distances(unsigned to, bool only_down) const {
  std::vector<unsigned> distance(neighbours_.size(), kNoWay);
  std::vector<unsigned> reached{to};
  distance[to] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const Step& step : neighbours_[reached[i]]) {
      // Walked backwards: the way leads from step.next to reached[i].
      if (distance[step.next] != kNoWay) continue;
      if (only_down && level_[step.next] > level_[reached[i]]) continue;
      distance[step.next] = distance[reached[i]] + 1;
      reached.push_back(step.next);
    }
  }
  return distance;
}

RootRoutes::Steps RootRoutes::shortest() const {
  const auto roots = static_cast<unsigned>(neighbours_.size());
  Steps steps(roots, std::vector<Step>(roots));
  for (unsigned to = 0; to < roots; ++to) {
    const std::vector<unsigned> distance = distances(to, false);
    for (unsigned from = 0; from < roots; ++from)
      if (from != to)
        steps[from][to] = *std::find_if(
            neighbours_[from].begin(), neighbours_[from].end(),
            [&](const Step& step) { return distance[step.next] + 1 == distance[from]; });
  }
  return steps;
}

RootRoutes::Steps RootRoutes::up_and_down() const {
  const auto roots = static_cast<unsigned>(neighbours_.size());
  RootRoutes ordered(*this);
  // Levels are all different: of two root complexes as far from number 0, the lower number is
  // above.
  const std::vector<unsigned> from_first = distances(0, false);
  std::vector<unsigned> order(roots);
  for (unsigned i = 0; i < roots; ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(),
                   [&](unsigned a, unsigned b) { return from_first[a] < from_first[b]; });
  ordered.level_.resize(roots);
  for (unsigned i = 0; i < roots; ++i) ordered.level_[order[i]] = i;
  Steps steps(roots, std::vector<Step>(roots));
  for (unsigned to = 0; to < roots; ++to) {
    const std::vector<unsigned> down = ordered.distances(to, true);
    // From the top: where no way leads down to `to`, the best neighbour above is known already.
    std::vector<unsigned> length = down;
    for (const unsigned from : order) {
      if (from == to) continue;
      const Step* best = nullptr;
      for (const Step& step : neighbours_[from]) {
        const bool is_up = ordered.level_[step.next] < ordered.level_[from];
        if (down[from] != kNoWay
                ? is_up || down[step.next] == kNoWay || down[step.next] + 1 != down[from]
                : !is_up)
          continue;
        if (best == nullptr || length[step.next] < length[best->next]) best = &step;
      }
      steps[from][to] = *best;
      length[from] = length[best->next] + 1;
    }
  }
  return steps;
}

bool RootRoutes::has_circle(const Steps& steps) const {
  const auto roots = static_cast<unsigned>(neighbours_.size());
  // A channel is a root complex and a port of it that leads to another one.
  using Channel = std::pair<unsigned, unsigned>;
  std::map<Channel, std::set<Channel>> behind;
  std::map<Channel, unsigned> open;
  for (unsigned from = 0; from < roots; ++from) {
    for (unsigned to = 0; to < roots; ++to) {
      if (from == to) continue;
      const Channel held{from, steps[from][to].port};
      open.emplace(held, 0);
      const unsigned next = steps[from][to].next;
      if (next == to) continue;
      const Channel wanted{next, steps[next][to].port};
      if (behind[held].insert(wanted).second) ++open[wanted];
    }
  }
  std::vector<Channel> free;
  for (const auto& [channel, count] : open)
    if (count == 0) free.push_back(channel);
  for (std::size_t i = 0; i < free.size(); ++i)
    for (const Channel& wanted : behind[free[i]])
      if (--open[wanted] == 0) free.push_back(wanted);
  return free.size() < open.size();
}

}  // namespace gf::model
