// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/param/param.h"
#include "hw/router/routing_if.h"

namespace gf::hw::router {

/// Rule by which a UGAL chooses.
struct UgalRule : core::ParamGroup {
  /// "booksim": weights 1 and 2. The intermediate group is that of a random node; if it is the
  /// packet's first or last group, the minimal path is taken.
  core::Param<std::string> rule = param(
      "ugal_rule", "paper",
      "UGAL: weights of the compared queues: hops of each path (paper), or those of BookSim2",
      "[DF08]: q_m H_m <= q_nm H_nm; booksim: q_m <= 2 q_nm", core::one_of({"paper", "booksim"}));
  /// UGAL-L_CR measures congestion by round trips of credits.
  core::Param<std::string> queue =
      param("ugal_queue", "auto",
            "UGAL-L: length of a queue: flits waiting here for the output (waiting), places used "
            "downstream (credits), both, cycles by which its last credit was late (late), or "
            "waiting+late; auto: waiting, for ugal_l_cr waiting+late",
            "[DF08], Fig. 13: a queue grows when the next one is full; its contributions: round "
            "trips of credits sense and signal congestion; credits as [B]",
            core::one_of({"auto", "waiting", "credits", "both", "late", "waiting+late"}));
  core::Param<unsigned> threshold =
      param("ugal_threshold", 0u,
            "bias towards minimal paths: minimal path if q_m W_m <= q_nm W_nm + this",
            "assumed: 0, [DF08]'s rule; [B] 30", core::between(0u, 100'000u));

  /// Throws UserError if the queue includes `late` but routers do not keep `round_trips`.
  void validate(const std::string& path, bool round_trips) const;
};

/// Choice of a UGAL between the minimal path and one detour: minimal if q_m W_m <= q_nm W_nm +
/// threshold. q: flits queued; W: weights, in [DF08] the channels to cross, in BookSim2 1 and 2.
class UgalChoice {
 public:
  explicit UgalChoice(const UgalRule& rule);

  /// Queue lengths, or hops, of the minimal and the non-minimal path.
  struct Queues {
    unsigned minimal;
    unsigned nonminimal;
  };
  using Hops = Queues;
  [[nodiscard]] bool minimal(const Queues& queues, const Hops& hops) const;
  /// Returns true for the weights of BookSim2, which need no hops.
  [[nodiscard]] bool booksim() const { return booksim_; }

  /// Returns the queue length of a port, or of one of its virtual channels, as the rule defines it.
  [[nodiscard]] unsigned length(const CongestionIf& congestion, unsigned router,
                                unsigned port) const;
  [[nodiscard]] unsigned length(const CongestionIf& congestion, unsigned router, unsigned port,
                                unsigned vc) const;

 private:
  const bool booksim_;
  const bool waiting_;
  const bool credits_;
  const bool late_;
  const unsigned threshold_;
};

}  // namespace gf::hw::router
