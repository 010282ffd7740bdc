// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "core/base/ticks.h"
#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/link/dllp_sender.h"

namespace gf::hw::pcie {

class Egress;
struct PortParams;

/// How a port answers what it receives: by dates that take nothing of the link (the default), or by
/// data link layer packets beside the TLPs that it sends.
struct DllpParams : core::ParamGroup {
  core::Param<bool> dllps =
      param("dllps", false,
            "ACK, NAK and UpdateFC are packets of 8 B beside TLPs, instead of dates after "
            "ack_latency and credit_latency",
            "chosen: `efficiency` is calibrated to 11.6 GiB/s and covers what they take");
  core::Param<sc_core::sc_time> dllp_wait =
      param("dllp_wait", sc_core::SC_ZERO_TIME,
            "dllps: time from what an ACK or UpdateFC has to say until it is due, in which more "
            "may come; 0: (max payload + 28 B) x AckFactor / lanes + internal delay",
            "PCIe 3.0, 3.5.3.1 (ACK) and 2.6.1.2 (UpdateFC)");
  core::Param<std::string> lane_speed =
      param("lane_speed", "8 GT/s",
            "dllps: speed of a lane, which sets the internal delay and, with rate, the number of "
            "lanes",
            "PCIe 3.0, 4.2", core::one_of({"2.5 GT/s", "5 GT/s", "8 GT/s"}));

  /// Lanes of a link of that raw rate: of the widths of PCIe the narrowest that gives it, else 32.
  [[nodiscard]] unsigned lanes(core::ByteRate rate) const;
  [[nodiscard]] sc_core::sc_time symbol() const;  ///< The specification's unit of time.
  /// "InternalDelay": a port's own processing of a TLP and a DLLP, in symbol times.
  [[nodiscard]] unsigned internal_delay() const;
  /// Most symbol times from a TLP's end to its ACK, and from credits freed to their UpdateFC, of
  /// which the specification says the same; in whole ones, as its tables have them.
  [[nodiscard]] unsigned most_symbols(core::ByteRate rate, core::Bytes max_payload) const;
  /// `dllp_wait`, or by the formula.
  [[nodiscard]] core::Ticks wait(core::ByteRate rate, core::Bytes max_payload) const;
  /// For what cannot wait for more (a NAK, credits of which the sender has none): internal delay.
  [[nodiscard]] core::Ticks delay(core::ByteRate rate, core::Bytes max_payload) const;
};

/// Has the port of `egress` and `rx` answer by DLLPs; null where its parameters do not ask for
/// them. `max_payload`: of the TLPs on its link.
std::unique_ptr<link::DllpSender> make_dllps(const std::string& name, const PortParams& port,
                                             core::Bytes max_payload, Egress& egress,
                                             link::Receiver& rx);

}  // namespace gf::hw::pcie
