// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/clock_part.h"
#include "core/cycle_boxes.h"
#include "hw/router/flit.h"
#include "hw/router/letters.h"

namespace gf::hw::router {

class OutputPort;

/// All that is on its way in the channels of a network: flits and credits, delivered when the cycle
/// of their arrival begins, before routers and nodes act in it.
/// One list a cycle for the whole network, not a queue a channel: it is written and read from one
/// end to the other, whom the next entries go to is known ahead, and a channel needs no memory.
/// A network whose clock is split has one a part (core::ClockDomain::split()). What crosses a cut
/// between parts waits beside the lists until the window has ended, and take_over() puts it into
/// those of the other part: its date lies behind the window.
class Transit final : private core::Clocked {
 public:
  explicit Transit(core::ClockPart& clock) : clock_(clock) { clock.lead(*this); }
  Transit(const Transit&) = delete;
  Transit& operator=(const Transit&) = delete;

  static constexpr std::uint16_t kHere = 0xFFFF;  ///< Not by a cut.
  /// Number of the cut to another part, for flit() and credit(); kHere: it is this one.
  std::uint16_t cut_to(Transit& other);

  /// The flit reaches `port` of the sink in cycle `flit.at`, which lies ahead. `cut`: behind it is
  /// the sink.
  void flit(const Flit& flit, FlitSink& sink, unsigned port, std::uint16_t cut = kHere) {
    if (cut != kHere) {
      cuts_[cut]->flits.push_back({flit, &sink, port});
      return;
    }
    flits_.for_cycle(flit.at).push_back({flit, &sink, port});
    ++flits_under_way_;
  }
  /// A credit of `vc` reaches the port in cycle `at`, which lies ahead.
  void credit(core::Cycle at, OutputPort& port, unsigned vc, std::uint16_t cut = kHere) {
    if (cut != kHere) {
      cuts_[cut]->credits.push_back({&port, at, vc});
    } else {
      credits_.for_cycle(at).push_back({&port, at, vc});
    }
  }
  /// Takes what crossed the cuts to this part in the window that has ended.
  void take_over();
  /// Where another process serves that part: what crossed the cut to it goes behind `letters`
  /// instead. Its earliest date; kNoCycle: nothing did.
  core::Cycle write_letters(const Transit& other, Letters& letters);

  [[nodiscard]] core::ClockPart& clock() const { return clock_; }
  [[nodiscard]] std::uint64_t flits_under_way() const { return flits_under_way_; }

 private:
  struct FlitMail {
    Flit flit;
    FlitSink* sink;
    unsigned port;
  };
  struct CreditMail {
    OutputPort* port;
    core::Cycle at;
    unsigned vc;
  };
  /// Written by one part while a window lasts, emptied by the other behind it.
  struct Cut {
    const Transit* to;
    std::vector<FlitMail> flits;
    std::vector<CreditMail> credits;
  };
  void cycle(core::Cycle now) override;
  void deliver_flits(core::Cycle now);
  void deliver_credits(core::Cycle now);

  core::ClockPart& clock_;
  core::CycleBoxes<FlitMail> flits_{clock_};
  core::CycleBoxes<CreditMail> credits_{clock_};
  std::vector<std::unique_ptr<Cut>> cuts_;  ///< From here.
  std::vector<Cut*> cuts_to_here_;
  std::uint64_t flits_under_way_ = 0;
};

}  // namespace gf::hw::router
