// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/collective_data.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "core/base/error.h"
#include "workloads/schedule/elements/exchange_counts.h"

namespace gf::model {

using Kind = Collective::Kind;

void CollectiveData::Buffer::allocate(std::uint64_t size) {
  values_.reset(static_cast<Value*>(std::calloc(std::max<std::uint64_t>(size, 1), sizeof(Value))));
  if (values_ == nullptr) throw std::bad_alloc();
  size_ = size;
}
void CollectiveData::Buffer::Free::operator()(Value* values) const { std::free(values); }

CollectiveData::CollectiveData(const Collective& collective) : collective_(collective) {
  memory_.resize(collective.ranks);
  const std::uint64_t length = collective.counts.empty()
                                   ? collective.elements
                                   : longest_side(collective.counts, collective.ranks);
  for (unsigned rank = 0; rank < collective.ranks; ++rank) {
    auto& [in, out, scratch, host] = memory_[rank];
    in.allocate(length);
    for (std::uint64_t i = 0; i < in.size(); ++i) in[i] = input(rank, i);
    if (!collective.in_place) out.allocate(length);
    scratch.allocate(collective.scratch);
    host.allocate(collective.scratch);
  }
}

/// All elements of a run differ, and sums of different elements are unlikely to be equal.
CollectiveData::Value CollectiveData::input(unsigned rank, std::uint64_t element) {
  std::uint64_t bits = (element << 20 | (rank + 1)) * 0x9E3779B97F4A7C15u;  // splitmix64
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
  return static_cast<Value>(bits >> 32);
}

CollectiveData::Value CollectiveData::combined(Value a, Value b) const {
  return collective_.op == ReduceOp::kMax ? std::max(a, b) : a + b;
}

std::size_t CollectiveData::place_of(RankBuffer buffer) const {
  const bool is_input = collective_.in_place && buffer == RankBuffer::kOutput;
  return static_cast<std::size_t>(is_input ? RankBuffer::kInput : buffer);
}

CollectiveData::Value* CollectiveData::at(const Elements& where) {
  const Buffer& memory = memory_[where.rank][place_of(where.buffer)];
  GF_CHECK(where.first + where.count <= memory.size(), "elements beyond their buffer");
  return memory.data() + where.first;
}

void CollectiveData::began(std::size_t task) {
  const std::vector<Elements>& reads = collective_.moves[task].reads;
  std::vector<Value>& taken = under_way_[task];
  if (reads.empty()) return;
  const Value* const first = at(reads.front());
  taken.assign(first, first + reads.front().count);
  for (std::size_t read = 1; read < reads.size(); ++read) {
    const Value* const other = at(reads[read]);
    for (std::size_t i = 0; i < taken.size(); ++i) taken[i] = combined(taken[i], other[i]);
  }
}

void CollectiveData::ended(std::size_t task) {
  const auto entry = under_way_.find(task);
  GF_CHECK(entry != under_way_.end(), "task " + std::to_string(task) + " ended and had not begun");
  for (const Elements& to : collective_.moves[task].writes)
    std::copy(entry->second.begin(), entry->second.end(), at(to));
  under_way_.erase(entry);
}

unsigned CollectiveData::block_of(std::uint64_t element) const {
  unsigned block = static_cast<unsigned>(element * collective_.ranks / collective_.elements);
  while (block > 0 && element < collective_.block(block)) --block;
  while (element >= collective_.block(block + 1)) ++block;
  return block;
}

std::optional<CollectiveData::Origin> CollectiveData::origin_of(unsigned rank,
                                                                std::uint64_t element) const {
  for (unsigned from = 0; from < collective_.ranks; ++from) {
    const Collective::Transfer transfer = collective_.transfer(from, rank);
    if (element >= transfer.taken && element - transfer.taken < transfer.count)
      return Origin{from, transfer.given + element - transfer.taken};
  }
  return {};
}

bool CollectiveData::has_result(unsigned rank, std::uint64_t element) const {
  if (collective_.kind == Kind::kAllToAll) return origin_of(rank, element).has_value();
  const unsigned block = block_of(element);
  if (collective_.kind == Kind::kReduceScatter || collective_.kind == Kind::kScatter)
    return block == rank;
  const bool root_only = collective_.kind == Kind::kReduce || collective_.kind == Kind::kGather;
  return !root_only || rank == collective_.root;
}

std::vector<CollectiveData::Value> CollectiveData::over_all() const {
  std::vector<Value> all(collective_.op == ReduceOp::kNone ? 0 : collective_.elements);
  for (std::uint64_t i = 0; i < all.size(); ++i) {
    all[i] = input(0, i);
    for (unsigned rank = 1; rank < collective_.ranks; ++rank)
      all[i] = combined(all[i], input(rank, i));
  }
  return all;
}

CollectiveData::Value CollectiveData::expected(unsigned rank, std::uint64_t element,
                                               const std::vector<Value>& reduced) const {
  switch (collective_.kind) {
    case Kind::kAllGather:
    case Kind::kGather:
      return input(block_of(element), element);
    case Kind::kAllToAll: {
      const Origin origin = origin_of(rank, element).value();
      return input(origin.rank, origin.element);
    }
    case Kind::kBroadcast:
    case Kind::kScatter:
      return input(collective_.root, element);
    case Kind::kSendReceive:
      return input((rank + collective_.ranks - 1) % collective_.ranks, element);
    default:
      return reduced[element];
  }
}

CollectiveData::Verdict CollectiveData::verdict() const {
  Verdict all;
  const std::vector<Value> reduced = over_all();
  for (unsigned rank = 0; rank < collective_.ranks; ++rank) {
    const Buffer& has = memory_[rank][place_of(RankBuffer::kOutput)];
    for (std::uint64_t i = 0; i < has.size(); ++i) {
      if (!has_result(rank, i)) continue;
      ++all.compared;
      if (has[i] == expected(rank, i, reduced) || ++all.wrong > 1) continue;
      all.first_wrong = collective_.name + ": element " + std::to_string(i) + " of rank " +
                        std::to_string(rank) + " is " + std::to_string(has[i]) + ", expected " +
                        std::to_string(expected(rank, i, reduced));
    }
  }
  return all;
}

}  // namespace gf::model
