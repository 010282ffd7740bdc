// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/tally.h"

#include <algorithm>

#include "core/base/parcel_bytes.h"
#include "core/stats/stats.h"

namespace gf::platforms::network {
namespace {

void add_each(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

void add_each(std::vector<Tally::Period>& to, const std::vector<Tally::Period>& from) {
  if (to.size() < from.size()) to.resize(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i].add(from[i]);
}

/// Applies `number` to all numbers of a tally and `list` to all its lists, in one fixed order that
/// pack() and unpacked() share.
template <class Of, class Number, class List>
void each_field(Of& tally, const Number& number, const List& list) {
  for (auto* const one : {&tally.born, &tally.accepted, &tally.moved, &tally.in_flight,
                          &tally.hops_local, &tally.hops_global, &tally.last_end})
    number(*one);
  list(tally.history);
  list(tally.sampled);
  for (auto* const kind : {&tally.minimal, &tally.nonminimal, &tally.round_trip}) {
    number(kind->latency);
    number(kind->packets);
    list(kind->counts);
    list(kind->late);
  }
}

}  // namespace

void Tally::Period::add(const Period& other) {
  latency += other.latency;
  packets += other.packets;
  flits += other.flits;
  born += other.born;
  ended += other.ended;
}

void Tally::Class::record(core::Cycle cycles) {
  // The last bin holds all longer latencies, so that an unstable network does not fill the memory.
  const auto bin = static_cast<std::size_t>(std::min(cycles, kLast));
  if (counts.size() <= bin) counts.resize(bin + 1);
  ++counts[bin];
  if (cycles >= kLast) late.push_back(cycles);
  ++packets;
  latency += cycles;
}

void Tally::Class::add(const Class& other) {
  add_each(counts, other.counts);
  packets += other.packets;
  latency += other.latency;
}

void Tally::add(const Tally& other) {
  born += other.born;
  accepted += other.accepted;
  moved += other.moved;
  in_flight += other.in_flight;
  hops_local += other.hops_local;
  hops_global += other.hops_global;
  last_end = std::max(last_end, other.last_end);
  add_each(history, other.history);
  add_each(sampled, other.sampled);
  minimal.add(other.minimal);
  nonminimal.add(other.nonminimal);
  round_trip.add(other.round_trip);
}

void Tally::begin_sample(std::size_t periods) {
  born = accepted = hops_local = hops_global = 0;
  sampled.assign(periods, {});
  minimal = nonminimal = round_trip = {};
}

void Tally::record_in(core::Histogram& latency) const {
  for (const Class* const kind : {&minimal, &nonminimal}) {
    const std::size_t bins = std::min<std::size_t>(kind->counts.size(), Class::kLast);
    for (std::size_t bin = 0; bin < bins; ++bin)
      for (std::uint64_t i = 0; i < kind->counts[bin]; ++i) latency.record(bin);
    for (const core::Cycle cycles : kind->late) latency.record(cycles);
  }
}

void Tally::pack(core::ByteWriter& writer) const {
  each_field(
      *this, [&](const auto& number) { writer.put(number); },
      [&](const auto& list) { writer.put_all(list); });
}

Tally Tally::unpacked(core::ByteReader& reader) {
  Tally tally;
  each_field(
      tally, [&](auto& number) { number = reader.get<std::uint64_t>(); },
      [&](auto& list) { reader.get_all(list); });
  return tally;
}

}  // namespace gf::platforms::network
