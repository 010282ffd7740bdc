// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/ugal.h"

namespace gf::hw::router {

UgalChoice::UgalChoice(const UgalRule& rule)
    : booksim_(rule.rule == "booksim"),
      waiting_(rule.queue != "credits"),
      credits_(rule.queue != "waiting"),
      threshold_(rule.threshold) {}

bool UgalChoice::minimal(const Queues& queues, const Hops& hops) const {
  // BookSim2 weighs the ways by 1 and 2, [DF08] by the channels that they cross.
  const Hops weights = booksim_ ? Hops{1, 2} : hops;
  return queues.minimal * weights.minimal <= queues.nonminimal * weights.nonminimal + threshold_;
}

unsigned UgalChoice::length(const CongestionIf& congestion, unsigned router, unsigned port) const {
  return (waiting_ ? congestion.waiting(router, port) : 0) +
         (credits_ ? congestion.queue(router, port) : 0);
}

unsigned UgalChoice::length(const CongestionIf& congestion, unsigned router, unsigned port,
                            unsigned vc) const {
  return (waiting_ ? congestion.waiting(router, port, vc) : 0) +
         (credits_ ? congestion.queue(router, port, vc) : 0);
}

}  // namespace gf::hw::router
