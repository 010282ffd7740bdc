// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/param/param.h"
#include "hw/link/fault_params.h"

namespace gf::hw::link {

/// Parameters of one direction of a link: rate, latencies, replay, errors and death. A port's
/// parameters describe its outgoing direction; credit_latency and ack_latency describe its answers
/// to incoming packets.
struct LinkParams : FaultParams {
  core::Param<core::ByteRate> rate =
      param("rate", core::gigabytes_per_second(15.754), "raw rate of one direction",
            "PCIe 3.0: 16 x 8 GT/s, 128b/130b", core::at_least(core::ByteRate(1e6)));
  core::Param<double> efficiency = param(
      "efficiency", 0.85239, "share of the rate left by DLLPs and ordered sets",
      "calibrated: 11.6 GiB/s between the GPUs of a K80 ([SC16], II-A)", core::between(0.01, 1.0));
  core::Param<sc_core::sc_time> propagation = param(
      "propagation", sc_core::sc_time(5, sc_core::SC_NS), "one-way delay of the wire and the PHYs",
      "assumed", core::at_least(sc_core::sc_time(1, sc_core::SC_PS)),
      core::plausible(sc_core::sc_time(1, sc_core::SC_NS), sc_core::sc_time(20, sc_core::SC_NS),
                      "centimetres to 2 m of wire at 5 to 7 ns per metre, and PHYs of some ns"));
  core::Param<sc_core::sc_time> credit_latency = param(
      "credit_latency", sc_core::sc_time(100, sc_core::SC_NS),
      "latency from freeing receive buffer space to usable credit", "assumed",
      core::at_least(sc_core::sc_time(1, sc_core::SC_PS)),
      core::plausible(sc_core::sc_time(20, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "at least the latency of both ports; at most a wait behind a TLP in each "
                      "direction, in ports as slow as a switch"));
  core::Param<sc_core::sc_time> ack_latency = param(
      "ack_latency", sc_core::sc_time(120, sc_core::SC_NS),
      "latency from the last bit received to the ACK or NAK at the sender", "assumed",
      core::at_least(sc_core::sc_time(1, sc_core::SC_PS)),
      core::plausible(sc_core::sc_time(20, sc_core::SC_NS), sc_core::sc_time(300, sc_core::SC_NS),
                      "as credit_latency: both are answers of the other port"));
  core::Param<core::Bytes> replay_buffer =
      param("replay_buffer", core::Bytes(16384),
            "capacity of the replay buffer, which holds bytes not yet acknowledged", "assumed",
            core::at_least(core::Bytes(1)));
  core::Param<sc_core::sc_time> replay_timeout =
      param("replay_timeout", sc_core::sc_time(2, sc_core::SC_US),
            "time without an answer after which all unacknowledged packets are resent", "assumed",
            core::at_least(sc_core::sc_time(1, sc_core::SC_NS)));
  core::Param<double> bit_error_rate =
      param("bit_error_rate", 0.0, "errors per bit sent; the CRC detects all of them",
            "PCIe 3.0: at most 1e-12", core::between(0.0, 0.01));
  core::Param<double> packet_error_rate =
      param("packet_error_rate", 0.0, "errors per packet sent", "assumed", core::between(0.0, 0.9));
  core::Param<double> answer_error_rate =
      param("answer_error_rate", 0.0, "probability that an ACK or NAK is lost", "assumed",
            core::between(0.0, 0.9));
  core::Param<std::vector<unsigned>> error_packets =
      param("error_packets", std::vector<unsigned>{}, "indices of transmissions to corrupt, from 0",
            "test aid");

  /// Checks each member, and that an answer can arrive before the replay timer expires.
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::link
