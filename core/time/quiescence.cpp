// SPDX-License-Identifier: Apache-2.0
#include "core/time/quiescence.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace gf::core {
namespace {

/// Components by path; equal paths are in the order of construction. Keys are the components' own
/// strings.
std::multimap<std::string_view, Quiescent*>& known_components() {
  static std::multimap<std::string_view, Quiescent*> components;
  return components;
}

/// Searches for a cycle of waits. Depth first without recursion: a chain of waits may be as long as
/// the platform has components.
class CycleSearch {
 public:
  explicit CycleSearch(const std::vector<Wait>& waits) {
    for (const Wait& wait : waits) edges_[wait.waiter].push_back(wait.holder);
  }
  /// Returns the components of a cycle, or nothing.
  std::vector<std::string_view> find() {
    for (const auto& [who, whom] : edges_) {
      if (state_.count(who) == 0 && walk(who)) return cycle_;
    }
    return {};
  }

 private:
  enum class State { kOnPath, kDone };
  struct Step {
    std::string_view node;
    std::size_t next = 0;  ///< Index of the node's first edge that has not been tried.
  };

  bool walk(std::string_view start) {
    path_.clear();
    enter(start);
    while (!path_.empty()) {
      const auto edges = edges_.find(path_.back().node);
      if (edges == edges_.end() || path_.back().next == edges->second.size()) {
        state_[path_.back().node] = State::kDone;
        path_.pop_back();
      } else if (closes_cycle(edges->second[path_.back().next++])) {
        return true;
      }
    }
    return false;
  }

  bool closes_cycle(std::string_view node) {
    const auto known = state_.find(node);
    if (known == state_.end()) {
      enter(node);
      return false;
    }
    if (known->second == State::kDone) return false;
    auto step = std::find_if(path_.begin(), path_.end(),
                             [node](const Step& on_path) { return on_path.node == node; });
    for (; step != path_.end(); ++step) cycle_.push_back(step->node);
    return true;
  }

  void enter(std::string_view node) {
    state_[node] = State::kOnPath;
    path_.push_back({node});
  }

  std::map<std::string_view, std::vector<std::string_view>> edges_;
  std::map<std::string_view, State> state_;
  std::vector<Step> path_;
  std::vector<std::string_view> cycle_;
};

/// Returns the chain from the first waiting component along the first wait of each; the waits must
/// have no cycle.
std::vector<std::string_view> find_chain(const std::vector<Wait>& waits) {
  std::map<std::string_view, std::string_view> first;
  for (const Wait& wait : waits) first.emplace(wait.waiter, wait.holder);
  std::vector<std::string_view> chain{waits.front().waiter};
  for (auto next = first.find(chain.back()); next != first.end(); next = first.find(chain.back()))
    chain.push_back(next->second);
  return chain;
}

std::string joined(const std::vector<std::string_view>& nodes) {
  std::string text;
  for (const std::string_view node : nodes) text.append(text.empty() ? "" : " -> ").append(node);
  return text;
}

constexpr std::size_t kMostWaits = 40;     ///< Of more waits only those of the cycle or chain are
                                           ///< listed,
constexpr std::size_t kMostPurposes = 20;  ///< and this many of those of a purpose.

/// Returns the steps from each node to the next.
std::set<std::pair<std::string_view, std::string_view>> steps_of(
    const std::vector<std::string_view>& nodes) {
  std::set<std::pair<std::string_view, std::string_view>> steps;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) steps.emplace(nodes[i], nodes[i + 1]);
  return steps;
}

}  // namespace

Quiescent::Quiescent(std::string path) : path_(std::move(path)) {
  known_components().emplace(path_, this);
}

Quiescent::~Quiescent() {
  // Several components may have the same path, so the entry is found by its object, not by its key.
  const auto range = known_components().equal_range(path_);
  known_components().erase(std::find_if(
      range.first, range.second, [this](const auto& entry) { return entry.second == this; }));
}

std::vector<Wait> pending_waits() {
  std::vector<Wait> waits;
  for (const auto& [path, component] : known_components()) {
    if (component->idle()) continue;
    const std::size_t before = waits.size();
    component->append_waits(waits);
    // A component that is not idle counts as waiting even if it names no other. An empty list means
    // quiescent and would turn a deadlock into a success.
    if (waits.size() == before) waits.push_back({std::string(path), "work", "nobody"});
  }
  return waits;
}

std::string explain(const std::vector<Wait>& waits) {
  if (waits.empty()) return {};
  std::vector<std::string_view> nodes = CycleSearch(waits).find();
  const bool cycle = !nodes.empty();
  if (cycle) {
    nodes.push_back(nodes.front());
  } else {
    nodes = find_chain(waits);
  }
  std::string text = (cycle ? "cycle: " : "chain: ") + joined(nodes) + "\n";
  const auto steps = steps_of(nodes);
  std::size_t left_out = 0, purposes = 0;
  for (const bool purpose : {true, false}) {
    for (const Wait& wait : waits) {
      if (wait.purpose != purpose) continue;
      const bool lost = purpose && ++purposes <= kMostPurposes;
      if (waits.size() <= kMostWaits || lost || steps.count({wait.waiter, wait.holder}) > 0) {
        text += wait.waiter + " waits for " + wait.resource + " from " + wait.holder + "\n";
      } else {
        ++left_out;
      }
    }
  }
  if (left_out > 0) text += "and " + std::to_string(left_out) + " more waits\n";
  return text;
}

}  // namespace gf::core
