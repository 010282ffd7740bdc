// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/hop_journal.h"

namespace gf::core {

/// Gives the ways of packets as spans of time, one behind the other. Models that tell of copies ask
/// it what the packets of a copy did meanwhile.
class PacketSpansIf {
 public:
  using Number = HopJournal::Number;
  struct Span {
    Ticks from = 0;
    Ticks until = 0;
    std::string what;
    bool lost = false;
    Number behind = HopJournal::kNone;  ///< Flow to which the span was lost; kNone: not known.
  };
  using Spans = std::vector<Span>;

  virtual ~PacketSpansIf() = default;
  /// Keeps what is needed for the spans of `flow` and its packets; call it before they begin.
  virtual void want(Number flow) = 0;
  /// Returns, once, the way of the packet that ended last under `key`, or that of the packet that
  /// it was cut from. It begins with the arrival at the first hop (packets of routers: when the
  /// packet was ready) and ends with the last bit.
  virtual Spans take_ended(std::uint64_t key) = 0;
  /// Returns what a packet that has just begun its first hop waited for there.
  [[nodiscard]] virtual Spans at_source(std::uint64_t key) const = 0;
  /// Returns the way of a packet of routers from when it was ready until its last flit has left its
  /// source, which it has just done.
  [[nodiscard]] virtual Spans at_port(std::uint64_t key) const = 0;
  /// Keeps the way of the next packet that ends under `key`, for packets that end where nobody asks
  /// at once. Returns the number by which take_kept() gives it.
  virtual std::uint64_t keep(std::uint64_t key) = 0;
  virtual Spans take_kept(std::uint64_t number) = 0;
  /// Returns what `flow`, which has ended, took; its own spans come first.
  [[nodiscard]] virtual Spans of_flow(Number flow) const = 0;
};

}  // namespace gf::core
