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

/// Checks the attributes of an access apart from its address. Byte enables are
/// TLM_BYTE_ENABLE_ERROR_RESPONSE unless `takes_byte_enables`; an access of no bytes, or a
/// streaming one, is TLM_BURST_ERROR_RESPONSE.
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
/// class of modules that any initiator can be bound to. It handles phases and knows nothing of
/// memory. The derived class gets access() at the time of each BEGIN_REQ, allows the next request
/// with end_request() and ends an access with respond().
/// Timing: none of its own. Delays of the initiator are waited out: access() comes at the annotated
/// time of BEGIN_REQ, and the next BEGIN_RESP not before the annotated time of END_RESP. END_REQ is
/// on the return path if access() returns true. Back-pressure is a withheld END_REQ. An access that
/// responds before its END_REQ gets none: BEGIN_RESP ends its request phase.
/// Order: access() in the order of the requests, one request phase at a time, as the exclusion rule
/// demands of initiators. Responses go in the order of respond(), one response phase at a time;
/// END_RESP, TLM_UPDATED or TLM_COMPLETED ends it.
/// Errors: an access that refuse() rejects, and TLM_IGNORE_COMMAND without an atomic, is answered
/// with TLM_COMPLETED in BEGIN_REQ itself. DMI is refused. A phase of the base protocol that is not
/// due ends the program; phases outside the base protocol are ignored, as 15.2.5 requires.
class AtTarget : public sc_core::sc_module, protected tlm::tlm_fw_transport_if<> {
 public:
  using Key = std::uint32_t;  ///< Identifies a transaction while it is under way.
  static constexpr Key kNone = ~Key{0};
  static constexpr unsigned kAnyNumber = std::numeric_limits<unsigned>::max();

  /// May stay unbound. This is the standard's plain socket: the convenience sockets look up each
  /// response among the blocking calls that they adapt, and there are none here.
  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket{"socket"};

 protected:
  struct Blocked {
    sc_core::sc_event done;
    bool ended = false;
  };
  struct Transaction {
    tlm::tlm_generic_payload* payload = nullptr;  ///< Null: the entry is free.
    const AtomicExtension* atomic = nullptr;      ///< Its extension, or null.
    core::Ticks began = 0;                        ///< Time of access().
    std::uint32_t sent = 0;                       ///< Bytes passed on; for the derived class.
    std::uint32_t ended = 0;                      ///< See advance().
    bool failed = false;
    Blocked* blocked = nullptr;  ///< b_transport that waits for it; null for nb_transport.
  };

  /// While `most` transactions are under way, a new request waits in its request phase.
  explicit AtTarget(const sc_core::sc_module_name& name, unsigned most = kAnyNumber);

  /// Returns TLM_OK_RESPONSE, or the status with which the access is refused at once. `atomic`: its
  /// extension, or null.
  [[nodiscard]] virtual tlm::tlm_response_status refuse(const tlm::tlm_generic_payload& payload,
                                                        const AtomicExtension* atomic) const = 0;
  /// Called for each refused access, for statistics.
  virtual void refused() {}
  /// Begins a transaction; it may respond() in the call. Returns true if the request phase ends
  /// now; otherwise end_request() ends it later.
  virtual bool access(Key key) = 0;
  virtual unsigned debug(tlm::tlm_generic_payload& payload) = 0;
  /// Serves b_transport. By default it calls access() and waits for the response, without phases
  /// and regardless of `most`.
  virtual void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);

  /// Lets the next request come. No effect if the request phase of `key` is over.
  void end_request(Key key);
  /// Ends the transaction, and `key` may be reused. The bytes read are in its payload by then.
  void respond(Key key, tlm::tlm_response_status status);
  /// Counts `bytes` more as read or written, or failed if not `good`. Returns true when none are
  /// left: then the caller responds.
  bool advance(Key key, std::uint32_t bytes, bool good) {
    Transaction& one = transactions_[key];
    one.ended += bytes;
    one.failed = one.failed || !good;
    return one.ended >= one.payload->get_data_length();
  }

  /// Valid until the next BEGIN_REQ.
  [[nodiscard]] Transaction& transaction(Key key) { return transactions_[key]; }
  [[nodiscard]] Key requesting() const { return requesting_; }  ///< The open request, or kNone.
  /// Time of BEGIN_REQ of the current, or else the last, request phase.
  [[nodiscard]] core::Ticks request_began() const { return request_at_; }
  [[nodiscard]] bool nothing_under_way() const { return under_way_ == 0 && request_ == nullptr; }
  /// Appends the remaining bytes of each transaction, as waiting for `whom`.
  void append_transactions(std::vector<core::Wait>& waits, const char* whom) const;

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) final;
  // Inline: every access of every device passes here, and a call for each would be measurable.
  inline tlm::tlm_sync_enum begin_request(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                          const sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) final {
    blocking(payload, delay);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) final { return debug(payload); }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) final;
  /// False: the access was refused, or has nothing to do.
  inline bool accept(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic);
  /// Turns the waiting request into a transaction. Returns the result of access().
  inline bool start(core::Ticks now);
  /// Like start(), but outside a call of the initiator: ends the phase with END_REQ.
  inline void start_later();
  inline Key add(tlm::tlm_generic_payload& payload, const AtomicExtension* atomic, Blocked* blocked,
                 core::Ticks now);
  void delay_passed();  ///< Process: acts on phases that the initiator has delayed.
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
  tlm::tlm_generic_payload* request_ = nullptr;  ///< Its request phase is open.
  const AtomicExtension* request_atomic_ = nullptr;
  Key requesting_ = kNone;  ///< Key of request_, once it is a transaction.
  core::Ticks request_at_ = 0;
  core::Ring<Key> responses_;         ///< Ended; their response phase is still to come.
  Key responding_ = kNone;            ///< BEGIN_RESP sent, END_RESP still to come.
  core::Ticks response_free_at_ = 0;  ///< End of a response phase, known in advance.
  bool calling_ = false;              ///< Within access(), or within the call of a BEGIN_RESP.
  core::Wakeup delayed_{this, core::Runs<&AtTarget::delay_passed>{}};
};

}  // namespace gf::model
