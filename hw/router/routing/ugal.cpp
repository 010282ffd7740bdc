// SPDX-License-Identifier: Apache-2.0
#include "hw/router/routing/ugal.h"

#include "core/base/error.h"

namespace gf::hw::router {

void UgalRule::validate(const std::string& path, bool round_trips) const {
  if (round_trips || (queue != "late" && queue != "waiting+late")) return;
  core::fail_config(path, "ugal_queue", queue, "auto, waiting, credits or both",
                    "only routers of ugal_l_cr keep round trips of credits");
}

UgalChoice::UgalChoice(const UgalRule& rule)
    : booksim_(rule.rule == "booksim"),
      waiting_(rule.queue == "waiting" || rule.queue == "both" || rule.queue == "waiting+late"),
      credits_(rule.queue == "credits" || rule.queue == "both"),
      late_(rule.queue == "late" || rule.queue == "waiting+late"),
      threshold_(rule.threshold) {}

bool UgalChoice::minimal(const Queues& queues, const Hops& hops) const {
  // BookSim2 weights the paths by 1 and 2, [DF08] by the channels they cross.
  const Hops weights = booksim_ ? Hops{1, 2} : hops;
  return queues.minimal * weights.minimal <= queues.nonminimal * weights.nonminimal + threshold_;
}

unsigned UgalChoice::length(const CongestionIf& congestion, unsigned router, unsigned port) const {
  return (waiting_ ? congestion.waiting(router, port) : 0) +
         (credits_ ? congestion.queue(router, port) : 0) +
         (late_ ? congestion.late(router, port) : 0);
}

unsigned UgalChoice::length(const CongestionIf& congestion, unsigned router, unsigned port,
                            unsigned vc) const {
  return (waiting_ ? congestion.waiting(router, port, vc) : 0) +
         (credits_ ? congestion.queue(router, port, vc) : 0) +
         (late_ ? congestion.late(router, port, vc) : 0);
}

}  // namespace gf::hw::router
