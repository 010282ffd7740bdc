// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <vector>

#include "core/base/ring.h"
#include "core/param/param.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/tlp_pool.h"
#include "hw/pcie/port/tlp_source.h"
#include "tlm_models/memory/at_target.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie {

/// Parameters of a Requester. Payload sizes are powers of two, as the standard encodes them, so
/// that no TLP crosses a 4 KiB boundary.
struct RequesterParams : core::ParamGroup {
  core::Param<core::Bytes> max_payload =
      param("max_payload", core::Bytes(256), "maximum payload of a posted write",
            "assumed: MPS 256 B", core::power_of_two(core::Bytes(16), core::Bytes(kMaxPayload)));
  core::Param<core::Bytes> max_read_request =
      param("max_read_request", core::Bytes(512), "maximum size of a read request",
            "assumed: MRRS 512 B", core::power_of_two(core::Bytes(64), core::Bytes(kMaxPayload)));
  core::Param<unsigned> tags = param("tags", 32u, "maximum outstanding reads",
                                     "PCIe 3.0, 2.2.6.2: 5-bit tags", core::between(1u, 1024u));
};

/// Turns TLM-2.0 base protocol accesses of any local initiator into memory TLPs.
///
/// nb_transport: END_REQ comes once the last TLP of the access has left. BEGIN_RESP comes when
/// every byte read has come back, or when the last written byte has been written at its target.
/// Hardware posts writes and gets no answer; here the model answers the initiator (deviation
/// PCIE-3). An address that nobody claims is therefore TLM_ADDRESS_ERROR_RESPONSE for writes and
/// reads alike, and a fence that waits for responses waits until the bytes are there. b_transport
/// returns at BEGIN_RESP. transport_dbg is routed and takes no time.
///
/// Atomics (AtomicExtension) are non-posted AtomicOps of kAtomicOperand bytes each. Each AtomicOp
/// has a tag and a completion, even if nobody waits for the old values. A compare-and-swap is one
/// AtomicOp. Accesses whose data pointer is model::no_bytes() make TLPs without bytes in the same
/// time.
/// Order: accesses leave in the order of arrival; responses come in the order in which accesses
/// end.
/// Refused: byte enables, streaming, accesses of zero bytes, a compare-and-swap above 32 B.
class Requester final : public model::AtTarget,
                        public core::Quiescent,
                        public TlpSource,
                        private PostedClient {
 public:
  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter reads{*this, "reads", core::Unit::kCount, "read accesses accepted"};
    core::Counter writes{*this, "writes", core::Unit::kCount, "write accesses accepted"};
    core::Counter atomics{*this, "atomics", core::Unit::kCount, "atomic accesses accepted"};
    core::Counter errors{*this, "errors", core::Unit::kCount, "accesses that ended in error"};
    core::Histogram latency{*this, "latency", core::Unit::kSeconds,
                            "time from accepting an access to its response", 1e-15};
  };

  Requester(const sc_core::sc_module_name& name, const RequesterParams& params, unsigned input,
            Egress& egress, TlpPool& pool);
  void set_id(DeviceId id) { id_ = id; }

  /// Handles a completion for one of this requester's tags. The caller keeps the TLP.
  void on_completion(const Tlp& completion);

  Tlp& take(TlpClass tlp_class, core::Ticks now) override;
  [[nodiscard]] bool may_go(const Tlp&) const override { return true; }
  [[nodiscard]] std::string place() const override { return name(); }
  [[nodiscard]] bool idle() const override { return nothing_under_way(); }
  void append_waits(std::vector<core::Wait>& waits) const override {
    append_transactions(waits, egress_.name());
  }
  [[nodiscard]] const Stats& stats() const { return stats_; }

 private:
  struct Tag {
    Key key = 0;               ///< Access that the request belongs to.
    std::uint32_t offset = 0;  ///< First byte of the request, relative to the access.
    std::uint32_t bytes = 0;   ///< Bytes of the access that the request covers.
    std::uint32_t left = 0;    ///< Bytes of completions still to come.
  };

  [[nodiscard]] tlm::tlm_response_status refuse(
      const tlm::tlm_generic_payload& payload, const model::AtomicExtension* atomic) const override;
  void refused() override { ++stats_.errors; }
  bool access(Key key) override;
  unsigned debug(tlm::tlm_generic_payload& payload) override;
  void posted_ended(std::uint64_t key, CompletionStatus status) override;

  static bool compares(const model::AtomicExtension* atomic) {
    return atomic != nullptr && atomic->op == model::AtomicOp::kCompareSwap;
  }
  /// True if the bytes of the access are not modelled.
  static bool hollow(const Transaction& one) {
    return one.payload->get_data_ptr() == model::no_bytes();
  }
  void count(const Transaction& one);
  void make_next();
  Tlp* make_tlp(Key key);
  Tlp& make_for(
      const Transaction& one);  ///< Makes a TLP for its next bytes, without type and size.
  Tlp* make_write(Key key);
  Tlp* make_request(Key key);
  void operate(Tlp& tlp, const Transaction& one, std::uint32_t bytes);
  void progress(Key key, std::uint32_t bytes, bool good);

  const RequesterParams params_;
  const unsigned input_;
  Egress& egress_;
  TlpPool& pool_;
  DeviceId id_ = 0;
  core::Ring<Key> unsent_;  ///< Accesses with TLPs still to make, in order of arrival.
  std::vector<Tag> tags_;
  std::vector<std::uint16_t> free_tags_;
  Tlp* next_ = nullptr;  ///< TLP offered to the egress.
  Key next_key_ = 0;     ///< Access that next_ belongs to.
  Stats stats_;
};

}  // namespace gf::hw::pcie
