// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "explain/hop_history.h"
#include "explain/wait_chain.h"
#include "explain/wait_walk.h"

namespace gf::core {

/// Where the time of a flow went, from its beginning to its end.
struct SlowFlow {
  HopJournal::Number flow = HopJournal::kNone;
  Ticks began = kNever;
  Ticks ended = kNever;  ///< kNever: it has not.
  std::uint64_t packets = 0;
  /// Whether a model says when it begins and ends, and what it waits for at its source; else its
  /// packets do, and nothing is known of the time before they come to their first link.
  bool is_told = false;
  WaitTimes times;  ///< Their sum is ended - began.
};

/// A hop of a packet that is followed.
struct FollowedHop {
  HopJournal::Hop hop;
  WaitTimes waits;  ///< Of the time from its arrival to its leaving.
};

/// Explains flows while they run.
///
/// It counts gaps: from the end of the flow's packet before to the end of this one, at the link of
/// its way that holds it back most: where its packets take longest to be sent, the last one of
/// these. Within a gap the packet's own transmission there is own time; while it waited there, what
/// it waited for (WaitWalk) is the cause; before it was there, the same question is asked one hop
/// before, in the same span moved back by the way between the two, and so on to the source. What
/// held packets up behind that link is made up for by those behind them, and only the last packet's
/// waits there count, from that link to the flow's end. A flow that nobody began lasts from its
/// first packet to its last, and its gaps are those at the last link. What was waited for elsewhere
/// meanwhile cost nothing, and is not counted. Memory: a HopHistory as long as the oldest of the
/// flow's packets under way.
class SlowFlows final : public HopJournal::Sink {
 public:
  using Wanted = std::function<bool(HopJournal::Number flow)>;
  /// Explains those that `wanted` says yes to, asked once for each.
  explicit SlowFlows(Wanted wanted) : wanted_(std::move(wanted)) {}

  [[nodiscard]] const std::map<HopJournal::Number, SlowFlow>& flows() const { return flows_; }
  [[nodiscard]] const std::string& cause(HopJournal::Number number) const {
    return causes_.at(number);
  }
  /// Keeps the hops of packet `number` of the flow called `flow`.
  void follow(std::string flow, std::uint64_t number) {
    followed_flow_ = std::move(flow);
    followed_number_ = number;
  }
  /// In the order of their leaving. Parts of a packet that was cut share its hops before that.
  [[nodiscard]] const std::vector<FollowedHop>& followed() const { return followed_; }

  void leaves(const HopJournal::Hop& hop) override;
  void packet_ends(std::uint64_t key, Ticks at) override;
  void credit_returns(HopJournal::Number link, std::uint8_t credit_class, Ticks given,
                      Ticks usable) override;
  void flow_begins(HopJournal::Number flow, Ticks at) override;
  void flow_waits(HopJournal::Number flow, Ticks from, Ticks until, const std::string& cause,
                  HopJournal::Number behind) override;
  void flow_ends(HopJournal::Number flow, Ticks at) override;

 private:
  struct Wait {
    Ticks from;
    Ticks until;
    WaitStep cause;
  };
  struct Open {
    bool by_packets = false;  ///< Nobody says when it begins and ends: its packets do.
    Ticks last = 0;           ///< End of the packet before, at the link where gaps are counted.
    std::vector<Wait> waits;
    std::map<HopJournal::Number, Ticks> sent;  ///< Time of the flow's packets on each link.
    HopHistory::Way before;                    ///< Of the packet that ended before.
    HopHistory::Way latest;                    ///< Of the packet that was last at its last link.
  };
  void begin(HopJournal::Number flow, Ticks at, bool by_packets);
  void explain(SlowFlow& flow, const HopHistory::Way& way);
  /// Where on the way the flow's gaps are counted.
  static std::size_t limit(Open& open, const HopHistory::Way& way, std::uint64_t packets);
  /// From where gaps are counted to the flow's end.
  void explain_end(SlowFlow& flow, Open& open);
  void at_source(SlowFlow& flow, WaitWalk::Date from, WaitWalk::Date until);
  void follow(const HopHistory::Way& way);
  void forget();

  Wanted wanted_;
  HopHistory history_;
  std::map<HopJournal::Number, SlowFlow> flows_;
  std::map<HopJournal::Number, Open> open_;
  std::vector<bool> begun_;  ///< By number: whether `wanted_` has been asked.
  std::vector<std::string> causes_;
  std::uint64_t hops_ = 0;
  std::string followed_flow_;
  std::uint64_t followed_number_ = 0;  ///< 0: none.
  std::vector<FollowedHop> followed_;
};

}  // namespace gf::core
