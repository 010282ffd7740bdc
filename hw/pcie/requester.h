// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include "core/param.h"
#include "core/quiescence.h"
#include "core/ring.h"
#include "core/stats.h"
#include "hw/pcie/egress.h"
#include "hw/pcie/tlp_pool.h"
#include "hw/pcie/tlp_source.h"

namespace gf::hw::pcie {

/// The standard encodes payloads as powers of two, so that no TLP crosses a 4 KiB boundary.
struct RequesterParams : core::ParamGroup {
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "payload of a posted write", "assumed: MPS 256 B",
            core::power_of_two(core::Bytes(16), core::Bytes(kMaxPayload)));
  core::Param<core::Bytes> max_read_request =
      param("max_read_request", core::Bytes(512), "bytes one read asks for", "assumed: MRRS 512 B",
            core::power_of_two(core::Bytes(64), core::Bytes(kMaxPayload)));
  core::Param<unsigned> tags = param("tags", 32u, "reads outstanding",
                                     "PCIe 3.0, 2.2.6.2: 5-bit tags", core::between(1u, 1024u));
};

/// Turns TLM-2.0 base protocol accesses of local models into memory TLPs; any initiator plugs in.
/// nb_transport: END_REQ once the last TLP of the access has left; BEGIN_RESP when every byte read
/// has come back, or the last written byte has been written at its target. Hardware posts writes
/// and hears nothing; the model's own view answers the initiator (deviation PCIE-3), so that an
/// address that nobody claims is TLM_ADDRESS_ERROR_RESPONSE for writes as for reads, and a fence
/// that waits for responses waits until the bytes are there.
/// Atomics (AtomicExtension) are non-posted AtomicOps of kAtomicOperand bytes each, a tag and a
/// completion for each of them, whether somebody waits for the old values or not. A
/// compare-and-swap is one AtomicOp. b_transport: returns at BEGIN_RESP. transport_dbg: routed,
/// takes no time. Accesses whose data pointer is model::no_bytes() make TLPs without bytes; same
/// time. Order: accesses leave in the order in which they came; responses in the order of their
/// ends. Refused with TLM_COMPLETED: byte enables, streaming, no bytes, a compare-and-swap above 32
/// B.
class Requester final : public sc_core::sc_module,
                        public core::Quiescent,
                        public TlpSource,
                        private PostedObserver {
 public:
  tlm_utils::simple_target_socket_optional<Requester> socket{"socket"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read accesses accepted"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write accesses accepted"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic accesses accepted"};
    core::Counter errors{*this, "errors", core::Unit::kCount, "accesses that ended in error"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds, "access accepted to response",
                            1e-15};
  };

  Requester(const sc_core::sc_module_name& name, const RequesterParams& params, unsigned input,
            Egress& egress, TlpPool& pool);
  void set_id(DeviceId id) { id_ = id; }

  /// A completion for one of our tags has arrived; the TLP stays the caller's.
  void completion_comes(const Tlp& completion);

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] bool idle() const override { return under_way_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override;
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Access {
    tlm::tlm_generic_payload* payload = nullptr;  ///< Null: slot free.
    const model::AtomicExtension* atomic = nullptr;
    core::Ticks began = 0;
    std::uint32_t sent = 0;             ///< Bytes for which a TLP was made.
    std::uint32_t ended = 0;            ///< Bytes written or read so far, failed ones included.
    bool hollow = false;                ///< No bytes are modelled.
    sc_core::sc_event* done = nullptr;  ///< b_transport waits here; null for nb_transport.
  };
  using Slot = std::uint32_t;  ///< Of an access.
  struct Tag {
    Slot slot = 0;
    std::uint32_t offset = 0;  ///< Of the request in its access.
    std::uint32_t bytes = 0;   ///< Of the access that it stands for.
    std::uint32_t left = 0;    ///< Bytes of completions to come.
  };

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay);
  unsigned transport_dbg(tlm::tlm_generic_payload& payload);
  void phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);
  void posted_ended(std::uint64_t key, CompletionStatus status) override;

  /// False: nothing to send, the response is set.
  bool accept(tlm::tlm_generic_payload& payload);
  Slot add(tlm::tlm_generic_payload& payload, sc_core::sc_event* done);
  static bool compares(const model::AtomicExtension* atomic) {
    return atomic != nullptr && atomic->op == model::AtomicOp::kCompareSwap;
  }
  static tlm::tlm_response_status refuse(const tlm::tlm_generic_payload& payload);
  void make_next();
  Tlp* make_tlp(Slot slot);
  Tlp* make_write(Slot slot);
  Tlp* make_request(Slot slot);
  void operate(Tlp& tlp, const Access& access, std::uint32_t bytes);
  void progress(Slot slot, std::uint32_t bytes, bool good);
  void respond();
  void finish(Slot slot);

  const RequesterParams params_;
  const unsigned input_;
  Egress& egress_;
  TlpPool& pool_;
  DeviceId id_ = 0;
  std::vector<Access> accesses_;
  std::vector<Slot> free_;
  unsigned under_way_ = 0;
  core::Ring<Slot> unsent_;  ///< TLPs are to be made for them, in order of arrival.
  std::vector<Tag> tags_;
  std::vector<std::uint16_t> free_tags_;
  Tlp* next_ = nullptr;                                ///< Offered to the egress.
  Slot next_slot_ = 0;                                 ///< Its access.
  core::Ring<Slot> responses_;                         ///< Ended; their response phase is to come.
  std::optional<Slot> responding_;                     ///< BEGIN_RESP sent, END_RESP to come.
  tlm_utils::peq_with_cb_and_phase<Requester> later_;  ///< Phases that come with a delay.
  Stats stats_;
};

}  // namespace gf::hw::pcie
