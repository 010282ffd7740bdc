// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/fat_tree_routing.h"

namespace gf::hw::router {

void FatTreeRouting::decide(Flit& head, unsigned router, const CongestionIf& congestion) {
  if (tree_.above(router, head.dst)) return;
  unsigned up = 0;
  switch (choice_) {
    case UpChoice::kAdaptive:
      up = least_loaded(router, congestion);
      break;
    case UpChoice::kDeterministic:
      up = tree_.digit(head.dst, tree_.level(router));
      break;
    case UpChoice::kRandom:
      up = static_cast<unsigned>(streams_.of(router).below(tree_.arity()));
      break;
  }
  head.via = static_cast<std::uint16_t>(up);
}

unsigned FatTreeRouting::least_loaded(unsigned router, const CongestionIf& congestion) {
  // Start the search at a random channel: if all are empty, the first would get all packets.
  const auto first = static_cast<unsigned>(streams_.of(router).below(tree_.arity()));
  unsigned best = first;
  unsigned least = ~0u;
  for (unsigned i = 0; i < tree_.arity() && least > 0; ++i) {
    const unsigned up = (first + i) % tree_.arity();
    const unsigned backlog = congestion.backlog(router, tree_.up_port(up));
    if (backlog >= least) continue;
    least = backlog;
    best = up;
  }
  return best;
}

Hop FatTreeRouting::next(Flit& head, unsigned router) const {
  const bool down = tree_.above(router, head.dst);
  const unsigned port = down ? tree_.down_port(router, head.dst) : tree_.up_port(head.via);
  const model::ChannelType type = tree_.graph().port(router, port).type;
  if (type == model::ChannelType::kTerminal) return {port, 0};
  ++(type == model::ChannelType::kGlobal ? head.hops_global : head.hops_local);
  return {port, (head.src + head.dst) % vcs_};
}

UpChoice up_choice(const std::string& name) {
  if (name == "deterministic") return UpChoice::kDeterministic;
  return name == "random" ? UpChoice::kRandom : UpChoice::kAdaptive;
}

}  // namespace gf::hw::router
