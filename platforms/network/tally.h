// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/time/clock_part.h"

namespace gf::core {
class Histogram;
}

namespace gf::platforms::network {

/// What a measurement counts of packets. All of it are sums of integers and one maximum, so that
/// tallies of several parts of a network, or of several processes, add up to that of the whole.
struct Tally {
  struct Period {
    std::uint64_t latency = 0;  ///< Cycles, of all packets.
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
    std::uint64_t born = 0;   ///< Packets that nodes generated, but for replies.
    std::uint64_t ended = 0;  ///< Those that arrived, and their replies if there are any.
    void add(const Period& other);
  };
  /// Packets of a kind by their latency in cycles.
  struct Class {
    static constexpr core::Cycle kLast = 1 << 16;
    std::uint64_t latency = 0;  ///< Of all of them.
    std::uint64_t packets = 0;
    std::vector<std::uint64_t> counts;  ///< By latency; from kLast on all count there.
    std::vector<core::Cycle> late;      ///< Those that do: their latencies; add() leaves them out.
    void record(core::Cycle cycles);
    void add(const Class& other);
  };

  std::uint64_t born = 0;         ///< Packets that count.
  std::uint64_t accepted = 0;     ///< Flits that ended within the sample.
  std::uint64_t moved = 0;        ///< Flits that routers have sent.
  std::uint64_t in_flight = 0;    ///< Flits in channels and routers.
  std::uint64_t hops_local = 0;   ///< Of packets that count.
  std::uint64_t hops_global = 0;  ///< The same.
  core::Cycle last_end = 0;       ///< Of a flit.
  std::vector<Period> history;    ///< Parts of the run's periods; a flit counts in the part in
                                  ///< which it ends.
  std::vector<Period> sampled;    ///< Periods of the sample; a packet counts where it was born.
  Class minimal;
  Class nonminimal;
  Class round_trip;  ///< Birth of a request to the end of its reply.

  [[nodiscard]] std::uint64_t ended() const { return minimal.packets + nonminimal.packets; }
  /// Adds what `other` counts.
  void add(const Tally& other);
  /// Another sample begins: nothing of packets that count has been counted yet.
  void begin_sample(std::size_t periods);
  /// The latencies of packets that count go into it, too.
  void record_in(core::Histogram& latency) const;

  [[nodiscard]] std::string packed() const;
  static Tally unpacked(const std::string& bytes);
};

}  // namespace gf::platforms::network
