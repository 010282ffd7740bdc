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

/// Tells the journal of hops how flits leave a router, and why they did not before. It is made only
/// where there is a journal, looks on before and after each cycle, and changes nothing.
/// A flit that was first, and ready, when a cycle began, and had all that it needed, has lost an
/// arbitration if it is still there after it. Causes hold until the router looks again: it sleeps
/// only while nothing changes.
class RouterJournal final : public JournalEnd {
 public:
  explicit RouterJournal(Router& router);

  void before(core::Cycle now);  ///< Heads have their way, nobody has gone yet.
  /// The first flit of the input virtual channel has won the switch.
  void granted(unsigned input_vc, const Flit& flit, core::Cycle now);
  void after(core::Cycle now);

  void note_comes(unsigned port, unsigned vc, const FlitNote& note, bool tail,
                  core::Cycle at) override;
  [[nodiscard]] Buffer buffer(unsigned port, unsigned vc) const override;
  [[nodiscard]] std::string title(unsigned) const override;

 private:
  using Number = core::HopJournal::Number;
  struct Front : FrontWaits {
    core::Cycle looked = core::kNoCycle;  ///< before() has seen it.
    bool can_go = false;                  ///< It had what it needed then.
    Number queue = core::HopJournal::kNone;
  };
  /// Won the switch; waits for the channel or goes at once.
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
    Number flow = core::HopJournal::kNone;  ///< and of which flow.
    struct Holder {
      Number flow = core::HopJournal::kNone;
      unsigned input_vc = 0;
    };
    std::vector<Holder> holders;  ///< By virtual channel: of the flit that won it last.
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
  std::vector<std::deque<FlitNote>> notes_;  ///< By input virtual channel; some on their way.
  std::vector<Output> outputs_;
  std::vector<core::Cycle> input_granted_;  ///< By input port: when it won last,
  std::vector<Number> input_flow_;          ///< and for whom.
};

}  // namespace gf::hw::router
