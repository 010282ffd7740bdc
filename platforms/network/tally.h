// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/time/clock_part.h"

namespace gf::core {
class ByteReader;
class ByteWriter;
class Histogram;
}  // namespace gf::core

namespace gf::platforms::network {

/// Packet counts of a measurement. All members are sums of integers, except one maximum, so tallies
/// of several parts of a network, or of several processes, add up to the tally of the whole
/// network.
struct Tally {
  struct Period {
    std::uint64_t latency = 0;  ///< Cycles, summed over all packets.
    std::uint64_t packets = 0;
    std::uint64_t flits = 0;
    std::uint64_t born = 0;   ///< Packets that nodes generated, without replies.
    std::uint64_t ended = 0;  ///< Packets that arrived; with replies, replies that arrived.
    void add(const Period& other);
  };
  /// Packets of one kind by their latency in cycles.
  struct Class {
    static constexpr core::Cycle kLast = 1 << 16;
    std::uint64_t latency = 0;  ///< Sum over all of them.
    std::uint64_t packets = 0;
    std::vector<std::uint64_t> counts;  ///< By latency; kLast holds all longer ones.
    std::vector<core::Cycle> late;      ///< Latencies of the packets in kLast; not added by add().
    void record(core::Cycle cycles);
    void add(const Class& other);
  };

  std::uint64_t born = 0;         ///< Sampled packets generated.
  std::uint64_t accepted = 0;     ///< Flits that ended within the sample.
  std::uint64_t moved = 0;        ///< Flits that routers have sent.
  std::uint64_t in_flight = 0;    ///< Flits in channels and routers.
  std::uint64_t hops_local = 0;   ///< Of sampled packets.
  std::uint64_t hops_global = 0;  ///< Of sampled packets.
  core::Cycle last_end = 0;       ///< Arrival of the last flit.
  std::vector<Period> history;    ///< Parts of the run's periods; a flit counts in the part in
                                  ///< which it ends.
  std::vector<Period> sampled;    ///< Periods of the sample; a packet counts where it was born.
  Class minimal;
  Class nonminimal;
  Class round_trip;  ///< From the birth of a request to the end of its reply.

  [[nodiscard]] std::uint64_t ended() const { return minimal.packets + nonminimal.packets; }
  /// Adds the counts of `other`.
  void add(const Tally& other);
  /// Starts a new sample: clears all counts of sampled packets.
  void begin_sample(std::size_t periods);
  /// Records the latencies of sampled packets in `latency`.
  void record_in(core::Histogram& latency) const;

  void pack(core::ByteWriter& writer) const;
  static Tally unpacked(core::ByteReader& reader);
};

}  // namespace gf::platforms::network
