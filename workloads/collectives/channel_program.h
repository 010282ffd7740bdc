// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

/// How a channel cuts what it moves, in elements. The values of protocol Simple: a connection has a
/// buffer of 4 MiB in 8 steps, and an all-reduce, all-gather or reduce-scatter moves chunks of 4
/// steps in 2 slices (NCCL 2.30: src/init.cc, src/include/device.h, src/include/collectives.h).
struct ChannelSizes {
  std::uint64_t chunk = (std::uint64_t{2} << 20) / kElementBytes;  ///< The most at once.
  unsigned slices = 2;                                             ///< Of a chunk.
  unsigned window = 4;  ///< Slices that a connection's buffer holds.
  /// The fewest elements in all slices of a chunk but the last: a 32nd of the largest slice.
  [[nodiscard]] std::uint64_t least() const { return largest() / 32; }
  [[nodiscard]] std::uint64_t largest() const { return chunk / slices; }
  /// Returns how long the slices of `count` elements are; the last may be shorter.
  [[nodiscard]] std::uint64_t slice_of(std::uint64_t count) const;
};

/// Consecutive elements of the collective's vector.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t count() const { return end > first ? end - first : 0; }
};

/// The program of the thread blocks of one channel, one per rank, as a library of collectives has
/// it: each step receives a range from other ranks, adds the rank's own, keeps the result and sends
/// it on, any of these, slice by slice. Between two ranks that exchange data there is a connection:
/// a buffer at the receiver for `window` slices. A slice waits for what it receives, and for a
/// place at whom it sends to. Steps must be added in an order in which each one's data has been
/// sent before.
class ChannelProgram {
 public:
  struct Step {
    unsigned rank = 0;
    ElementRange range{};
    std::vector<unsigned> from{};  ///< Ranks whose elements are received and combined.
    bool adds = false;             ///< The rank's own input is combined with them.
    bool keeps = false;            ///< The result goes to the rank's output.
    std::vector<unsigned> to{};    ///< Ranks that it is sent to.
    /// What is received is in the output already, because it was sent there: see `sends_direct`.
    bool received_direct = false;
    bool sends_direct = false;     ///< To the outputs of `to`, and not into their buffers.
  };

  /// `builder` must outlive this object.
  ChannelProgram(CollectiveBuilder& builder, unsigned channel, const ChannelSizes& sizes)
      : builder_(builder), channel_(channel), sizes_(sizes) {}

  void add(const Step& step);

 private:
  /// From a rank to another.
  struct Connection {
    Elements buffer;                  ///< At the receiver; empty before its first use.
    std::vector<unsigned> sent;       ///< Tasks, by number of the slice.
    std::vector<unsigned> received;   ///< Tasks that have taken it out.
  };
  [[nodiscard]] Connection& connection(unsigned from, unsigned to) {
    return connections_[{from, to}];
  }
  void add_slice(const Step& step, std::uint64_t first, std::uint64_t count);
  /// Returns the place of a connection's slice number `number`.
  [[nodiscard]] Elements place(Connection& connection, unsigned receiver, std::size_t number,
                               std::uint64_t count);

  CollectiveBuilder& builder_;
  const unsigned channel_;
  const ChannelSizes sizes_;
  std::map<std::pair<unsigned, unsigned>, Connection> connections_;
};

}  // namespace gf::model
