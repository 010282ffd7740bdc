// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/tree_bounds.h"

#include <algorithm>
#include <utility>

namespace gf::model {

TreeBounds::TreeBounds(unsigned nodes, std::vector<FlowLink> links, std::vector<unsigned> gpus,
                       const Takes& takes)
    : nodes_(nodes),
      links_(std::move(links)),
      gpus_(std::move(gpus)),
      there_(links_.size()),
      back_(links_.size()),
      peers_(gpus_.size()),
      sends_(gpus_.size()),
      hears_(gpus_.size()) {
  std::vector<std::vector<unsigned>> links_of(nodes_);
  for (unsigned link = 0; link < links_.size(); ++link)
    for (const unsigned end : {links_[link].a, links_[link].b}) links_of[end].push_back(link);
  for (unsigned from = 0; from < gpus_.size(); ++from) walk(from, links_of, takes);
}

/// Walks from GPU `from` outwards, then back, and counts the GPUs behind each link.
void TreeBounds::walk(unsigned from, const std::vector<std::vector<unsigned>>& links_of,
                      const Takes& takes) {
  struct Step {
    unsigned node;
    unsigned link;  ///< Link that the walk came over.
    std::size_t before;
  };
  constexpr unsigned kNone = ~0u;
  std::vector<Step> steps{{gpus_[from], kNone, 0}};
  std::vector<double> behind{0};
  std::vector<unsigned> step_of(nodes_, kNone);
  step_of[gpus_[from]] = 0;
  for (std::size_t next = 0; next < steps.size(); ++next) {
    for (const unsigned link : links_of[steps[next].node]) {
      const FlowLink& at = links_[link];
      const unsigned other = at.a == steps[next].node ? at.b : at.a;
      if (link == steps[next].link || step_of[other] != kNone) continue;
      step_of[other] = static_cast<unsigned>(steps.size());
      steps.push_back({other, link, next});
      behind.push_back(0);
    }
  }
  for (unsigned to = 0; to < gpus_.size(); ++to) {
    if (to == from || step_of[gpus_[to]] == kNone || !takes(from, to)) continue;
    ++behind[step_of[gpus_[to]]];
    ++peers_[from];
    const std::size_t half = gpus_.size() / 2;
    if (from < half && to >= half) sends_[from] = hears_[to] = true;
  }
  for (std::size_t step = steps.size() - 1; step > 0; --step) {
    const Step& at = steps[step];
    (links_[at.link].b == at.node ? there_ : back_)[at.link] += behind[step];
    behind[at.before] += behind[step];
  }
}

double TreeBounds::all_to_all_seconds() const {
  double time = 0;
  for (std::size_t link = 0; link < links_.size(); ++link) {
    if (there_[link] > 0) time = std::max(time, there_[link] / links_[link].there);
    if (back_[link] > 0) time = std::max(time, back_[link] / links_[link].back);
  }
  return time;
}

core::ByteRate TreeBounds::bisection() const {
  std::vector<unsigned> from, to;
  for (unsigned gpu = 0; gpu < gpus_.size(); ++gpu) {
    if (sends_[gpu]) from.push_back(gpus_[gpu]);
    if (hears_[gpu]) to.push_back(gpus_[gpu]);
  }
  return from.empty() ? core::ByteRate() : max_flow(nodes_, links_, from, to);
}

}  // namespace gf::model
