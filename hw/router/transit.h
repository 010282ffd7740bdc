// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time/clock_part.h"
#include "core/time/cycle_boxes.h"
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
      push(cuts_[cut]->flits, {flit, &sink, port});
      return;
    }
    flits_.add(flit.at, {flit, &sink, port});
    ++flits_under_way_;
  }
  /// A credit of `vc` reaches the port in cycle `at`, which lies ahead.
  void credit(core::Cycle at, OutputPort& port, unsigned vc, std::uint16_t cut = kHere) {
    if (cut != kHere) {
      push(cuts_[cut]->credits, {&port, at, vc});
    } else {
      credits_.add(at, {&port, at, vc});
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
    CreditMail() : at(0), vc(0) {}
    CreditMail(OutputPort* to, core::Cycle date, unsigned of_vc) : port(to), at(date), vc(of_vc) {}
    OutputPort* port = nullptr;
    core::Cycle at : 56;
    core::Cycle vc : 8;
  };
  static_assert(sizeof(CreditMail) == 16, "four a cache line");
  /// Written by one part while a window lasts, emptied by the other behind it.
  struct Cut {
    const Transit* to;
    std::vector<FlitMail> flits;
    std::vector<CreditMail> credits;
  };
  /// A window brings about as much as the one before: what is beyond that would lie idle.
  template <class Mail>
  static void push(std::vector<Mail>& list, const Mail& mail) {
    if (list.size() == list.capacity()) list.reserve(list.size() + list.size() / 8 + 8);
    list.push_back(mail);
  }
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
