// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/mpi_library.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kBufferUnit = 4096;  ///< The library's buffers begin at pages.

}  // namespace

MpiLibrary::MpiLibrary(const sc_core::sc_module_name& name, const MpiParams& params,
                       const RdmaHostParams& copies, const std::vector<MpiRank>& ranks)
    : sc_module(name),
      params_(params),
      copies_(copies),
      library_(params.buffers == "library"),
      nodes_(ranks),
      ranks_(ranks.size()) {
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].program = std::make_unique<Program>(*this, rank);
    nodes_[rank].host->set_program(*ranks_[rank].program);
  }
}

sc_core::sc_time MpiLibrary::copy_out(const State& state) const {
  if (!state.message.gpu) return sc_core::SC_ZERO_TIME;
  return copies_.memcpy + copies_.memcpy_rate.time_for(state.message.bytes);
}
sc_core::sc_time MpiLibrary::copy_in(const State& state) const {
  if (!state.message.gpu) return sc_core::SC_ZERO_TIME;
  return copies_.memcpy_to_gpu + copies_.memcpy_rate.time_for(state.message.bytes);
}

sc_core::sc_time MpiLibrary::query() const {
  return library_ ? copies_.attribute.get() : sc_core::SC_ZERO_TIME;
}

void MpiLibrary::send(std::uint64_t number, const MpiMessage& message) {
  if (number >= messages_.size()) messages_.resize(number + 1);
  State& state = messages_[number];
  state = {};
  state.message = message;
  // The call's copy is part of the posting call, so no other work of the core comes between them.
  sc_core::sc_time before = params_.overhead + query();
  if (!is_long(state)) before += query();  // by the function that fills the buffer
  if (!library_ || !is_long(state)) before += copy_out(state);
  is_long(state) ? write(message.from, {What::kAsk, number}, 0, before)
                 : write(message.from, {What::kData, number}, message.bytes, before);
  // Runs after the call that copies and posts, on the same core.
  if (message.told && !is_long(state)) call(message.from, {What::kSent, number}, {});
}

void MpiLibrary::compute(unsigned rank, const sc_core::sc_time& time, std::uint64_t tag) {
  call(rank, {What::kClients, tag}, time);
}
void MpiLibrary::at(core::Ticks date, std::uint64_t tag) {
  this->date(date, {What::kClients, tag});
}

void MpiLibrary::come(const Item& item) {
  if (item.what == What::kClients) return client_->came(item.number);
  State& state = messages_[item.number];
  const MpiMessage& message = state.message;
  switch (item.what) {
    case What::kStartOut:
      return copy_chunk(ranks_[message.from].out_free, {What::kCopiedOut, item.number},
                        state.started_out++);
    case What::kCopiedOut:
      ++state.copied_out;
      return send_copied(item.number);
    case What::kStartIn:
      return copy_chunk(ranks_[message.to].in_free, {What::kCopiedIn, item.number},
                        state.started_in++);
    case What::kCopiedIn:
      if (++state.landed == chunks(state)) client_->received(item.number);
      return;
    case What::kSent:
      return client_->sent(item.number);
    default:
      GF_CHECK(item.what == What::kCopyIn, std::string(name()));
      return client_->received(item.number);
  }
}

void MpiLibrary::told(unsigned rank, const WorkCompletion& completion) {
  if (completion.status != WorkStatus::kDone) {
    throw core::UserError(core::ExitCode::kCheckFailed,
                          fmt::format("{}: a message of rank {} was lost, {}", name(), rank,
                                      to_text(completion.status)));
  }
  const Item item = item_of(completion.id);
  const State& state = messages_[item.number];
  switch (item.what) {
    case What::kAsk:
      return write(rank, {What::kGrant, item.number}, 0, params_.overhead);
    case What::kGrant:
      return granted(item.number);
    case What::kData:
      return call(
          rank, {What::kCopyIn, item.number},
          params_.overhead + copy_in(state) + (is_long(state) ? sc_core::SC_ZERO_TIME : query()));
    case What::kSent:
      return client_->sent(item.number);
    default:
      GF_CHECK(item.what == What::kChunk, std::string(name()));
      return chunk_comes(item.number);
  }
}

void MpiLibrary::granted(std::uint64_t number) {
  State& state = messages_[number];
  const unsigned rank = state.message.from;
  const bool first = state.granted == 0;
  state.granted += params_.blocks;
  if (!library_copies(state) || chunks(state) == 1) {
    const sc_core::sc_time copy = library_ ? copy_out(state) : sc_core::SC_ZERO_TIME;
    return write(rank, {What::kData, number}, state.message.bytes, params_.overhead + copy);
  }
  if (!first) return send_copied(number);
  // One loop of the library: it starts all copies before it sends anything.
  for (unsigned chunk = 0; chunk < chunks(state); ++chunk)
    call(rank, {What::kStartOut, number}, params_.copy_start);
}

void MpiLibrary::send_copied(std::uint64_t number) {
  State& state = messages_[number];
  for (; state.sent < std::min(state.copied_out, state.granted); ++state.sent)
    write(state.message.from, {What::kChunk, number}, chunk_bytes(state, state.sent),
          params_.overhead);
}

void MpiLibrary::chunk_comes(std::uint64_t number) {
  State& state = messages_[number];
  ++state.come;
  if (state.come % params_.blocks == 0 && state.come < chunks(state))
    write(state.message.to, {What::kGrant, number}, 0, params_.overhead);
  call(state.message.to, {What::kStartIn, number}, params_.copy_start);
}

void MpiLibrary::call(unsigned rank, const Item& item, const sc_core::sc_time& time) {
  nodes_[rank].host->compute(time, tag_of(item));
}

void MpiLibrary::write(unsigned from, const Item& item, std::uint64_t bytes,
                       const sc_core::sc_time& before) {
  const MpiMessage& message = messages_[item.number].message;
  const unsigned to = from == message.from ? message.to : message.from;
  WorkRequest request;
  request.local = buffer(from, bytes);
  request.remote = buffer(to, bytes);
  request.bytes = bytes;
  request.told = message.told && is_last(messages_[item.number], item);
  request.id = tag_of({What::kSent, item.number});
  request.immediate = true;
  request.value = tag_of(item);
  nodes_[from].host->post(0, nodes_[from].queues[to], request, before);
}

/// Returns whether this is the last write of a message whose receiver was asked.
bool MpiLibrary::is_last(const State& state, const Item& item) const {
  if (item.what == What::kChunk) return state.sent + 1 == chunks(state);
  return item.what == What::kData && is_long(state);
}

std::uint64_t MpiLibrary::buffer(unsigned rank, std::uint64_t bytes) {
  // A ring. Overwriting at the wrap is harmless, as contents do not travel through the modelled
  // hardware.
  Rank& r = ranks_[rank];
  if (r.next_buffer + bytes > nodes_[rank].buffer_bytes) r.next_buffer = 0;
  const std::uint64_t at = nodes_[rank].buffers + r.next_buffer;
  r.next_buffer += (bytes + kBufferUnit - 1) / kBufferUnit * kBufferUnit;
  return at;
}

unsigned MpiLibrary::chunks(const State& state) const {
  const std::uint64_t chunk = params_.chunk.get().count();
  return static_cast<unsigned>((state.message.bytes + chunk - 1) / chunk);
}

std::uint64_t MpiLibrary::chunk_bytes(const State& state, unsigned chunk) const {
  const std::uint64_t unit = params_.chunk.get().count();
  return std::min(unit, state.message.bytes - chunk * unit);
}

void MpiLibrary::copy_chunk(core::Ticks& engine, const Item& then, unsigned chunk) {
  engine = std::max(engine, core::now_ticks()) +
           copies_.memcpy_rate.time_for(chunk_bytes(messages_[then.number], chunk)).value();
  date(engine, then);
}

void MpiLibrary::date(core::Ticks date, const Item& item) {
  dates_.emplace(date, item);
  wakeup_.at(date);
}

void MpiLibrary::act() {
  while (!dates_.empty() && dates_.begin()->first <= core::now_ticks()) {
    const Item item = dates_.begin()->second;
    dates_.erase(dates_.begin());
    come(item);
  }
  if (!dates_.empty()) wakeup_.at(dates_.begin()->first);
}

}  // namespace gf::model
