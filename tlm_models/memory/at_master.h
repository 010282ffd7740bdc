// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "core/ring.h"
#include "tlm_models/memory/atomic_extension.h"
#include "tlm_models/memory/payload_pool.h"

namespace gf::model {

/// Initiator side of the TLM-2.0 base protocol (approximately timed): issues reads and writes to
/// whatever target is bound, one request phase at a time, any number of responses outstanding.
/// Unbound, `bound()` is false and nothing may be issued.
class AtMaster final : public sc_core::sc_module {
 public:
  /// Called when an access has ended, with the target's response status.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void access_ended(std::uint64_t key, tlm::tlm_response_status status) = 0;
  };

  tlm_utils::simple_initiator_socket_optional<AtMaster> socket{"socket"};

  AtMaster(const sc_core::sc_module_name& name, Listener& listener);

  /// `data` belongs to the caller and must live until access_ended(key).
  void issue(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
             std::uint32_t bytes, std::uint64_t key);
  /// The same for an atomic: a write with a copy of `atomic`; `data` has what was there before when
  /// it has ended.
  void issue(const AtomicExtension& atomic, std::uint64_t address, std::uint8_t* data,
             std::uint32_t bytes, std::uint64_t key);
  /// Functional access; returns bytes moved (0 when unbound).
  unsigned debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                 std::uint32_t bytes);
  unsigned debug(tlm::tlm_generic_payload& access);

  [[nodiscard]] bool bound() const { return bound_; }
  [[nodiscard]] bool idle() const { return pending_.empty() && outstanding_ == 0; }

 private:
  /// Stays with a payload of the pool.
  struct Errand final : tlm::tlm_extension<Errand> {
    std::uint64_t key = 0;
    std::unique_ptr<AtomicExtension> spare;  ///< While the payload does not carry it.
    [[nodiscard]] tlm_extension_base* clone() const override { return nullptr; }
    void copy_from(const tlm_extension_base&) override {}
  };
  static Errand& errand_of(tlm::tlm_generic_payload& payload);
  void before_end_of_elaboration() override;
  /// A payload of the pool, with one reference taken.
  tlm::tlm_generic_payload& make(tlm::tlm_command command, std::uint64_t address,
                                 std::uint8_t* data, std::uint32_t bytes);
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void advance(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void send_next();
  void respond(tlm::tlm_generic_payload& payload);
  void finish(tlm::tlm_generic_payload& payload);

  Listener& listener_;
  PayloadPool pool_;
  core::Ring<tlm::tlm_generic_payload*> pending_;   ///< Not sent.
  unsigned outstanding_ = 0;                        ///< Sent, response to come.
  tlm::tlm_generic_payload* requesting_ = nullptr;  ///< In its request phase; null: none.
  bool bound_ = false;
  tlm_utils::peq_with_cb_and_phase<AtMaster> later_;
};

}  // namespace gf::model
