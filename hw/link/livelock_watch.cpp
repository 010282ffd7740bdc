// SPDX-License-Identifier: Apache-2.0
#include "hw/link/livelock_watch.h"

#include <cmath>
#include <fmt/format.h>

#include "core/time/watchdog.h"
#include "hw/link/receiver.h"
#include "tlm_models/link/protocol.h"

namespace gf::hw::link {

void LivelockWatch::connect(const Receiver& receiver, const std::string& peer) {
  peer_ = peer;
  answer_error_rate_ = receiver.params().answer_error_rate;
  if (receiver.dllps() != nullptr)
    answer_bit_errors_ =
        1 - std::pow(1 - receiver.params().bit_error_rate, 8.0 * model::kDllpBytes);
}

unsigned LivelockWatch::begins(const ReplayBuffer::Entry& open) {
  // Count only replays that begin with the same packet: once it gets through, the link is alive.
  rounds_ = open.sequence == round_sequence_ ? rounds_ + 1 : 1;
  round_sequence_ = open.sequence;
  return rounds_;
}

void LivelockWatch::check(const ReplayBuffer::Entry& open, std::uint64_t resent) const {
  // With a chance above 1 / kMostRounds per try, such a long row is bad luck, not a livelock.
  if (rounds_ < kMostRounds || chance_of(open) * kMostRounds >= 1) return;
  core::stop_as_livelock(fmt::format(
      "{}: {} consecutive replays delivered no packet to {}; a packet of {} B gets through once in "
      "{:.3g} tries: {}, {} packets sent again; lower the error rates",
      name_, rounds_, peer_, open.wire_bytes, 1 / chance_of(open), rates(), resent));
}

void LivelockWatch::sends_again(std::uint64_t next) {
  if (++resent_ % kStretch != 0) return;
  const std::uint64_t fresh = next - stretch_began_;
  stretch_began_ = next;
  if (fresh * kLeastShare >= kStretch) return;
  core::stop_as_livelock(
      fmt::format("{}: next to nothing gets through to {}: {} packets were sent again while only "
                  "{} new ones were sent; {}; lower the error rates",
                  name_, peer_, kStretch, fresh, rates()));
}

std::string LivelockWatch::rates() const {
  return fmt::format(
      "bit_error_rate = {}, packet_error_rate = {}, answer_error_rate = {} at the receiver",
      params_.bit_error_rate, params_.packet_error_rate, answer_error_rate_);
}

double LivelockWatch::chance_of(const ReplayBuffer::Entry& entry) const {
  return std::pow(1 - params_.bit_error_rate, 8.0 * entry.wire_bytes) *
         (1 - params_.packet_error_rate) * (1 - answer_error_rate_) * (1 - answer_bit_errors_);
}

}  // namespace gf::hw::link
