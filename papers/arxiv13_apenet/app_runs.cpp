// SPDX-License-Identifier: Apache-2.0
#include "papers/arxiv13_apenet/app_runs.h"

#include <fmt/format.h>

namespace gf::papers::apenet13 {

std::string shape_of(unsigned ranks) {
  if (ranks < 4) return std::to_string(ranks);
  return ranks > 8 ? fmt::format("4x{}x2", ranks / 8) : fmt::format("{}x2", ranks / 2);
}

const ChildRun& AppRuns::run(unsigned ranks, const Words& settings) const {
  const std::string key = fmt::format("{} {}", ranks, fmt::join(settings, " "));
  const auto known = runs_.find(key);
  if (known != runs_.end()) return known->second;
  Words words = {"run", platform_, "-p", "shape=" + shape_of(ranks)};
  for (const Words* list : {&common_, &settings}) {
    for (const std::string& setting : *list) words.insert(words.end(), {"-p", setting});
  }
  const std::string name = fmt::format("run_{}", result_.runs.size());
  const ChildRun& run = runs_.emplace(key, run_program(context_, name, words)).first->second;
  result_.runs.push_back(run.link(fmt::format("{} nodes {}", ranks, fmt::join(settings, ", "))));
  return run;
}

}  // namespace gf::papers::apenet13
