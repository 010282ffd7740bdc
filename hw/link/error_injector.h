// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "hw/link/link_params.h"

namespace gf::hw::link {

/// Decides which transmissions arrive corrupted. It draws the distance to the next bit error
/// instead of one number per packet, so a link without bit errors costs only a comparison.
class ErrorInjector {
 public:
  /// `name` keys the random streams: a link's errors depend only on the seed and its name.
  ErrorInjector(const LinkParams& params, std::uint64_t seed, const std::string& name);

  /// Returns true if the next transmission, of `wire_bytes` bytes, arrives corrupted.
  bool corrupts(std::uint32_t wire_bytes) { return active_ && draw(wire_bytes); }
  /// Returns true if the next DLLP, of `wire_bytes` bytes, has bit errors. packet_error_rate and
  /// error_packets do not apply to DLLPs.
  bool corrupts_bits(std::uint32_t wire_bytes) {
    return bit_error_rate_ > 0 && draw_bits(wire_bytes);
  }
  /// Returns true if the next ACK or NAK is lost.
  bool loses_answer() { return answer_error_rate_ > 0 && answers_.uniform() < answer_error_rate_; }

 private:
  bool draw(std::uint32_t wire_bytes);
  bool draw_bits(std::uint32_t wire_bytes);
  bool listed();

  bool active_;
  double bit_error_rate_;
  double packet_error_rate_;
  double answer_error_rate_;
  // One stream per kind of error: enabling one kind does not move the errors of the others.
  core::RandomStream bits_;
  core::RandomStream packets_;
  core::RandomStream answers_;
  std::uint64_t clean_bits_;      ///< Bits before the next bit error.
  std::uint64_t sent_ = 0;        ///< Transmissions so far.
  std::vector<unsigned> listed_;  ///< Ordinals still to come, in descending order.
};

}  // namespace gf::hw::link
