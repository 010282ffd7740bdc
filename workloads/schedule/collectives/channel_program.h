// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "workloads/schedule/collectives/builder.h"

namespace gf::model {

/// How the blocks of a channel exchange data: how it is cut, in elements, and how it lies in the
/// buffer of a connection, which has 8 steps (NCCL 2.30: src/init.cc, src/include/device.h,
/// src/include/collectives.h).
struct ChannelProtocol {
  std::string_view name;
  std::uint64_t chunk;  ///< The most that a step of a program moves at once.
  unsigned slices;      ///< Of a chunk.
  unsigned window;      ///< Slices that a connection's buffer holds.
  std::uint32_t wire;   ///< Bytes in the buffer, with flags between the elements ...
  std::uint32_t data;   ///< ... for so many bytes of elements.
  /// The most elements in a slice.
  [[nodiscard]] std::uint64_t largest() const { return chunk / slices; }
  /// Returns how long the slices of `count` elements are; the last may be shorter. A slice has at
  /// least a 32nd of the largest.
  [[nodiscard]] std::uint64_t slice_of(std::uint64_t count) const;
};

/// Simple: elements without flags in a buffer of 4 MiB; an all-reduce, all-gather or reduce-scatter
/// moves chunks of 4 steps in 2 slices. A flag follows each slice, behind a fence.
inline constexpr ChannelProtocol kSimple{"simple", (2u << 20) / kElementBytes, 2, 4, 1, 1};
/// LL: 4 B of elements and 4 B of flag in turn, which the receiver sees as they come; 64 KiB a
/// step.
inline constexpr ChannelProtocol kLl{"ll", (32u << 10) / kElementBytes, 1, 8, 2, 1};
/// LL128: lines of 120 B of elements and 8 B of flag; 600 KiB a step.
inline constexpr ChannelProtocol kLl128{"ll128", 576'000 / kElementBytes, 1, 8, 16, 15};

/// Consecutive elements of the collective's vector.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t count() const { return end > first ? end - first : 0; }
};

constexpr std::uint64_t rounded_up(std::uint64_t count, std::uint64_t unit) {
  return (count + unit - 1) / unit * unit;
}
/// Chunks begin at multiples of so many elements, 16 B (NCCL 2.30, src/enqueue.cc).
inline constexpr std::uint64_t kChunkGrain = 16 / kElementBytes;

/// Returns a channel's part of `all`, the vector or a block of it. A part has whole cells; each
/// rank sends 32 KiB for a cell (NCCL 2.30, src/enqueue.cc and src/device/all_reduce.h).
ElementRange channel_part(const Collective& collective, const ChannelProtocol& protocol,
                          const ElementRange& all, unsigned channel, unsigned channels);

/// The program of the thread blocks of one channel, one per rank, as a library of collectives has
/// it: each step receives a range from other ranks, adds the rank's own, keeps the result and sends
/// it on, any of these, slice by slice. Between two ranks that exchange data there is a connection:
/// a buffer at the receiver. A slice waits for what it receives, and for a
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
    /// The output holds what is received already, because it was sent there: see `sends_direct`.
    bool received_direct = false;
    bool sends_direct = false;  ///< To the outputs of `to`, and not into their buffers.
  };

  /// `launches`: by rank, the task after which its block begins; or empty. `builder` must outlive
  /// this object.
  ChannelProgram(CollectiveBuilder& builder, unsigned channel, const ChannelProtocol& protocol,
                 std::vector<unsigned> launches = {})
      : builder_(builder),
        channel_(channel),
        protocol_(protocol),
        launches_(std::move(launches)),
        launched_(builder.ranks(), launches_.empty()) {}

  void add(const Step& step);

 private:
  /// From a rank to another.
  struct Connection {
    Elements buffer;                 ///< At the receiver; empty before its first use.
    std::vector<unsigned> sent;      ///< Tasks, by number of the slice.
    std::vector<unsigned> received;  ///< Tasks that have taken it out.
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
  const ChannelProtocol protocol_;
  const std::vector<unsigned> launches_;
  std::vector<bool> launched_;  ///< By rank: its first slice waits for its launch.
  std::map<std::pair<unsigned, unsigned>, Connection> connections_;
};

}  // namespace gf::model
