// SPDX-License-Identifier: Apache-2.0
#include "hw/link/link_params.h"

#include "core/error.h"

namespace gf::hw::link {

void LinkParams::declare(const core::ParamScope& scope) {
  using core::between;
  scope.add("rate", rate, "raw rate of one direction", "PCIe 3.0: 16 x 8 GT/s, 128b/130b",
            core::at_least(core::ByteRate(1e6)));
  scope.add("efficiency", efficiency, "share of the rate left by DLLPs and ordered sets",
            "calibrated: 11.6 GiB/s between the GPUs of a K80 ([SC16], II-A)", between(0.01, 1.0));
  scope.add("propagation", propagation, "wire and PHY, one way", "assumed",
            core::at_least(sc_core::sc_time(1, sc_core::SC_PS)));
  scope.add("credit_latency", credit_latency, "receive buffer freed to credit usable", "assumed",
            core::at_least(sc_core::sc_time(1, sc_core::SC_PS)));
  scope.add("ack_latency", ack_latency, "last bit received to ACK or NAK at the sender", "assumed",
            core::at_least(sc_core::sc_time(1, sc_core::SC_PS)));
  scope.add("replay_buffer", replay_buffer, "bytes sent and not yet acknowledged", "assumed",
            core::at_least(core::Bytes(1)));
  scope.add("replay_timeout", replay_timeout, "time without an answer after which all is resent",
            "assumed", core::at_least(sc_core::sc_time(1, sc_core::SC_NS)));
  scope.add("bit_error_rate", bit_error_rate, "errors per bit sent; the CRC detects them all",
            "PCIe 3.0: at most 1e-12", between(0.0, 0.01));
  scope.add("packet_error_rate", packet_error_rate, "errors per packet sent", "assumed",
            between(0.0, 0.9));
  scope.add("answer_error_rate", answer_error_rate, "lost ACK or NAK per answer", "assumed",
            between(0.0, 0.9));
  scope.add("error_packets", error_packets, "transmissions to corrupt, counted from 0", "assumed");
}

void LinkParams::validate(const std::string& path) const {
  if (replay_buffer.count() < 1) {
    core::fail_config(path, "replay_buffer", core::to_text(replay_buffer), "at least 1 B",
                      "a packet may be sent while less than that is unacknowledged");
  }
  if (replay_timeout <= ack_latency + propagation) {
    core::fail_config(
        path, "replay_timeout", core::to_text(replay_timeout),
        "more than ack_latency + propagation = " + core::to_text(ack_latency + propagation),
        "raise it, or every packet is sent twice");
  }
}

}  // namespace gf::hw::link
