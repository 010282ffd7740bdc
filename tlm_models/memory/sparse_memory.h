// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>

#include "core/base/ring.h"
#include "core/base/ticks.h"
#include "core/base/units.h"
#include "core/param/param.h"
#include "tlm_models/memory/at_target.h"
#include "tlm_models/memory/byte_pages.h"

namespace gf::model {

/// Size and speed of a memory.
struct SparseMemoryParams : core::ParamGroup {
  core::Param<core::Bytes> size =
      param("size", core::Bytes(12ull << 30), "size of the memory, at addresses 0 ... size - 1",
            "K80: 12 GB per GPU (board data)", core::at_least(core::Bytes(1)));
  core::Param<core::ByteRate> rate =
      param("rate", core::gigabytes_per_second(240), "bandwidth of reads and writes together",
            "K80: 240 GB/s per GPU (board data)", core::at_least(core::ByteRate(1e6)));
  core::Param<sc_core::sc_time> latency = param(
      "latency", sc_core::sc_time(200, sc_core::SC_NS),
      "latency from an accepted request to its response", "assumed", {},
      core::plausible(sc_core::sc_time(60, sc_core::SC_NS), sc_core::sc_time(400, sc_core::SC_NS),
                      "from bare DRAM to DRAM behind the caches and crossbar of a GPU"));
};

/// Memory with real bytes behind a TLM-2.0 base protocol socket; only touched pages exist.
/// Timing (nb_transport): END_REQ when the earlier accesses and this one have passed at `rate`;
/// BEGIN_RESP `latency` later, or, if later, when the initiator has ended the previous response.
/// b_transport takes the sum of both; transport_dbg takes no time.
/// Order: first come first served. Bytes never written read as zero. An access whose
/// bytes are not modelled (no_bytes()) moves nothing. One that check_attributes() refuses, or
/// beyond `size` (ADDRESS_ERROR), takes as long as any other and moves nothing.
class SparseMemory final : public AtTarget {
 public:
  SparseMemory(const sc_core::sc_module_name& name, const SparseMemoryParams& params);

  void write(std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) {
    pages_.write(address, data, bytes);
  }
  void read(std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) const {
    pages_.read(address, data, bytes);
  }
  [[nodiscard]] BytePages& pages() { return pages_; }

 private:
  [[nodiscard]] tlm::tlm_response_status refuse(const tlm::tlm_generic_payload&,
                                                const AtomicExtension*) const override {
    return tlm::TLM_OK_RESPONSE;
  }
  bool access(Key key) override;
  void blocking(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  unsigned debug(tlm::tlm_generic_payload& payload) override;
  [[nodiscard]] tlm::tlm_response_status check(const tlm::tlm_generic_payload& payload) const;
  tlm::tlm_response_status move(const tlm::tlm_generic_payload& payload);
  core::Ticks reserve(std::uint64_t bytes, core::Ticks from);
  void phase_due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase);

  const SparseMemoryParams params_;
  core::Ticks free_at_ = 0;  ///< When the data bus is free.
  core::Ring<Key> keys_;     ///< Accesses under way, in order.
  BytePages pages_;
  tlm_utils::peq_with_cb_and_phase<SparseMemory> later_;
};

}  // namespace gf::model
