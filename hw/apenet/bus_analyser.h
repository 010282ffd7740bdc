// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <systemc>
#include <vector>

#include "core/base/ticks.h"
#include "hw/pcie/port/tlp.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::apenet {

/// A TLP or a DLLP on the wire of the card's slot.
struct BusRecord {
  core::Ticks first_bit = 0;  ///< When it was put on the wire.
  core::Ticks last_bit = 0;   ///< When it was through the slot.
  std::uint64_t address = 0;  ///< Completions: of the first requested byte.
  std::uint32_t bytes = 0;    ///< Payload; reads: bytes requested.
  std::uint32_t wire_bytes = 0;
  pcie::TlpType type = pcie::TlpType::kMemoryWrite;
  bool from_card = false;
  bool corrupted = false;  ///< The link CRC is wrong: it will be sent again.
  enum class Dllp : std::uint8_t { kNone, kAck, kNak, kUpdate };
  Dllp dllp = Dllp::kNone;              ///< Other than kNone: address, bytes and type are unused.
  model::CreditClass credit_class = 0;  ///< kUpdate: class of the reported credits.
  std::uint64_t sequence = 0;           ///< kAck, kNak: number of the answered TLP.
};

/// An interposer between the card and its slot, like the paper's bus analyser. Each direction of
/// the link goes through it and is recorded. It adds no time, changes nothing, and exists only if
/// it is asked for.
/// Timing: none. Order: as on the wire, both directions in one list.
/// DLLPs are recorded if the link has them as packets (`dllps`).
class BusAnalyser final : public sc_core::sc_module {
 public:
  /// Keeps up to `most` records; later ones are only counted.
  BusAnalyser(const sc_core::sc_module_name& name, std::size_t most);
  /// Pass-through module: `in` for the sending end, `out` for the receiving end.
  class Tap final : public sc_core::sc_module,
                    private model::LinkForwardIf,
                    private model::LinkBackwardIf {
   public:
    model::LinkTargetSocket in{"in"};
    model::LinkInitiatorSocket out{"out"};
    Tap(const sc_core::sc_module_name& name, BusAnalyser& owner, bool from_card);

   private:
    tlm::tlm_sync_enum nb_transport_fw(model::LinkMessage& message, model::LinkPhase& phase,
                                       sc_core::sc_time& delay) override;
    tlm::tlm_sync_enum nb_transport_bw(model::LinkMessage& message, model::LinkPhase& phase,
                                       sc_core::sc_time& delay) override;
    void b_transport(model::LinkMessage& message, sc_core::sc_time& delay) override {
      out->b_transport(message, delay);
    }
    bool get_direct_mem_ptr(model::LinkMessage&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(model::LinkMessage& message) override {
      return out->transport_dbg(message);
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}

    BusAnalyser& owner_;
    const bool from_card_;
  };
  Tap from_card{"from_card", *this, true};
  Tap to_card{"to_card", *this, false};

  [[nodiscard]] const std::vector<BusRecord>& records() const { return records_; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }  ///< The list was full.

 private:
  void record(const model::LinkMessage& message, const sc_core::sc_time& delay, bool from_card);
  void record_dllp(const model::LinkMessage& message, model::LinkPhase phase,
                   const sc_core::sc_time& delay, bool from_card);
  [[nodiscard]] bool keeps_one_more();

  const std::size_t most_;
  std::vector<BusRecord> records_;
  std::uint64_t lost_ = 0;
};

}  // namespace gf::hw::apenet
