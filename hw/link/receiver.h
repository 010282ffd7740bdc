// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <systemc>
#include <tlm>
#include <utility>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/trace/probe.h"
#include "hw/link/error_injector.h"
#include "hw/link/link_params.h"
#include "tlm_models/link/credits.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

class DllpSender;

/// Who owns a receiver's buffer. Packets come in order, each once, with dates that lie ahead.
class ReceiverClient {
 public:
  virtual ~ReceiverClient() = default;
  /// `packet` is the client's from now on; its header is there at `head_at`, its end at `tail_at`.
  virtual void packet_comes(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) = 0;
  /// Functional access, routed on or served; takes no time. Returns bytes moved.
  virtual unsigned debug_access(tlm::tlm_generic_payload& access) = 0;
};

/// Receiving end of one direction of a link: a bounded buffer by credit class.
/// Timing: credits of a packet are usable at the sender `credit_latency` after the client frees its
/// place; ACK and NAK are at the sender `ack_latency` after the packet's last bit.
/// Order: packets are accepted in the order of their sequence numbers only. A corrupted one is
/// answered by one NAK; what follows it is discarded until it comes again.
/// Answers and credits travel in the port's other direction: where that dies, they come no more.
/// A port that has a DllpSender says all this in packets on that direction, when they are due.
class Receiver final : public sc_core::sc_module, private model::LinkForwardIf {
 public:
  model::LinkTargetSocket in{"in"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter packets{*this, "packets", core::Unit::kCount, "packets accepted"};
    core::Counter corrupted{*this, "corrupted", core::Unit::kCount,
                            "packets discarded for a wrong link CRC"};
    core::Counter out_of_order{*this, "out_of_order", core::Unit::kCount,
                               "packets discarded behind a corrupted one"};
    core::Counter duplicates{*this, "duplicates", core::Unit::kCount,
                             "packets discarded as duplicates after a lost ACK"};
  };

  /// `limits` is what the buffer holds by class, advertised at start of simulation.
  Receiver(const sc_core::sc_module_name& name, const LinkParams& params,
           const model::CreditLimitTable& limits, std::uint64_t seed, ReceiverClient& client);

  /// Packets go to `client` from now on; returns whose they were. Before the first one.
  ReceiverClient& hand_to(ReceiverClient& client) { return *std::exchange(client_, &client); }
  /// The client frees the place of a packet at `at` (not before now).
  void release(model::CreditClass credit_class, model::CreditCost cost, core::Ticks at);

  /// From now on answers and credits are packets, which `dllps` sends. Before the ends are
  /// connected.
  void answer_by(DllpSender& dllps);
  [[nodiscard]] const DllpSender* dllps() const { return dllps_; }  ///< Null: they are dates.
  /// Hands a DLLP that leaves now, and is there at `at`, to the other end.
  void tell(model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  /// An answer that leaves now is lost by the port's `answer_error_rate`.
  [[nodiscard]] bool loses_answer() { return errors_.loses_answer(); }

  [[nodiscard]] const model::CreditLimits& limits(model::CreditClass credit_class) const {
    return classes_[credit_class].limits;
  }
  /// Packets and data credits held in the buffer, packets still on the wire included.
  [[nodiscard]] const model::CreditLimits& held(model::CreditClass credit_class) const {
    return classes_[credit_class].held;
  }
  [[nodiscard]] const LinkParams& params() const { return params_; }
  /// When the direction that answers travel in dies; kNever: it does not.
  [[nodiscard]] core::Ticks dies_at() const { return dies_at_; }
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  tlm::tlm_sync_enum nb_transport_fw(model::LinkMessage& message, model::LinkPhase& phase,
                                     sc_core::sc_time& delay) override;
  void b_transport(model::LinkMessage& message, sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(model::LinkMessage&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(model::LinkMessage& message) override;
  void start_of_simulation() override;

  tlm::tlm_sync_enum discard(model::LinkMessage& message, model::LinkPhase& phase,
                             sc_core::sc_time& delay);
  inline void accept(model::LinkMessage& message, core::Ticks tail_at);
  inline tlm::tlm_sync_enum answer(model::LinkMessage& message, model::LinkPhase& phase,
                                   model::LinkPhase with, std::uint64_t sequence,
                                   sc_core::sc_time& delay);

  struct Class {
    model::CreditLimits limits{};
    model::CreditLimits held{};  ///< Invariant, checked: held <= limits.
  };
  // What every packet reads or writes comes first: large machines wait for memory.
  const core::Ticks credit_latency_;
  const core::Ticks ack_latency_;
  ReceiverClient* client_;
  std::uint64_t expected_ = 0;  ///< Sequence number of the next packet to accept.
  bool nak_scheduled_ = false;  ///< A NAK is out: stay silent until the right packet comes.
  const core::Ticks dies_at_;   ///< From then on no answer and no credit arrives.
  /// Some answers may be lost, as `errors_` and `dies_at_` say, or they are packets.
  bool answers_otherwise_;
  DllpSender* dllps_ = nullptr;
  std::array<Class, model::kMaxCreditClasses> classes_;

  const LinkParams params_;
  ErrorInjector errors_;
  Stats stats_;
};

}  // namespace gf::hw::link
