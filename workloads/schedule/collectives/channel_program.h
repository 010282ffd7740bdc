// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <systemc>
#include <utility>
#include <vector>

#include "workloads/schedule/elements/builder.h"

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
  /// Size of a connection's buffer in bytes.
  [[nodiscard]] std::uint64_t buffer() const {
    return chunk / slices * window * kElementBytes * wire / data;
  }
  /// Returns the protocol with chunks for buffers of another size, of at least 8 KiB.
  [[nodiscard]] ChannelProtocol with_buffer(std::uint64_t bytes) const;
  /// The most elements in a slice.
  [[nodiscard]] std::uint64_t largest() const { return chunk / slices; }
  /// Returns how long the slices of `count` elements are; the last may be shorter. A slice has at
  /// least a 32nd of the largest.
  [[nodiscard]] std::uint64_t slice_of(std::uint64_t count) const;
};

/// Simple: elements without flags in a buffer of 4 MiB; an all-reduce, all-gather or reduce-scatter
/// on rings moves chunks of 4 steps in 2 slices. A flag follows each slice, behind a fence.
inline constexpr ChannelProtocol kSimple{"simple", (2u << 20) / kElementBytes, 2, 4, 1, 1};
/// Simple for all else: a chunk is a step and a slice.
inline constexpr ChannelProtocol kSimpleSteps{"simple", (512u << 10) / kElementBytes, 1, 8, 1, 1};
/// LL: 4 B of elements and 4 B of flag in turn, which the receiver sees as they come; 64 KiB a
/// step.
inline constexpr ChannelProtocol kLl{"ll", (32u << 10) / kElementBytes, 1, 8, 2, 1};
/// LL128: lines of 120 B of elements and 8 B of flag; 600 KiB a step.
inline constexpr ChannelProtocol kLl128{"ll128", 576'000 / kElementBytes, 1, 8, 16, 15};

inline constexpr unsigned kMostBlockWarps = 20;  ///< NCCL 2.30, src/include/device.h.

/// Consecutive elements of the collective's vector.
struct ElementRange {
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  [[nodiscard]] std::uint64_t count() const { return end > first ? end - first : 0; }
};

/// The part of a plan that the programs of all algorithms share.
struct ProgramPlan {
  ChannelProtocol protocol = kSimple;
  unsigned threads = 0;       ///< Of a block; 0: as many as the machine gives one.
  sc_core::sc_time launch{};  ///< From the start of the schedule to that of the blocks.
  /// Final elements are sent into the output of the next rank, and are not copied out of a buffer.
  /// This needs ranks that reach each other's memory, and no flags between the elements.
  bool direct = true;
  [[nodiscard]] bool sends_direct() const { return direct && protocol.wire == protocol.data; }
  /// NICs by which channels leave nodes, by channel and node. Empty: there is one node.
  std::vector<std::vector<unsigned>> exits{};
};

/// Returns the part of `all`, a range of the vector or of a block, that belongs to `channel` of
/// `channels`. Channels have whole cells: each rank sends 32 KiB of a cell. Short vectors therefore
/// use few channels (NCCL 2.30, src/enqueue.cc).
ElementRange part_of_channel(const Collective& collective, const ChannelProtocol& protocol,
                             const ElementRange& all, unsigned channel, unsigned channels);
/// Chunks and parts of channels begin at multiples of 16 B (src/device/all_reduce.h).
inline constexpr std::uint64_t kChunkGrain = 16 / kElementBytes;
[[nodiscard]] inline std::uint64_t rounded_up(std::uint64_t count, std::uint64_t unit) {
  return (count + unit - 1) / unit * unit;
}

inline constexpr unsigned kWarpThreads = 32;

/// Returns the place of slice number `number` of `count` elements in the buffer of a connection, at
/// `rank`. `buffer` is empty before its first use.
Elements slice_place(CollectiveBuilder& builder, const ChannelProtocol& protocol, Elements& buffer,
                     unsigned rank, std::size_t number, std::uint64_t count,
                     RankBuffer where = RankBuffer::kScratch);

/// Adds the kernels after which the blocks begin, by rank: none if that takes no time.
std::vector<unsigned> add_launches(CollectiveBuilder& builder, const sc_core::sc_time& launch);

/// The program of the thread blocks of one channel, one per rank, as a library of collectives has
/// it: each step receives a range from other ranks, adds the rank's own, keeps the result and sends
/// it on, any of these, slice by slice. Between two ranks that exchange data there is a connection:
/// a buffer at the receiver, in its memory or in that of the host near it. A slice waits for what
/// it receives, and for a place at whom it sends to. Steps must be added in an order in which each
/// one's data has been sent before.
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
    /// This needs a single `from`, and applies to peers only.
    bool received_direct = false;
    bool sends_direct = false;  ///< To the outputs of `to`, and not into their buffers.
    unsigned group = 0;         ///< Of the block's warps, which works on this step.
    unsigned threads = 0;       ///< In that group; 0: those of the program.
    std::int64_t shift = 0;     ///< Outputs hold the range's elements so many places further on.
  };

  /// `launches`: by rank, the task after which its block begins; or empty. `threads`: of steps that
  /// state none. `builder` must outlive this object.
  ChannelProgram(CollectiveBuilder& builder, unsigned channel, const ChannelProtocol& protocol,
                 std::vector<unsigned> launches = {}, unsigned threads = 0)
      : builder_(builder),
        channel_(channel),
        protocol_(protocol),
        launches_(std::move(launches)),
        threads_(threads) {}
  ChannelProgram(CollectiveBuilder& builder, unsigned channel, const ProgramPlan& plan,
                 std::vector<unsigned> launches)
      : ChannelProgram(builder, channel, plan.protocol, std::move(launches), plan.threads) {
    if (!plan.exits.empty()) exits_ = plan.exits[channel];
  }

  void add(const Step& step);

 private:
  /// From a rank to another.
  struct Connection {
    Elements buffer;                 ///< At the receiver; empty before its first use.
    Elements sending;                ///< On the sender's node, if the receiver is on another.
    std::vector<unsigned> sent;      ///< Tasks, by number of the slice.
    std::vector<unsigned> received;  ///< Tasks that have taken it out.
  };
  [[nodiscard]] Connection& connection(unsigned from, unsigned to) {
    return connections_[{from, to}];
  }
  void add_slice(const Step& step, std::uint64_t first, std::uint64_t count);
  [[nodiscard]] Elements place(Elements& buffer, unsigned rank, std::size_t number,
                               std::uint64_t count, RankBuffer where = RankBuffer::kScratch) {
    return slice_place(builder_, protocol_, buffer, rank, number, count, where);
  }
  /// Carries the slice that `task` has put into the sending buffer to another node. Returns the
  /// task.
  unsigned cross(Connection& connection, unsigned to, std::uint64_t count, unsigned task);
  [[nodiscard]] RankWay way(unsigned from, unsigned to) const {
    return builder_.ways().between(from, to);
  }
  /// Returns the rank from whose memory goes what `rank` sends to other nodes.
  [[nodiscard]] unsigned sender_of(unsigned rank) const {
    const RankWays& ways = builder_.ways();
    return exits_.empty() ? rank : ways.senders[rank].at(exits_[ways.node_of[rank]]);
  }

  CollectiveBuilder& builder_;
  const unsigned channel_;
  const ChannelProtocol protocol_;
  const std::vector<unsigned> launches_;
  const unsigned threads_;
  std::vector<unsigned> exits_;                       ///< By node.
  std::set<std::pair<unsigned, unsigned>> launched_;  ///< Ranks and groups that have begun.
  std::map<std::pair<unsigned, unsigned>, Connection> connections_;
};

}  // namespace gf::model
