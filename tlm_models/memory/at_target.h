// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <systemc>
#include <tlm>
#include <vector>

#include "core/base/ring.h"
#include "core/time/quiescence.h"
#include "core/time/wakeup.h"
#include "tlm_models/memory/atomic_extension.h"

namespace gf::model {

/// What the attributes of an access say without its address: byte enables, unless they are taken,
/// are TLM_BYTE_ENABLE_ERROR_RESPONSE; no bytes, or streaming, is TLM_BURST_ERROR_RESPONSE.
inline tlm::tlm_response_status check_attributes(const tlm::tlm_generic_payload& payload,
                                                 bool takes_byte_enables = false) {
  const unsigned bytes = payload.get_data_length();
  if (payload.get_byte_enable_ptr() != nullptr && !takes_byte_enables) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  const bool burst = bytes == 0 || payload.get_streaming_width() < bytes;
  return burst ? tlm::TLM_BURST_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE;
}

/// Target side of the TLM-2.0 base protocol (IEEE 1666-2011, 15.2), approximately timed: the base
/// of modules that any initiator plugs into. It knows phases and nothing of memory: who derives
/// from it gets access() at the date of each BEGIN_REQ, says with end_request() that the next one
/// may come, and with respond() how the access has ended.
/// Timing: none of its own. Delays of the initiator are waited out: access() comes at the annotated
/// date of BEGIN_REQ, the next BEGIN_RESP not before that of END_RESP. END_REQ is on the return
/// path where access() returns true; back-pressure is an END_REQ that does not come. An access that
/// has responded before its END_REQ gets none: BEGIN_RESP ends its request phase.
/// Order: access() in the order of the requests, one request phase at a time, as the rule of
/// exclusion asks of initiators; responses in the order of respond(), one response phase at a time,
/// which END_RESP, TLM_UPDATED or TLM_COMPLETED may end.
/// Errors: what refuse() does not like, and TLM_IGNORE_COMMAND without an atomic, is answered with
/// TLM_COMPLETED in BEGIN_REQ itself. DMI is refused. A phase of the base protocol that is not due
/// ends the program; phases that are not of the base protocol are ignored, as 15.2.5 asks.
class AtTarget : public sc_core::sc_module, protected tlm::tlm_fw_transport_if<> {
 public:
  using Key = std::uint32_t;  ///< Of a transaction, while it is under way.
  static constexpr Key kNone = ~Key{0};
  static constexpr unsigned kAnyNumber = std::numeric_limits<unsigned>::max();

  /// May stay unbound. The standard's plain socket: the convenience sockets look each response up
  /// among blocking calls that they adapt, which here are none of theirs.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket{"socket"};

 protected:
  struct Blocked {
    sc_core::sc_event done;
    bool ended = false;
  };
  struct Transaction {
    tlm::tlm_generic_payload* payload = nullptr;  ///< Null: the place is free.
    const AtomicExtension* atomic = nullptr;      ///< Its extension, or null.
    core::Ticks began = 0;                        ///< Date of access().
    std::uint32_t sent = 0;                       ///< Bytes passed on: the derived module's own.
    std::uint32_t ended = 0;                      ///< See advance().
    bool failed = false;
    Blocked* blocked = nullptr;  ///< b_transport that waits for it; null for nb_transport.
  };

  /// With `most` transactions under way, a request waits in its phase.
  explicit AtTarget(const sc_core::sc_module_name& name, unsigned most = kAnyNumber);

  /// TLM_OK_RESPONSE, or with what status the access is refused on the spot. `atomic`: its
  /// extension, or null.
  [[nodiscard]] virtual tlm::tlm_response_status refuse(const tlm::tlm_generic_payload& payload,
                                                        const AtomicExtension* atomic) const = 0;
  /// An access was refused: for statistics.
  virtual void refused() {}
  /// A new transaction. True: its request phase ends; false: end_request() will say. May respond.
  virtual bool access(Key key) = 0;
  virtual unsigned debug(tlm::tlm_generic_payload& payload) = 0;
  /// b_transport: by default an access() that is waited for, beside `most`; without phases.
  virtual void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  /// The next request may come. Of no effect if the request phase of `key` is over.
  void end_request(Key key);
  /// Ends the transaction: from here on `key` may be used again. Bytes read are in its payload.
  void respond(Key key, tlm::tlm_response_status status);
  /// `bytes` more have been read or written, or have failed. True: none are left, now respond.
  bool advance(Key key, std::uint32_t bytes, bool good) {
    Transaction& one = transactions_[key];
    one.ended += bytes;
    one.failed = one.failed || !good;
    return one.ended >= one.payload->get_data_length();
  }

  /// Valid until the next BEGIN_REQ.
  [[nodiscard]] Transaction& transaction(Key key) { return transactions_[key]; }
  [[nodiscard]] Key requesting() const { return requesting_; }  ///< In its request phase, or kNone.
  /// Date of BEGIN_REQ of the access that is, or was last, in its request phase.
  [[nodiscard]] core::Ticks request_began() const { return request_at_; }
  [[nodiscard]] bool nothing_under_way() const { return under_way_ == 0 && request_ == nullptr; }
  /// What is left of each transaction, and that it waits for `whom`.
  void append_transactions(std::vector<core::Wait>& waits, const char* whom) const;

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) final;
  // Inline: every access of every device passes here, and a call each would be felt.
  inline tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          const sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) final {
    blocking(payload, delay);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) final { return debug(payload); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) final;
  /// False: refused, or nothing to do.
  inline bool accept(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic);
  /// The request that waits becomes a transaction; as access().
  inline bool start(core::Ticks now);
  /// As start(), between calls of the initiator: ends the phase by END_REQ.
  inline void start_later();
  inline Key add(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic, Blocked* blocked,
                 core::Ticks now);
  void delay_passed();  ///< Process; acts on what the initiator has annotated with a delay.
  void send_responses() {
    if (!responses_.empty()) send_waiting();
  }
  void send_waiting();
  inline void send_response(Key key, core::Ticks now);
  inline void finish(Key key);

  const unsigned most_;
  std::vector<Transaction> transactions_;
  std::vector<Key> free_;
  unsigned under_way_ = 0;
  tlm::tlm_generic_payload* request_ = nullptr;  ///< In its request phase.
  const AtomicExtension* request_atomic_ = nullptr;
  Key requesting_ = kNone;  ///< Key of request_, once it is a transaction.
  core::Ticks request_at_ = 0;
  core::Ring<Key> responses_;         ///< Ended; their response phase is to come.
  Key responding_ = kNone;            ///< BEGIN_RESP sent, END_RESP to come.
  core::Ticks response_free_at_ = 0;  ///< End of a response phase that is known ahead.
  bool calling_ = false;              ///< In access(), or in the call of a BEGIN_RESP.
  core::Wakeup delayed_{this, core::Runs<&AtTarget::delay_passed>{}};
};

}  // namespace gf::model
