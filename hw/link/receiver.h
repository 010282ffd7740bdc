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

/// Owner of a receiver's buffer. Packets come in order, each once; their times may lie in the
/// future.
class ReceiverClient {
 public:
  virtual ~ReceiverClient() = default;
  /// Takes over `packet`. Its header arrives at `head_at`, its last bit at `tail_at`.
  virtual void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) = 0;
  /// Functional access, forwarded or served here; takes no time. Returns the number of bytes moved.
  virtual unsigned debug_access(tlm::tlm_generic_payload& access) = 0;
};

/// Receiving end of one direction of a link: a bounded buffer per credit class.
/// Timing: credits become usable at the sender `credit_latency` after the client frees the packet's
/// space. An ACK or NAK reaches the sender `ack_latency` after the packet's last bit.
/// Order: packets are accepted only in the order of their sequence numbers. A corrupted packet is
/// answered by one NAK; packets behind it are discarded until it arrives intact.
/// Answers and credits travel on the port's other direction: if that dies, they no longer arrive. A
/// port with a DllpSender sends them as packets on that direction.
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

  /// `limits` is the buffer's capacity by class, advertised at start of simulation.
  Receiver(const sc_core::sc_module_name& name, const LinkParams& params,
           const model::CreditLimitTable& limits, std::uint64_t seed, ReceiverClient& client);

  /// Replaces the client and returns the old one. Call it before the first packet.
  ReceiverClient& hand_to(ReceiverClient& client) { return *std::exchange(client_, &client); }
  /// Frees the space of a packet at `at` (not in the past). Called by the client.
  void release(model::CreditClass credit_class, model::CreditCost cost, core::Ticks at);

  /// From now on `dllps` sends answers and credits as packets. Call it before the ends are
  /// connected.
  void answer_by(DllpSender& dllps);
  [[nodiscard]] const DllpSender* dllps() const { return dllps_; }  ///< Null: not as packets.
  /// Sends a DLLP that leaves now and reaches the other end at `at`.
  void send_dllp(model::LinkMessage& message, model::LinkPhase phase, core::Ticks at);
  /// Returns true if an answer that leaves now is lost (the port's `answer_error_rate`).
  [[nodiscard]] bool loses_answer() { return errors_.loses_answer(); }

  [[nodiscard]] const model::CreditLimits& limits(model::CreditClass credit_class) const {
    return classes_[credit_class].limits;
  }
  /// Packets and data credits held in the buffer, including packets still on the wire.
  [[nodiscard]] const model::CreditLimits& held(model::CreditClass credit_class) const {
    return classes_[credit_class].held;
  }
  [[nodiscard]] const LinkParams& params() const { return params_; }
  /// Returns when the direction that carries the answers dies; kNever: it does not.
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
  // The members used by every packet come first: large machines are limited by memory accesses.
  const core::Ticks credit_latency_;
  const core::Ticks ack_latency_;
  ReceiverClient* client_;
  std::uint64_t expected_ = 0;  ///< Sequence number of the next packet to accept.
  bool nak_scheduled_ = false;  ///< A NAK was sent: stay silent until the expected packet comes.
  const core::Ticks dies_at_;   ///< From then on no answer or credit arrives.
  /// Answers may be lost (`errors_`, `dies_at_`), or are sent as packets (`dllps_`).
  bool answers_otherwise_;
  DllpSender* dllps_ = nullptr;
  std::array<Class, model::kMaxCreditClasses> classes_;

  const LinkParams params_;
  ErrorInjector errors_;
  Stats stats_;
};

}  // namespace gf::hw::link
