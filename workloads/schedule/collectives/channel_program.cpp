// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/channel_program.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kSliceGrain = 16;  // NCCL 2.30, src/device/prims_simple.h: elements

constexpr std::uint64_t kCellTraffic = 32 << 10;

/// Returns how many elements of traffic the library counts for one of what is divided among
/// channels.
std::uint64_t traffic(const Collective& collective, const ChannelProtocol& protocol) {
  const std::uint64_t factor = protocol.wire == 2 ? 4 : 1;
  if (collective.kind == Collective::Kind::kAllReduce) return 2 * factor;
  return (collective.has_blocks() ? collective.ranks : 1) * factor;
}

}  // namespace

ElementRange part_of_channel(const Collective& collective, const ChannelProtocol& protocol,
                             const ElementRange& all, unsigned channel, unsigned channels) {
  const std::uint64_t cell =
      rounded_up(kCellTraffic / kElementBytes / traffic(collective, protocol), kChunkGrain);
  const std::uint64_t each = rounded_up((all.count() + channels - 1) / channels, cell);
  const std::uint64_t first = std::min(all.first + each * channel, all.end);
  return {first, std::min(first + each, all.end)};
}

Elements slice_place(CollectiveBuilder& builder, const ChannelProtocol& protocol, Elements& buffer,
                     unsigned rank, std::size_t number, std::uint64_t count, RankBuffer where) {
  const std::uint64_t slot =
      (protocol.largest() * protocol.wire + protocol.data - 1) / protocol.data;
  if (buffer.count == 0) buffer = builder.scratch(rank, slot * protocol.window, where);
  Elements place = buffer;
  place.first += number % protocol.window * slot;
  place.count = count;
  return place;
}

std::vector<unsigned> add_launches(CollectiveBuilder& builder, const sc_core::sc_time& launch) {
  std::vector<unsigned> launches;
  for (unsigned rank = 0; rank < builder.ranks() && launch.value() > 0; ++rank)
    launches.push_back(builder.launch(rank, launch));
  return launches;
}

ChannelProtocol ChannelProtocol::with_buffer(std::uint64_t bytes) const {
  ChannelProtocol other = *this;
  const std::uint64_t unit = kSliceGrain * slices;
  other.chunk = std::max(chunk * bytes / buffer() / unit, std::uint64_t{1}) * unit;
  return other;
}

std::uint64_t ChannelProtocol::slice_of(std::uint64_t count) const {
  const std::uint64_t grains = (count + kSliceGrain * slices - 1) / (kSliceGrain * slices);
  return std::max(grains * kSliceGrain, largest() / 32);
}

void ChannelProgram::add(const Step& step) {
  const std::uint64_t slice = protocol_.slice_of(step.range.count());
  for (std::uint64_t at = step.range.first; at < step.range.end; at += slice)
    add_slice(step, at, std::min(slice, step.range.end - at));
}

void ChannelProgram::add_slice(const Step& step, std::uint64_t first, std::uint64_t count) {
  const std::uint64_t end = first + count;
  const auto output = [&](unsigned rank) {
    return builder_.output(rank, first + step.shift, end + step.shift);
  };
  const bool stays =
      builder_.collective().in_place && step.from.empty() && step.to.empty() && step.shift == 0;
  if (stays) return;
  Slice slice;
  slice.channel = channel_;
  slice.group = step.group;
  slice.threads = step.threads > 0 ? step.threads : threads_;
  slice.window = protocol_.window;
  slice.wire = protocol_.wire;
  slice.data = protocol_.data;
  const bool flags_within = slice.has_flags_within();
  DataMove& move = slice.move;
  std::vector<unsigned> after;
  const bool direct = step.received_direct && way(step.from.front(), step.rank) == RankWay::kPeer;
  if (step.adds) move.reads.push_back(builder_.input(step.rank, first, end));
  for (const unsigned from : step.from) {
    Connection& in = connection(from, step.rank);
    const std::size_t number = in.received.size();
    GF_CHECK(number < in.sent.size(), "a slice is received before it was sent");
    after.push_back(in.sent[number]);
    slice.received.push_back(in.sent[number]);
    const RankWay by = way(from, step.rank);
    const RankBuffer where = by == RankWay::kHost ? RankBuffer::kHost : RankBuffer::kScratch;
    move.reads.push_back(direct ? output(step.rank)
                                : place(in.buffer, step.rank, number, count, where));
    slice.flag_from_host |= by == RankWay::kNetwork || (by == RankWay::kHost && !flags_within);
  }
  const bool moves = !step.to.empty() || (step.keeps && !direct);
  if (step.keeps && !direct) move.writes.push_back(output(step.rank));
  for (const unsigned to : step.to) {
    Connection& out = connection(step.rank, to);
    const std::size_t number = out.sent.size();
    const RankWay by = way(step.rank, to);
    slice.flag_to_host |= by == RankWay::kNetwork || (by == RankWay::kHost && !flags_within);
    if (number >= protocol_.window)
      after.push_back(
          (by == RankWay::kNetwork ? out.sent : out.received).at(number - protocol_.window));
    if (by == RankWay::kNetwork)
      move.writes.push_back(place(out.sending, sender_of(step.rank), number, count));
    else if (by == RankWay::kHost)
      move.writes.push_back(place(out.buffer, to, number, count, RankBuffer::kHost));
    else
      move.writes.push_back(step.sends_direct ? output(to) : place(out.buffer, to, number, count));
  }
  if (moves && !launches_.empty() && launched_.insert({step.rank, step.group}).second)
    after.push_back(launches_[step.rank]);
  // What came directly and goes nowhere needs no block: it is there when its sender has ended.
  const unsigned task = moves ? builder_.add(std::move(slice), std::move(after)) : after.front();
  for (const unsigned from : step.from) connection(from, step.rank).received.push_back(task);
  for (const unsigned to : step.to) {
    Connection& out = connection(step.rank, to);
    const bool crosses = way(step.rank, to) == RankWay::kNetwork;
    out.sent.push_back(crosses ? cross(out, to, count, task) : task);
  }
}

unsigned ChannelProgram::cross(Connection& connection, unsigned to, std::uint64_t count,
                               unsigned task) {
  const std::size_t number = connection.sent.size();
  std::vector<unsigned> after{task};
  if (number >= protocol_.window)
    after.push_back(connection.received.at(number - protocol_.window));
  Slice copy;
  copy.channel = channel_;
  copy.wire = protocol_.wire;
  copy.data = protocol_.data;
  copy.move.reads.push_back(place(connection.sending, connection.sending.rank, number, count));
  copy.move.writes.push_back(place(connection.buffer, to, number, count));
  return builder_.transfer(std::move(copy), std::move(after));
}

}  // namespace gf::model
