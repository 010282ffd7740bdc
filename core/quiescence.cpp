// SPDX-License-Identifier: Apache-2.0
#include "core/quiescence.h"

#include <algorithm>
#include <map>

namespace gf::core {
namespace {

std::vector<Quiescent*>& registry() {
  static std::vector<Quiescent*> components;
  return components;
}

/// A path of waits that comes back to its beginning, or empty.
std::vector<std::string> find_cycle(const std::vector<Wait>& waits) {
  std::multimap<std::string, std::string> edges;
  for (const Wait& wait : waits) edges.emplace(wait.who, wait.whom);
  std::map<std::string, bool> done;  // false: on the current path
  std::vector<std::string> path;
  std::vector<std::string> cycle;
  const auto visit = [&](const auto& self, const std::string& node) -> bool {
    const auto known = done.find(node);
    if (known != done.end()) {
      if (known->second) return false;
      cycle.assign(std::find(path.begin(), path.end(), node), path.end());
      return true;
    }
    done[node] = false;
    path.push_back(node);
    const auto range = edges.equal_range(node);
    for (auto edge = range.first; edge != range.second; ++edge) {
      if (self(self, edge->second)) return true;
    }
    path.pop_back();
    done[node] = true;
    return false;
  };
  for (const Wait& wait : waits) {
    if (visit(visit, wait.who)) break;
  }
  return cycle;
}

/// From the first component that waits, along the first wait of each; the waits have no cycle.
std::vector<std::string> find_chain(const std::vector<Wait>& waits) {
  std::vector<std::string> chain;
  if (waits.empty()) return chain;
  chain.push_back(waits.front().who);
  const auto next = [&] {
    return std::find_if(waits.begin(), waits.end(),
                        [&](const Wait& wait) { return wait.who == chain.back(); });
  };
  for (auto wait = next(); wait != waits.end(); wait = next()) chain.push_back(wait->whom);
  return chain;
}

std::string joined(const std::vector<std::string>& nodes) {
  std::string text;
  for (const std::string& node : nodes) text += (text.empty() ? "" : " -> ") + node;
  return text;
}

}  // namespace

Quiescent::Quiescent(std::string path) : path_(std::move(path)) { registry().push_back(this); }

Quiescent::~Quiescent() {
  auto& components = registry();
  components.erase(std::remove(components.begin(), components.end(), this), components.end());
}

std::vector<Wait> pending_waits() {
  std::vector<Quiescent*> components = registry();
  std::stable_sort(components.begin(), components.end(),
                   [](const Quiescent* a, const Quiescent* b) {
                     return a->quiescent_path() < b->quiescent_path();
                   });
  std::vector<Wait> waits;
  for (const Quiescent* component : components) {
    if (!component->idle()) component->append_waits(waits);
  }
  return waits;
}

std::string explain(const std::vector<Wait>& waits) {
  std::string text;
  const std::vector<std::string> cycle = find_cycle(waits);
  if (cycle.empty()) {
    text += "chain: " + joined(find_chain(waits)) + "\n";
  } else {
    text += "cycle: " + joined(cycle) + " -> " + cycle.front() + "\n";
  }
  for (const Wait& wait : waits) {
    text += wait.who + " waits for " + wait.what + " from " + wait.whom + "\n";
  }
  return text;
}

}  // namespace gf::core
