// SPDX-License-Identifier: Apache-2.0
#include "hw/link/error_injector.h"

#include <algorithm>

namespace gf::hw::link {

ErrorInjector::ErrorInjector(const LinkParams& params, std::uint64_t seed, const std::string& name)
    : active_(params.bit_error_rate > 0 || params.packet_error_rate > 0 ||
              !params.error_packets.empty()),
      bit_error_rate_(params.bit_error_rate),
      packet_error_rate_(params.packet_error_rate),
      answer_error_rate_(params.answer_error_rate),
      bits_(seed, name + ".bit_errors"),
      packets_(seed, name + ".packet_errors"),
      answers_(seed, name + ".answer_errors"),
      clean_bits_(bits_.geometric(params.bit_error_rate)),
      listed_(params.error_packets) {
  // In descending order: the next ordinal is at the back.
  std::sort(listed_.rbegin(), listed_.rend());
}

bool ErrorInjector::draw(std::uint32_t wire_bytes) {
  bool corrupted = listed();
  // Drawn even if the packet is corrupted anyway, so that a listed error does not shift later ones.
  if (packet_error_rate_ > 0 && packets_.uniform() < packet_error_rate_) corrupted = true;
  return draw_bits(wire_bytes) || corrupted;
}

bool ErrorInjector::draw_bits(std::uint32_t wire_bytes) {
  const std::uint64_t bits = std::uint64_t{wire_bytes} * 8;
  if (bits > clean_bits_) {
    // Errors have no memory: the next distance may be drawn from the end of this packet.
    clean_bits_ = bits_.geometric(bit_error_rate_);
    return true;
  }
  clean_bits_ -= bits;
  return false;
}

bool ErrorInjector::listed() {
  const std::uint64_t ordinal = sent_++;
  if (listed_.empty() || listed_.back() != ordinal) return false;
  // An ordinal may be listed twice.
  while (!listed_.empty() && listed_.back() == ordinal) listed_.pop_back();
  return true;
}

}  // namespace gf::hw::link
