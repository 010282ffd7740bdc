// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/clock_domain.h"
#include "hw/router/flit.h"

namespace gf::hw::router {

class OutputPort;

/// All that is on its way in the channels of a network: flits and credits, delivered when the cycle
/// of their arrival begins, before routers and nodes act in it.
/// One list a cycle for the whole network, not a queue a channel: it is written and read from one
/// end to the other, whom the next entries go to is known ahead, and a channel needs no memory.
class Transit final : private core::Clocked {
 public:
  explicit Transit(core::ClockDomain& clock) : clock_(clock) { clock.lead(*this); }
  Transit(const Transit&) = delete;
  Transit& operator=(const Transit&) = delete;

  /// The flit reaches `port` of the sink in cycle `flit.at`, which lies ahead.
  void flit(const Flit& flit, FlitSink& sink, unsigned port) {
    box(flits_, flit.at).push_back({flit, &sink, port});
    ++flits_under_way_;
  }
  /// A credit of `vc` reaches the port in cycle `at`, which lies ahead.
  void credit(core::Cycle at, OutputPort& port, unsigned vc) {
    box(credits_, at).push_back({&port, at, vc});
  }

  [[nodiscard]] core::ClockDomain& clock() const { return clock_; }
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
  /// Mail by cycle. Emptied boxes are used again, the last one first: it is still in the caches.
  template <class Mail>
  class Boxes {
   public:
    std::vector<Mail>& operator[](core::Cycle at) { return boxes_[at % boxes_.size()]; }
    void open(std::vector<Mail>& box) {
      if (spare_.empty()) return;
      box.swap(spare_.back());
      spare_.pop_back();
    }
    void emptied(std::vector<Mail>& box) {
      box.clear();
      spare_.emplace_back();
      spare_.back().swap(box);
    }

   private:
    std::array<std::vector<Mail>, core::ClockDomain::kHorizon + 1> boxes_;
    std::vector<std::vector<Mail>> spare_;
  };

  void cycle(core::Cycle now) override;
  void deliver_flits(core::Cycle now);
  void deliver_credits(core::Cycle now);
  /// What comes later than there are boxes is looked at, and put off, on its way.
  template <class Mail>
  std::vector<Mail>& box(Boxes<Mail>& boxes, core::Cycle at) {
    at = std::min(at, clock_.now() + core::ClockDomain::kHorizon - 1);
    std::vector<Mail>& box = boxes[at];
    if (box.empty()) {
      boxes.open(box);
      clock_.wake_leader(at);
    }
    return box;
  }

  core::ClockDomain& clock_;
  Boxes<FlitMail> flits_;
  Boxes<CreditMail> credits_;
  std::uint64_t flits_under_way_ = 0;
};

}  // namespace gf::hw::router
