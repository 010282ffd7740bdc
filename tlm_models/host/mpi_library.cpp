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
  if (is_long(state))
    write(message.from, {Step::kAsk, number}, 0, before);
  else
    write(message.from, {Step::kData, number}, message.bytes, before);
  // Runs after the call that copies and posts, on the same core.
  if (message.signaled && !is_long(state)) call(message.from, {Step::kSent, number}, {});
}

void MpiLibrary::compute(unsigned rank, const sc_core::sc_time& time, std::uint64_t tag) {
  call(rank, {Step::kClients, tag}, time);
}
void MpiLibrary::at(core::Ticks date, std::uint64_t tag) {
  this->date(date, {Step::kClients, tag});
}

void MpiLibrary::come(const Item& item) {
  if (item.what == Step::kClients) return client_->came(item.number);
  State& state = messages_[item.number];
  const MpiMessage& message = state.message;
  switch (item.what) {
    case Step::kStartOut:
      return copy_chunk(ranks_[message.from].out_free, {Step::kCopiedOut, item.number},
                        state.started_out++);
    case Step::kCopiedOut:
      ++state.copied_out;
      return send_copied(item.number);
    case Step::kStartIn:
      return copy_chunk(ranks_[message.to].in_free, {Step::kCopiedIn, item.number},
                        state.started_in++);
    case Step::kCopiedIn:
      if (++state.landed == chunks(state)) client_->received(item.number);
      return;
    case Step::kSent:
      return client_->sent(item.number);
    default:
      GF_CHECK(item.what == Step::kCopyIn, std::string(name()));
      return client_->received(item.number);
  }
}

void MpiLibrary::completed(unsigned rank, const WorkCompletion& completion) {
  if (completion.status != WorkStatus::kDone) {
    throw core::UserError(core::ExitCode::kCheckFailed,
                          fmt::format("{}: a message of rank {} was lost, {}", name(), rank,
                                      to_text(completion.status)));
  }
  const Item item = item_of(completion.id);
  const State& state = messages_[item.number];
  switch (item.what) {
    case Step::kAsk:
      return write(rank, {Step::kGrant, item.number}, 0, params_.overhead);
    case Step::kGrant:
      return granted(item.number);
    case Step::kData:
      return call(
          rank, {Step::kCopyIn, item.number},
          params_.overhead + copy_in(state) + (is_long(state) ? sc_core::SC_ZERO_TIME : query()));
    case Step::kSent:
      return client_->sent(item.number);
    default:
      GF_CHECK(item.what == Step::kChunk, std::string(name()));
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
    return write(rank, {Step::kData, number}, state.message.bytes, params_.overhead + copy);
  }
  if (!first) return send_copied(number);
  // One loop of the library: it starts all copies before it sends anything.
  for (unsigned chunk = 0; chunk < chunks(state); ++chunk)
    call(rank, {Step::kStartOut, number}, params_.copy_start);
}

void MpiLibrary::send_copied(std::uint64_t number) {
  State& state = messages_[number];
  for (; state.sent < std::min(state.copied_out, state.granted); ++state.sent)
    write(state.message.from, {Step::kChunk, number}, chunk_bytes(state, state.sent),
          params_.overhead);
}

void MpiLibrary::chunk_comes(std::uint64_t number) {
  State& state = messages_[number];
  ++state.come;
  if (state.come % params_.blocks == 0 && state.come < chunks(state))
    write(state.message.to, {Step::kGrant, number}, 0, params_.overhead);
  call(state.message.to, {Step::kStartIn, number}, params_.copy_start);
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
  request.signaled = message.signaled && is_last(messages_[item.number], item);
  request.id = tag_of({Step::kSent, item.number});
  request.immediate = true;
  request.value = tag_of(item);
  nodes_[from].host->post(0, nodes_[from].queues[to], request, before);
}

/// Returns whether this is the last write of a message whose receiver was asked.
bool MpiLibrary::is_last(const State& state, const Item& item) const {
  if (item.what == Step::kChunk) return state.sent + 1 == chunks(state);
  return item.what == Step::kData && is_long(state);
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
