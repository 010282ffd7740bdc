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

/// How a port answers the packets it receives: after delays that take none of the link's bandwidth
/// (the default), or by data link layer packets (DLLPs) that share the link with its TLPs.
struct DllpParams : core::ParamGroup {
  core::Param<bool> dllps =
      param("dllps", false,
            "whether ACK, NAK and UpdateFC are 8 B packets that share the link, not delays "
            "(ack_latency, credit_latency)",
            "chosen: `efficiency` is calibrated to 11.6 GiB/s and covers their bandwidth");
  core::Param<sc_core::sc_time> dllp_wait =
      param("dllp_wait", sc_core::SC_ZERO_TIME,
            "dllps: delay of an ACK or UpdateFC, so that one can cover several packets; 0: (max "
            "payload + 28 B) x AckFactor / lanes + internal delay",
            "PCIe 3.0, 3.5.3.1 (ACK) and 2.6.1.2 (UpdateFC)");
  core::Param<bool> prompt_updates =
      param("prompt_updates", false,
            "dllps: whether an UpdateFC waits for the link only, not for dllp_wait",
            "chosen; Altera's IP Compiler for PCI Express does so (user guide, page 11-3)");
  core::Param<std::string> lane_speed =
      param("lane_speed", "8 GT/s",
            "dllps: speed of a lane, which sets the internal delay and, with rate, the number of "
            "lanes",
            "PCIe 3.0, 4.2", core::one_of({"2.5 GT/s", "5 GT/s", "8 GT/s"}));

  /// Returns the lanes of a link with this raw rate: the narrowest PCIe width that reaches it, or
  /// 32 if none does.
  [[nodiscard]] unsigned lanes(core::ByteRate rate) const;
  [[nodiscard]] sc_core::sc_time symbol() const;  ///< The specification's unit of time.
  /// Returns "InternalDelay": a port's own processing time of a TLP and a DLLP, in symbol times.
  [[nodiscard]] unsigned internal_delay() const;
  /// Returns the longest time from a TLP's end to its ACK, or from freed credits to their UpdateFC,
  /// in symbol times. The specification has the same limit for both. The value is rounded down to a
  /// whole number, as in its tables.
  [[nodiscard]] unsigned most_symbols(core::ByteRate rate, core::Bytes max_payload) const;
  /// Returns `dllp_wait`, or the value of its formula if `dllp_wait` is 0.
  [[nodiscard]] core::Ticks wait(core::ByteRate rate, core::Bytes max_payload) const;
  /// Returns the delay of answers that cannot wait for more (a NAK, or credits that the sender has
  /// run out of): the internal delay, at most wait().
  [[nodiscard]] core::Ticks delay(core::ByteRate rate, core::Bytes max_payload) const;
};

/// Makes the DLLP sender of the port that `egress` and `rx` belong to. Returns null if the port's
/// parameters do not ask for DLLPs or it is a socket link's port. `max_payload` is the largest
/// payload of TLPs on its link.
std::unique_ptr<link::DllpSender> make_dllps(const std::string& name, const PortParams& port,
                                             core::Bytes max_payload, Egress& egress,
                                             link::Receiver& rx);

}  // namespace gf::hw::pcie
