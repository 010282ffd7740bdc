// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "core/time/clock_domain.h"
#include "hw/router/journal_end.h"
#include "hw/router/router.h"

namespace gf::hw::router {

/// Reports to the hop journal how flits leave a router, and why they did not leave earlier. It
/// exists only if there is a journal. It observes before and after each cycle, and changes nothing.
/// A flit that was first and ready when a cycle began, and was not blocked, has lost an arbitration
/// if it is still there after the cycle. A cause holds until the router looks again: the router
/// sleeps only while nothing changes.
class RouterJournal final : public JournalEnd {
 public:
  explicit RouterJournal(Router& router);

  void before(core::Cycle now);  ///< Call it when heads are routed and before any flit leaves.
  /// Notes that the first flit of the input virtual channel has won the switch.
  void granted(unsigned input_vc, const Flit& flit, core::Cycle now);
  void after(core::Cycle now);

  void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                  core::Cycle at) override;
  [[nodiscard]] ReceiveBuffer buffer(unsigned port, unsigned vc) const override;
  [[nodiscard]] std::string title(unsigned) const override;

 private:
  using Number = core::HopJournal::Number;
  struct Front : FrontWaits {
    core::Cycle looked = core::kNoCycle;  ///< Cycle of the latest before() for it.
    bool can_go = false;                  ///< Nothing blocked it then.
    Number queue = core::HopJournal::kNone;
  };
  /// A flit that has won the switch and waits for the channel, or leaves at once.
  struct Leaving {
    FlitNote note;
    core::HopJournal::Hop hop;
    std::vector<core::HopJournal::Wait> waits;
    core::Cycle granted = 0;
    Number ahead = core::HopJournal::kNone;
    bool tail = false;
  };
  struct Output {
    std::deque<Leaving> leaving;
    std::uint64_t sent = 0;
    core::Cycle granted = core::kNoCycle;   ///< When a flit won it last,
    Number flow = core::HopJournal::kNone;  ///< and that flit's flow.
    struct Holder {
      Number flow = core::HopJournal::kNone;
      unsigned input_vc = 0;
    };
    std::vector<Holder> holders;  ///< By virtual channel: flow of the latest winner.
    Number link = core::HopJournal::kNone;
  };
  void block(unsigned input_vc, core::Cycle at, const Block& why);
  [[nodiscard]] FrontWaits::Front front_of(unsigned input_vc);
  [[nodiscard]] Block why_not(unsigned input_vc, core::Cycle now) const;
  [[nodiscard]] Block lost(unsigned input_vc, core::Cycle now) const;
  void look_again(unsigned input_vc, core::Cycle now);
  void sent(unsigned port, core::Cycle now);
  [[nodiscard]] Number queue(unsigned input_vc);
  [[nodiscard]] Number link(unsigned port);

  Router& router_;
  const core::Ticks period_;
  std::vector<Front> fronts_;                ///< By input virtual channel.
  std::vector<std::deque<FlitNote>> notes_;  ///< By input virtual channel, including flits under
                                             ///< way.
  std::vector<Output> outputs_;
  std::vector<core::Cycle> input_granted_;  ///< By input port: when it won last,
  std::vector<Number> input_flow_;          ///< and for which flow.
};

}  // namespace gf::hw::router
