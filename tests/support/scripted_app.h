// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <utility>
#include <vector>

#include "workloads/nodes/cluster_app.h"

namespace gf::test {

/// An application whose ranks do the steps that were given to them.
class ScriptedApp final : public model::ClusterApp {
 public:
  explicit ScriptedApp(unsigned ranks) : steps(ranks) {}

  [[nodiscard]] unsigned ranks() const override { return static_cast<unsigned>(steps.size()); }
  [[nodiscard]] const std::vector<model::AppChannel>& channels() const override { return paths; }
  bool next(unsigned rank, model::AppStep& step) override {
    if (steps[rank].empty()) return false;
    step = std::move(steps[rank].front());
    steps[rank].pop_front();
    return true;
  }
  void receive(unsigned channel, const std::vector<std::uint8_t>& contents) override {
    received.emplace_back(channel, contents);
  }

  std::vector<model::AppChannel> paths;
  std::vector<std::deque<model::AppStep>> steps;
  std::vector<std::pair<unsigned, std::vector<std::uint8_t>>> received;
};

/// 0 and 1 send each other `bytes` in each of `steps` steps, behind a kernel of `first` us and
/// beside one of `overlap` us.
inline ScriptedApp exchange(std::uint64_t bytes, double first, double overlap, unsigned steps = 1) {
  ScriptedApp app(2);
  app.paths = {{0, 1, bytes}, {1, 0, bytes}};
  for (unsigned i = 0; i < 2 * steps; ++i) {
    const unsigned rank = i % 2;
    const auto value = static_cast<std::uint8_t>(i + 1);
    app.steps[rank].push_back({sc_core::sc_time(first, sc_core::SC_US),
                               sc_core::sc_time(overlap, sc_core::SC_US),
                               {{rank, bytes, std::vector<std::uint8_t>(bytes, value)}},
                               1});
  }
  return app;
}

}  // namespace gf::test
