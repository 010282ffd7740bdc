// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/work/nodes/mpi_transport.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kBufferUnit = 4096;  ///< The library's buffers begin at pages.

}  // namespace

MpiTransport::MpiTransport(const sc_core::sc_module_name& name, const MpiParams& params,
                           const RdmaHostParams& copies, const ClusterApp& app,
                           const std::vector<MpiRank>& ranks)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      copies_(copies),
      library_(params.buffers == "library"),
      channels_(app.channels()),
      nodes_(ranks),
      ranks_(app.ranks()),
      messages_(app.channels().size()) {
  GF_CHECK(ranks.size() >= app.ranks(), std::to_string(ranks.size()) + " nodes");
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].program = std::make_unique<Program>(*this, rank);
    nodes_[rank].host->set_program(*ranks_[rank].program);
  }
  SC_METHOD(act);
  sensitive << wakeup_.event();
}

sc_core::sc_time MpiTransport::copy_out(std::uint64_t bytes) const {
  return copies_.memcpy + copies_.memcpy_rate.time_for(bytes);
}
sc_core::sc_time MpiTransport::copy_in(std::uint64_t bytes) const {
  return copies_.memcpy_to_gpu + copies_.memcpy_rate.time_for(bytes);
}

void MpiTransport::kernel(unsigned rank, core::Ticks time) {
  ranks_[rank].kernels.launched(time);
  nodes_[rank].host->compute(params_.launch, tag(What::kLaunch, {}));
}

void MpiTransport::send(const AppSlot& slot, const AppMessage& message) {
  Message& made = this->message(slot);
  made = {};
  made.bytes = message.bytes;
  made.contents = message.contents;
  const unsigned from = channels_[slot.channel].from;
  // Without streams of their own copies wait for all that was launched, the overlapped kernel too.
  const core::Ticks kernels_end = ranks_[from].kernels.free();
  if (params_.streams || kernels_end <= core::now_ticks()) {
    begin(slot);
  } else {
    at(kernels_end, {What::kReady, from, slot});
  }
}

void MpiTransport::begin(const AppSlot& slot) {
  const unsigned from = channels_[slot.channel].from;
  const std::uint64_t bytes = message(slot).bytes;
  // A copy that a call makes is behind it when it posts: nothing of the core comes between.
  const bool copies = !library_ || !is_long(slot);
  const sc_core::sc_time before =
      copies ? params_.overhead + copy_out(bytes) : params_.overhead.get();
  is_long(slot) ? write(from, What::kAsk, slot, 0, before)
                : write(from, What::kData, slot, bytes, before);
}

void MpiTransport::returned(unsigned rank, std::uint64_t tag) {
  come({static_cast<What>(tag & 15),
        rank,
        {static_cast<unsigned>(tag >> 5), static_cast<unsigned>(tag >> 4 & 1)}});
}

void MpiTransport::come(const Item& item) {
  Rank& rank = ranks_[item.rank];
  const AppSlot& slot = item.slot;
  switch (item.what) {
    case What::kLaunch:
      return at(rank.kernels.launch_returned(), {What::kKernel, item.rank, {}});
    case What::kKernel:
      return run_->kernel_ended(item.rank);
    case What::kReady:
      return begin(slot);
    case What::kStartOut:
      copy_chunk(rank.out_free, What::kCopiedOut, item.rank, slot, message(slot).started_out++);
      // One after the other, so that chunks that are copied are sent in between.
      if (message(slot).started_out < chunks(slot))
        call(item.rank, What::kStartOut, slot, params_.copy_start);
      return;
    case What::kCopiedOut:
      return write(item.rank, What::kChunk, slot, chunk_bytes(slot, message(slot).sent++),
                   params_.overhead);
    case What::kStartIn:
      return copy_chunk(rank.in_free, What::kCopiedIn, item.rank, slot, message(slot).started_in++);
    case What::kCopiedIn:
      if (++message(slot).landed == chunks(slot)) run_->arrived(slot);
      return;
    case What::kCopyIn:
      return run_->arrived(slot);
    default:
      GF_CHECK(false, std::string(name()) + ": cards tell of this, not calls or dates");
  }
}

void MpiTransport::told(unsigned rank, const WorkCompletion& completion) {
  if (completion.status != WorkStatus::kDone) {
    throw core::UserError(core::ExitCode::kCheckFailed,
                          fmt::format("{}: a message of rank {} was lost, {}", name(), rank,
                                      to_text(completion.status)));
  }
  const auto what = static_cast<What>(completion.id & 15);
  const AppSlot slot{static_cast<unsigned>(completion.id >> 5),
                     static_cast<unsigned>(completion.id >> 4 & 1)};
  switch (what) {
    case What::kAsk:
      return write(rank, What::kGrant, slot, 0, params_.overhead);
    case What::kGrant:
      if (library_) return call(rank, What::kStartOut, slot, params_.copy_start);
      return write(rank, What::kData, slot, message(slot).bytes, params_.overhead);
    case What::kData:
      return call(rank, What::kCopyIn, slot, params_.overhead + copy_in(message(slot).bytes));
    default:
      GF_CHECK(what == What::kChunk, name());
      return call(rank, What::kStartIn, slot, params_.copy_start);
  }
}

void MpiTransport::call(unsigned rank, What what, const AppSlot& slot,
                        const sc_core::sc_time& time) {
  nodes_[rank].host->compute(time, tag(what, slot));
}

void MpiTransport::write(unsigned rank, What what, const AppSlot& slot, std::uint64_t bytes,
                         const sc_core::sc_time& before) {
  const AppChannel& channel = channels_[slot.channel];
  const unsigned to = rank == channel.from ? channel.to : channel.from;
  WorkRequest request;
  request.local = buffer(rank, bytes);
  request.remote = buffer(to, bytes);
  request.bytes = bytes;
  request.told = false;
  request.immediate = true;
  request.value = tag(what, slot);
  nodes_[rank].host->post(0, nodes_[rank].queues[to], request, before);
}

std::uint64_t MpiTransport::buffer(unsigned rank, std::uint64_t bytes) {
  // A ring: where it wraps around nothing is lost, as contents travel beside the hardware.
  Rank& r = ranks_[rank];
  if (r.next_buffer + bytes > nodes_[rank].buffer_bytes) r.next_buffer = 0;
  const std::uint64_t at = nodes_[rank].buffers + r.next_buffer;
  r.next_buffer += (bytes + kBufferUnit - 1) / kBufferUnit * kBufferUnit;
  return at;
}

unsigned MpiTransport::chunks(const AppSlot& slot) {
  const std::uint64_t chunk = params_.chunk.get().count();
  return static_cast<unsigned>((message(slot).bytes + chunk - 1) / chunk);
}

std::uint64_t MpiTransport::chunk_bytes(const AppSlot& slot, unsigned chunk) {
  const std::uint64_t unit = params_.chunk.get().count();
  return std::min(unit, message(slot).bytes - chunk * unit);
}

void MpiTransport::copy_chunk(core::Ticks& engine, What then, unsigned rank, const AppSlot& slot,
                              unsigned chunk) {
  engine = std::max(engine, core::now_ticks()) +
           copies_.memcpy_rate.time_for(chunk_bytes(slot, chunk)).value();
  at(engine, {then, rank, slot});
}

void MpiTransport::at(core::Ticks date, const Item& item) {
  dates_.emplace(date, item);
  wakeup_.at(date);
}

void MpiTransport::act() {
  wakeup_.woken();
  if (!started_ && run_ != nullptr) {
    started_ = true;
    run_->start();
  }
  while (!dates_.empty() && dates_.begin()->first <= core::now_ticks()) {
    const Item item = dates_.begin()->second;
    dates_.erase(dates_.begin());
    come(item);
  }
  if (!dates_.empty()) wakeup_.at(dates_.begin()->first);
}

std::vector<std::uint8_t> MpiTransport::contents(const AppSlot& slot, std::uint64_t bytes) {
  std::vector<std::uint8_t> held = std::move(message(slot).contents);
  message(slot).contents.clear();
  GF_CHECK(held.size() == bytes, std::string(name()));
  return held;
}

void MpiTransport::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), run_->waits_for(), name()});
}

}  // namespace gf::model
