// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/time/clock_part.h"
#include "core/time/cycle_boxes.h"
#include "hw/router/flit.h"
#include "hw/router/remote_messages.h"

namespace gf::hw::router {

class OutputPort;

/// All flits and credits under way in the channels of a network. They are delivered when the cycle
/// of their arrival begins, before routers and nodes act in it.
/// There is one list per cycle for the whole network instead of a queue per channel. It is written
/// and read sequentially, the next recipients are known ahead, and a channel needs no memory.
/// If the clock is split (core::ClockDomain::split()), each part of the network has its own
/// Transit. Entries that cross a cut between parts are kept apart until the window has ended.
/// take_over() then puts them into the lists of the other part; they arrive after the window.
class Transit final : private core::Clocked {
 public:
  explicit Transit(core::ClockPart& clock) : clock_(clock) { clock.lead(*this); }
  Transit(const Transit&) = delete;
  Transit& operator=(const Transit&) = delete;

  static constexpr std::uint16_t kHere = 0xFFFF;  ///< The channel crosses no cut.
  /// Returns the number of the cut to another part, for flit() and credit(); kHere: `other` is this
  /// one.
  std::uint16_t cut_to(Transit& other);

  /// Delivers the flit to `port` of the sink in cycle `flit.at`, which must lie in the future.
  /// `cut` is the cut between here and the sink.
  void flit(const Flit& flit, FlitSink& sink, unsigned port, std::uint16_t cut = kHere) {
    if (cut != kHere) {
      push(cuts_[cut]->flits, {flit, &sink, port});
      return;
    }
    flits_.add(flit.at, {flit, &sink, port});
    ++flits_under_way_;
  }
  /// Delivers a credit of `vc` to the port in cycle `at`, which must lie in the future.
  void credit(core::Cycle at, OutputPort& port, unsigned vc, std::uint16_t cut = kHere) {
    if (cut != kHere) {
      push(cuts_[cut]->credits, {&port, at, vc});
    } else {
      credits_.add(at, {&port, at, vc});
    }
  }
  /// Takes over the entries that crossed the cuts to this part in the window that has just ended.
  void take_over();
  /// If another process simulates `other`: appends the entries that crossed the cut to it to
  /// `letters` instead. Returns the earliest arrival; kNoCycle: there are none.
  core::Cycle write_messages(const Transit& other, RemoteMessages& messages);

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
  /// Written by one part during a window and emptied by the other part after it.
  struct Cut {
    const Transit* to;
    std::vector<FlitMail> flits;
    std::vector<CreditMail> credits;
  };
  /// Capacity grows slowly: windows have similar numbers of entries, so more would stay unused.
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
  std::vector<std::unique_ptr<Cut>> cuts_;  ///< Cuts from this part to others.
  std::vector<Cut*> cuts_to_here_;
  std::uint64_t flits_under_way_ = 0;
};

}  // namespace gf::hw::router
