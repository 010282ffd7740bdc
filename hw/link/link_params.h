// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/params.h"
#include "core/units.h"

namespace gf::hw::link {

/// One direction of a link. Field = meaning, unit, [source key in README.md] or [assumed].
struct LinkParams {
  core::ByteRate rate = core::gigabytes_per_second(15.754);  ///< gen3 x16, 128b/130b [L1]
  double efficiency = 0.85239;  ///< Share left by DLLPs and ordered sets [L2, calibrated]
  sc_core::sc_time propagation{5, sc_core::SC_NS};  ///< Wire and PHY, one way [assumed]
  sc_core::sc_time credit_latency{100,
                                  sc_core::SC_NS};     ///< Buffer freed to credit usable [assumed]
  sc_core::sc_time ack_latency{120, sc_core::SC_NS};   ///< Last bit in to ACK/NAK seen [assumed]
  core::Bytes replay_buffer{16384};                    ///< Sent and not yet acknowledged [assumed]
  sc_core::sc_time replay_timeout{2, sc_core::SC_US};  ///< Without an answer, send again [assumed]
  double bit_error_rate = 0;            ///< Errors per bit sent, LCRC detects them all [L1]
  double packet_error_rate = 0;         ///< Errors per packet sent, whatever its size [assumed]
  double answer_error_rate = 0;         ///< Lost ACK or NAK per answer [assumed]
  std::vector<unsigned> error_packets;  ///< Transmissions to corrupt, counted from 0 [test aid]

  void declare(const core::ParamScope& scope);
  /// Throws UserError naming `path`, the field, its value and the legal range.
  void validate(const std::string& path) const;
};

}  // namespace gf::hw::link
