// SPDX-License-Identifier: Apache-2.0
#include "papers/arxiv13_apenet/apenet_app_runs.h"

#include <fmt/format.h>

#include "papers/arxiv13_apenet/card_runs.h"

namespace gf::papers::apenet13 {

std::string shape_of(unsigned ranks) {
  if (ranks < 4) return std::to_string(ranks);
  return ranks > 8 ? fmt::format("4x{}x2", ranks / 8) : fmt::format("{}x2", ranks / 2);
}

runs::Run ApenetAppRuns::run(unsigned ranks, const Words& settings) const {
  Words words = {"shape=" + shape_of(ranks)};
  for (const Words* list : {&common_, &settings})
    words.insert(words.end(), list->begin(), list->end());
  return ask_platform(judge_, platform_, words);
}

}  // namespace gf::papers::apenet13
