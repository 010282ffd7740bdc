// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include "core/base/ring.h"
#include "tlm_models/memory/atomic_extension.h"
#include "tlm_models/memory/payload_pool.h"

namespace gf::model {

/// Initiator side of the TLM-2.0 base protocol (IEEE 1666-2011, 15.2), approximately timed. It
/// issues reads and writes to any bound target: one request phase at a time, any number of
/// outstanding responses. Unbound, `bound()` is false and nothing may be issued.
/// Timing: BEGIN_REQ leaves in issue() itself, or in the delta cycle after the previous request
/// phase has ended. Delays that the target annotates are waited out. A BEGIN_RESP without delay is
/// ended by its return value.
/// Order: requests as issued; access_ended() in the order of the responses. Phases outside the base
/// protocol are ignored, as 15.2.5 requires.
class AtMaster final : public sc_core::sc_module, private tlm::tlm_bw_transport_if<> {
 public:
  class Client {
   public:
    virtual ~Client() = default;
    /// The target has taken a request: the next one may be issued and leaves at once.
    virtual void request_ended(std::uint64_t) {}
    /// Never called within issue() of the access, unless the target answers in that call.
    virtual void access_ended(std::uint64_t key, tlm::tlm_response_status status) = 0;
  };

  tlm::tlm_initiator_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND>
      socket{"socket"};

  SC_HAS_PROCESS(AtMaster);
  AtMaster(const sc_core::sc_module_name& name, Client& client);

  /// Issues an access. `data`, and as many bytes of `byte_enables`, belong to the caller and must
  /// live until access_ended(key). Returns true if the request phase has ended in the call;
  /// otherwise request_ended(key) follows.
  bool issue(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
             std::uint32_t bytes, std::uint64_t key, std::uint8_t* byte_enables = nullptr);
  /// Issues an atomic like a plain access: a write with a copy of `atomic`. At access_ended()
  /// `data` holds the previous contents.
  bool issue(const AtomicExtension& atomic, std::uint64_t address, std::uint8_t* data,
             std::uint32_t bytes, std::uint64_t key);
  /// Functional access; returns the number of bytes moved (0 when unbound).
  unsigned debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                 std::uint32_t bytes);
  unsigned debug(tlm::tlm_generic_payload& access);

  [[nodiscard]] bool bound() const { return bound_; }
  [[nodiscard]] bool requesting() const { return requesting_ != nullptr; }  ///< END_REQ is to come.
  [[nodiscard]] bool idle() const { return pending_.empty() && outstanding_ == 0; }

 private:
  struct Payload final : tlm::tlm_generic_payload {
    std::uint64_t key = 0;
    AtomicExtension* carried = nullptr;      ///< Its extension, if it is an atomic.
    std::unique_ptr<AtomicExtension> spare;  ///< Kept here while the payload carries no atomic.
  };
  void before_end_of_elaboration() override;
  // Inline: every access of every device passes here, and a call for each would be measurable.
  /// A payload of the pool, with one reference taken.
  inline Payload& make(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                       std::uint32_t bytes, std::uint64_t key);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}  ///< DMI is not used.
  inline bool send(Payload& payload);
  inline bool begin(Payload& payload);  ///< True: its request phase has ended.
  void send_pending();                  ///< SC_METHOD.
  void phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  inline void end_request(Payload& payload);
  inline void finish(Payload& payload);

  Client& client_;
  PayloadPoolOf<Payload> pool_;
  core::Ring<Payload*> pending_;   ///< Not sent.
  unsigned outstanding_ = 0;       ///< Sent, not yet answered.
  Payload* requesting_ = nullptr;  ///< In its request phase; null: none.
  bool bound_ = false;
  sc_core::sc_event request_over_{"request_over"};      ///< The next pending request may begin.
  tlm_utils::peq_with_cb_and_phase<AtMaster> delayed_;  ///< Phases that the target delayed.
};

}  // namespace gf::model
