// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/trace/hop_journal.h"
#include "core/trace/span_log.h"

namespace gf::core {

/// Gives the paths of packets as consecutive spans of time. Models that report copies ask it what
/// the packets of a copy did meanwhile.
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
  /// Keeps the data for the spans of `flow` and its packets; call it before they begin.
  virtual void want(Number flow) = 0;
  /// Returns the path of the packet that most recently ended under `key`, or of the packet from
  /// which it was split. It begins with the arrival at the first hop (packets of routers: when the
  /// packet was ready) and ends with the last bit. May be called once per packet.
  virtual Spans take_ended(std::uint64_t key) = 0;
  /// Returns the waits of a packet at its first hop, which it has just begun.
  [[nodiscard]] virtual Spans at_source(std::uint64_t key) const = 0;
  /// Returns the path of a packet of routers from when it was ready until its last flit left its
  /// source, which has just happened.
  [[nodiscard]] virtual Spans at_port(std::uint64_t key) const = 0;
  /// Keeps the path of the next packet that ends under `key`, for packets whose path is not asked
  /// for at once. Returns the number with which take_kept() returns it.
  virtual std::uint64_t keep(std::uint64_t key) = 0;
  virtual Spans take_kept(std::uint64_t number) = 0;
  /// Keeps the data for take_last() of `flow`.
  virtual void want_last(Number flow) = 0;
  /// Returns the path of the last packet to end, of the flow's packets up to number `number` that
  /// have ended since the call before.
  virtual Spans take_last(Number flow, std::uint64_t number) = 0;
  /// Returns the spans of `flow`, which has ended; its own spans come first.
  [[nodiscard]] virtual Spans of_flow(Number flow) const = 0;
};

/// Adds `spans` to the thing in a log, after its span `before` and from its end on; returns the
/// last one. `name` returns the owner to whom a flow's time counts as lost; empty: no owner.
SpanLog::Id add_spans(SpanLog& log, const SpanLog::Thing& thing, SpanLog::Id before,
                      const PacketSpansIf::Spans& spans, const std::string& where,
                      const std::function<std::string(HopJournal::Number)>& name);
/// Adds a span from the end of `before` until now, if there is time between them.
SpanLog::Id add_rest(SpanLog& log, const SpanLog::Thing& thing, SpanLog::Id before,
                     const std::string& what);

}  // namespace gf::core
