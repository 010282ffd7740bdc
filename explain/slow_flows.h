// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "explain/hop_history.h"
#include "explain/wait_chain.h"
#include "explain/wait_walk.h"

namespace gf::core {

/// How the time of a flow was used, from its beginning to its end.
struct SlowFlow {
  HopJournal::Number flow = HopJournal::kNone;
  Ticks began = kNever;
  Ticks ended = kNever;  ///< kNever: it has not ended.
  std::uint64_t packets = 0;
  /// Whether a model reports when it begins and ends, and what it waits for at its source.
  /// Otherwise its first and last packet define that, and nothing is known of the time before they
  /// arrive at their first link.
  bool is_told = false;
  /// Whether a model began and ended it without a packet of its own: nothing is known of its time.
  [[nodiscard]] bool has_no_packets() const { return is_told && packets == 0; }
  WaitTimes times;  ///< Their sum is ended - began.
  /// The first of the parallel links, and queues, that its packets crossed at one hop, by each.
  std::map<HopJournal::Number, HopJournal::Number> links, queues;
};

/// A hop of a followed packet.
struct FollowedHop {
  HopJournal::Hop hop;
  WaitTimes waits;  ///< Waits from its arrival to its leaving.
};

/// Explains flows while they run.
///
/// A flow's time is divided into gaps between its packets at its bottleneck link, from the end of
/// one packet to the end of the next. The bottleneck is the link on which its packets take longest;
/// of several such links, the last one. Where packets are spread over parallel links, these count
/// together: a gap is then explained by the longer time since the flow's previous packet on the
/// same link, in proportion. In a gap the packet's own transmission there is own time.
/// While the packet waited there, the cause is what it waited for (WaitWalk). Before it arrived
/// there, the same is done one hop earlier, in the same span shifted back by the time between the
/// two hops, and so on to the source.
/// Behind the bottleneck later packets catch up. Only the last packet's waits count there, from
/// that link to the flow's end. Waits elsewhere meanwhile cost nothing and are not counted. A flow
/// that no model began lasts from its first packet to its last, and its gaps are those at the last
/// link.
/// Memory: a HopHistory as long as the oldest packet in flight of these flows.
class SlowFlows final : public HopJournal::Sink {
 public:
  using Wanted = std::function<bool(HopJournal::Number flow)>;
  /// Explains the flows that `wanted` accepts; it is called once for each.
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
  /// Returns them in the order of leaving. Parts of a split packet share the hops before the split.
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
  using Path = std::shared_ptr<const HopHistory::PacketPath>;
  struct Wait {
    Ticks from;
    Ticks until;
    WaitStep cause;
  };
  /// The links that packets cross at one hop of their path: one, or several parallel ones.
  struct Stage {
    struct Link {
      Ticks last = 0;    ///< End of the flow's last packet there; 0: none.
      Ticks before = 0;  ///< End of the one before.
    };
    Ticks sent = 0;  ///< Time of the flow's packets on them.
    std::map<HopJournal::Number, Link> links;
    HopJournal::Hop first;  ///< The first hop here.
    [[nodiscard]] Ticks mean() const { return sent / links.size(); }
  };
  struct Open {
    bool by_packets = false;  ///< No model reports when it begins and ends: its packets define
                              ///< that.
    Ticks last = 0;           ///< End of the previous packet, at the bottleneck link.
    std::vector<Wait> waits;
    std::map<std::pair<std::uint8_t, std::size_t>, Stage> stages;  ///< By credit class and hop.
    Path before;  ///< Of the packet that ended before; null: none.
    Path latest;  ///< Of the packet that was last on its last link.
  };
  void begin(HopJournal::Number flow, Ticks at, bool by_packets);
  void explain(SlowFlow& flow, const Path& path);
  /// Adds the packet to the stages of its hops; returns the index of the hop with the slowest one.
  static std::size_t slowest(SlowFlow& flow, Open& open, const Path& path);
  /// Returns the end of the span that explains a gap which ends with the packet's hop `counted`:
  /// that of the previous packet, or of the previous one on the same of several parallel links.
  [[nodiscard]] static Ticks gap_since(const Open& open, const HopHistory::PacketPath& way,
                                       std::size_t counted, Ticks began);
  /// Explains the time from the bottleneck link to the flow's end.
  void explain_end(SlowFlow& flow, Open& open);
  void at_source(const SlowFlow& flow, WaitWalk::Date from, WaitWalk::Date until,
                 const WaitWalk::Emit& emit);
  void follow(const HopHistory::PacketPath& way);
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
