// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "hw/link/link_params.h"

namespace gf::hw::link {

/// Decides which transmissions arrive damaged. It draws the distance to the next error, not one
/// number a packet, so that a clean link costs a comparison.
class ErrorInjector {
 public:
  /// `name` keys the random streams: a link's errors depend on the seed and its name alone.
  ErrorInjector(const LinkParams& params, std::uint64_t seed, const std::string& name);

  /// True when the next transmission, of that many bytes on the wire, arrives corrupted.
  bool corrupts(std::uint32_t wire_bytes) { return active_ && draw(wire_bytes); }
  /// True when bits of the next packet that is no transmission in the sense above (a DLLP) are
  /// wrong: neither packet_error_rate nor error_packets means it.
  bool corrupts_bits(std::uint32_t wire_bytes) {
    return bit_error_rate_ > 0 && draw_bits(wire_bytes);
  }
  /// True when the next ACK or NAK is lost.
  bool loses_answer() { return answer_error_rate_ > 0 && answers_.uniform() < answer_error_rate_; }

 private:
  bool draw(std::uint32_t wire_bytes);
  bool draw_bits(std::uint32_t wire_bytes);
  bool listed();

  bool active_;
  double bit_error_rate_;
  double packet_error_rate_;
  double answer_error_rate_;
  // A stream a kind of error: to switch one on leaves the errors of the others where they were.
  core::RandomStream bits_;
  core::RandomStream packets_;
  core::RandomStream answers_;
  std::uint64_t clean_bits_;      ///< Bits left before the next bit error.
  std::uint64_t sent_ = 0;        ///< Transmissions so far.
  std::vector<unsigned> listed_;  ///< Sorted ordinals still to come.
};

}  // namespace gf::hw::link
