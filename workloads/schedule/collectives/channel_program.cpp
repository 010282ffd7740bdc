// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/channel_program.h"

#include <algorithm>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kSliceGrain = 16;  // NCCL 2.30, src/device/prims_simple.h: elements

}  // namespace

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
  const bool stays = builder_.collective().in_place && step.from.empty() && step.to.empty();
  if (stays) return;
  Slice slice;
  slice.channel = channel_;
  slice.window = protocol_.window;
  slice.wire = protocol_.wire;
  slice.data = protocol_.data;
  DataMove& move = slice.move;
  std::vector<unsigned> after;
  if (step.adds) move.reads.push_back(builder_.input(step.rank, first, end));
  for (const unsigned from : step.from) {
    Connection& in = connection(from, step.rank);
    const std::size_t number = in.received.size();
    GF_CHECK(number < in.sent.size(), "a slice is received before it was sent");
    after.push_back(in.sent[number]);
    slice.received.push_back(in.sent[number]);
    move.reads.push_back(step.received_direct ? builder_.output(step.rank, first, end)
                                              : place(in, step.rank, number, count));
  }
  const bool moves = !step.to.empty() || (step.keeps && !step.received_direct);
  if (step.keeps && !step.received_direct)
    move.writes.push_back(builder_.output(step.rank, first, end));
  for (const unsigned to : step.to) {
    Connection& out = connection(step.rank, to);
    const std::size_t number = out.sent.size();
    if (number >= protocol_.window) after.push_back(out.received.at(number - protocol_.window));
    move.writes.push_back(step.sends_direct ? builder_.output(to, first, end)
                                            : place(out, to, number, count));
  }
  if (moves && !launched_[step.rank]) after.push_back(launches_[step.rank]);
  if (moves) launched_[step.rank] = true;
  // What came directly and goes nowhere needs no block: it is there when its sender has ended.
  const unsigned task = moves ? builder_.add(std::move(slice), std::move(after)) : after.front();
  for (const unsigned from : step.from) connection(from, step.rank).received.push_back(task);
  for (const unsigned to : step.to) connection(step.rank, to).sent.push_back(task);
}

Elements ChannelProgram::place(Connection& connection, unsigned receiver, std::size_t number,
                               std::uint64_t count) {
  const std::uint64_t slot =
      (protocol_.largest() * protocol_.wire + protocol_.data - 1) / protocol_.data;
  if (connection.buffer.count == 0)
    connection.buffer = builder_.scratch(receiver, slot * protocol_.window);
  Elements place = connection.buffer;
  place.first += number % protocol_.window * slot;
  place.count = count;
  return place;
}

}  // namespace gf::model
