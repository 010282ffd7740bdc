// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "core/trace/hop_journal.h"
#include "core/trace/probe.h"
#include "hw/link/send_slots.h"
#include "hw/link/transmitter.h"
#include "hw/pcie/port/arbiter_if.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/tlp_source.h"

namespace gf::hw::pcie {

/// Sending side of a port: chooses among the heads that its sources offer and puts one on the link.
/// Timing: at most one TLP at a time. A head that is ready, in order and has credit leaves at once
/// when the link is free. There is one timed event per TLP: the process sleeps until it can send.
/// Order: set by the arbiter. The sources enforce the PCIe ordering rules (TlpSource::may_go).
/// The stall time of a head is split by cause when it leaves: see link::SendSlots.
class Egress final : public sc_core::sc_module,
                     public core::Quiescent,
                     private link::TransmitterClient {
 public:
  link::Transmitter tx;

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter tlps{*this, "tlps", core::Unit::kCount, "TLPs granted"};
    core::StallDuration stall{*this, "stall", "time that head TLPs waited, by cause"};
    core::Duration hol_blocked{
        *this, "hol_blocked", "time that a TLP for another port was blocked behind a waiting head"};
  };

  Egress(const sc_core::sc_module_name& name, const link::LinkParams& params, std::uint64_t seed,
         std::unique_ptr<ArbiterIf> arbiter);
  /// Makes TLPs leave as packets of a socket link from now on. Call it before the first offer().
  void use_socket(const SocketParams& socket) { socket_ = socket; }
  /// Returns the bytes that `tlp` takes on this link.
  [[nodiscard]] std::uint32_t wire_bytes(const Tlp& tlp) const {
    return __builtin_expect(socket_.has_value(), 0) ? socket_->wire_bytes(tlp.payload_bytes)
                                                    : tlp.wire_bytes;
  }
  /// Adds a source. Inputs are numbered in the order of these calls.
  void add_source(TlpSource& source);

  /// Offers `head`, now the first TLP of its class at input `input`, until it is taken. Offering it
  /// again is allowed.
  void offer(unsigned input, Tlp& head);

  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override { return slots_.occupied() == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void credit_comes(core::Ticks at) override;
  void link_free_again() override;
  inline void serve_at(core::Ticks at);
  void serve();  ///< Process; the only process that takes credit or drives the link.
  void serve_offered(std::size_t slot);
  void find_candidates(core::Ticks now);
  const Candidate& choose();
  bool sendable(std::size_t slot, core::Ticks now);
  inline core::Ticks sendable_at(std::size_t slot, core::Ticks now);
  core::Ticks credit_at(std::size_t slot, core::Ticks now);
  [[nodiscard]] const Tlp& head(std::size_t slot) const {
    return static_cast<const Tlp&>(*slots_.head(slot));
  }
  static std::size_t slot_of(unsigned input, const Tlp& tlp) {
    return std::size_t{input} * kTlpClasses + tlp.credit_class;
  }
  inline void grant(const Candidate& candidate, core::Ticks now);
  void account(const Candidate& candidate, const core::StallTimes& waited, core::Ticks now);
  void report(core::HopJournal& journal, const Candidate& candidate,
              const core::StallTimes& waited) const;
  void account_behind(const Candidate& candidate, core::Ticks now);
  void trace_waiting();  ///< Updates the probes that show what waiting heads lack.

  std::unique_ptr<ArbiterIf> arbiter_;
  std::optional<SocketParams> socket_;
  std::vector<TlpSource*> sources_;
  link::SendSlots slots_{tx, 0};       ///< One slot for each class of each input.
  std::vector<Candidate> candidates_;  ///< Reused, so that it stops allocating.
  /// Slots to check again after a grant, which may have taken the credit that covered them: those
  /// of the other candidates, and those filled while serving_.
  std::vector<std::size_t> again_;
  bool serving_ = false;
  core::Ticks next_ = core::kNever;  ///< Earliest time at which another head may be sendable.
  core::Wakeup wakeup_{this, core::Runs<&Egress::serve>{}};
  core::Probe queue_probe_;
  core::Probe credit_probe_;
  core::Probe hol_probe_;
  Stats stats_;
};

}  // namespace gf::hw::pcie
