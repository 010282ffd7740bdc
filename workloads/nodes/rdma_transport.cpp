// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/rdma_transport.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"

namespace gf::model {
namespace {

/// A half begins at a page boundary of host and GPU memory.
constexpr std::uint64_t kHalfUnit = 65536;
constexpr std::uint64_t kPiece = 4096;  ///< Contiguous in host and GPU memory.

/// Calls `use(address, offset, bytes)` for pieces that touch one page each.
template <class Use>
void for_each_piece(std::uint64_t address, std::uint64_t bytes, const Use& use) {
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t piece = std::min(kPiece - (address + done) % kPiece, bytes - done);
    use(address + done, done, piece);
    done += piece;
  }
}

}  // namespace

RdmaTransport::RdmaTransport(const sc_core::sc_module_name& name, const RdmaTransportParams& params,
                             const ClusterApp& app, const std::vector<RdmaRank>& ranks)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      stages_out_(params.p2p != "on"),
      stages_in_(params.p2p == "off"),
      channels_(app.channels()),
      nodes_(ranks),
      ranks_(app.ranks()),
      ends_(app.channels().size()) {
  GF_CHECK(ranks.size() >= app.ranks(), std::to_string(ranks.size()) + " nodes");
  real_ = !ranks.empty() && ranks.front().gpu_memory != nullptr;
  for (unsigned rank = 0; rank < ranks_.size(); ++rank) {
    ranks_[rank].program = std::make_unique<Program>(*this, rank);
    nodes_[rank].host->set_program(*ranks_[rank].program);
  }
  for (unsigned channel = 0; channel < channels_.size(); ++channel) make_ends(channel);
  SC_METHOD(run_gpus);
}

void RdmaTransport::make_ends(unsigned channel) {
  const AppChannel& c = channels_[channel];
  Ends& ends = ends_[channel];
  ends.bytes = (c.bytes + kHalfUnit - 1) / kHalfUnit * kHalfUnit;
  ends.source = make_buffer(c.from, 2 * ends.bytes, true, !stages_out_);
  if (stages_out_) ends.staged_out = make_buffer(c.from, 2 * ends.bytes, false, true);
  ends.target = make_buffer(c.to, 2 * ends.bytes, true, !stages_in_);
  if (stages_in_) ends.staged_in = make_buffer(c.to, 2 * ends.bytes, false, true);
  ranks_[c.to].receives_at[stages_in_ ? ends.staged_in : ends.target] = channel;
}

std::uint64_t RdmaTransport::make_buffer(unsigned rank, std::uint64_t bytes, bool gpu,
                                         bool registered) {
  RdmaHost& host = *nodes_[rank].host;
  const std::uint64_t address = host.allocate(bytes, gpu ? 0 : kHostBuffer);
  if (registered) {
    host.register_buffer(address, bytes);
    ++registering_;
  }
  return address;
}

void RdmaTransport::kernel(unsigned rank, core::Ticks time) {
  ranks_[rank].kernels.launched(time);
  nodes_[rank].host->compute(params_.launch, tag(kLaunch, {}));
}

void RdmaTransport::send(const AppSlot& slot, const AppMessage& message) {
  const Ends& ends = ends_[slot.channel];
  const unsigned from = channels_[slot.channel].from;
  // The kernel that has just ended would have written them there.
  if (real_) store(from, ends.source + slot.half * ends.bytes, message.contents);
  this->message(slot) = {message.bytes, !message.contents.empty(),
                         real_ ? std::vector<std::uint8_t>() : message.contents};
  if (!acts_here(channels_[slot.channel].to)) told_.push_back(slot);
  if (stages_out_) {
    nodes_[from].host->copy_from_gpu(message.bytes, tag(kCopyOut, slot));
  } else {
    put(slot);
  }
}

void RdmaTransport::put(const AppSlot& slot) {
  const Ends& ends = ends_[slot.channel];
  const AppChannel& channel = channels_[slot.channel];
  const std::uint64_t offset = slot.half * ends.bytes;
  RdmaHost::Put put;
  put.source = (stages_out_ ? ends.staged_out : ends.source) + offset;
  put.bytes = message(slot).bytes;
  put.node = channel.to;
  put.process = RdmaHost::kProcess;
  put.destination = (stages_in_ ? ends.staged_in : ends.target) + offset;
  nodes_[channel.from].host->put(put);
}

void RdmaTransport::event(unsigned rank, const RdmaEvent& event) {
  switch (event.kind) {
    case RdmaEventKind::kSent:
      break;
    case RdmaEventKind::kReceived:
      received(rank, event);
      break;
    case RdmaEventKind::kRegistered:
      if (event.bytes == 0) refused_ = std::max(refused_, ++ranks_[rank].refused);
      if (--registering_ == 0) wakeup_.at(core::now_ticks());
      break;
    default:
      GF_CHECK(false, std::string(name()) + ": a message of rank " + std::to_string(event.source) +
                          " was lost at rank " + std::to_string(rank));
  }
}

void RdmaTransport::received(unsigned rank, const RdmaEvent& event) {
  auto buffer = ranks_[rank].receives_at.upper_bound(event.address);
  GF_CHECK(buffer != ranks_[rank].receives_at.begin(), std::string(name()));
  // The event holds an address within the buffer; upper_bound() returns the next buffer.
  --buffer;
  const Ends& ends = ends_[buffer->second];
  const AppSlot slot{buffer->second, event.address - buffer->first < ends.bytes ? 0u : 1u};
  if (stages_in_) {
    nodes_[rank].host->copy_to_gpu(message(slot).bytes, tag(kCopyIn, slot));
  } else {
    run_->arrived(slot);
  }
}

void RdmaTransport::returned(unsigned rank, std::uint64_t tag) {
  const AppSlot slot{static_cast<unsigned>(tag >> 3), static_cast<unsigned>(tag >> 2 & 1)};
  if ((tag & 3) == kLaunch) {
    const core::Ticks ends = ranks_[rank].kernels.launch_returned();
    kernels_.emplace(ends, rank);
    wakeup_.at(ends);
    return;
  }
  const Ends& ends = ends_[slot.channel];
  const std::uint64_t offset = slot.half * ends.bytes;
  const bool out = (tag & 3) == kCopyOut;
  if (real_) {
    const std::uint64_t from = (out ? ends.source : ends.staged_in) + offset;
    const std::uint64_t to = (out ? ends.staged_out : ends.target) + offset;
    store(rank, to, load(rank, from, message(slot).bytes));
  }
  if (out)
    put(slot);
  else
    run_->arrived(slot);
}

void RdmaTransport::run_gpus() {
  const core::Ticks now = core::now_ticks();
  // Times count from the registration of all buffers. If the card refuses one, the application does
  // not start, and refused_ records it.
  if (!started_ && registering_ == 0 && refused_ == 0 && run_ != nullptr) {
    started_ = true;
    began_ = now;
    run_->start();
  }
  while (!kernels_.empty() && kernels_.begin()->first <= now) {
    const unsigned rank = kernels_.begin()->second;
    kernels_.erase(kernels_.begin());
    run_->kernel_ended(rank);
  }
  if (!kernels_.empty()) wakeup_.at(kernels_.begin()->first);
}

bool RdmaTransport::settle(unsigned rank) {
  if (stages_in_) return true;  // cudaMemcpy has returned, so the GPU itself has stored the data
  nodes_[rank].host->ring_gpu(0);
  return false;
}

std::vector<std::uint8_t> RdmaTransport::contents(const AppSlot& slot) {
  Message& message = this->message(slot);
  if (!real_ || !message.has_contents) return std::exchange(message.beside, {});
  const Ends& ends = ends_[slot.channel];
  return load(channels_[slot.channel].to, ends.target + slot.half * ends.bytes, message.bytes);
}

void RdmaTransport::write_notes(std::string& bytes) {
  core::ByteWriter writer(bytes);
  for (const AppSlot& slot : told_) {
    const Message& sent = message(slot);
    writer.put(slot);
    writer.put(sent.bytes);
    writer.put(sent.has_contents);
    writer.put_all(sent.beside);
  }
  told_.clear();
}

void RdmaTransport::read_notes(const std::string& bytes) {
  for (core::ByteReader reader(bytes); !reader.at_end();) {
    const auto slot = reader.get<AppSlot>();
    Message came;
    came.bytes = reader.get<std::uint64_t>();
    came.has_contents = reader.get<bool>();
    reader.get_all(came.beside);
    if (acts_here(channels_[slot.channel].to)) message(slot) = std::move(came);
  }
}

void RdmaTransport::store(unsigned rank, std::uint64_t address,
                          const std::vector<std::uint8_t>& data) {
  SparseMemory& memory =
      RdmaHost::is_gpu(address) ? *nodes_[rank].gpu_memory : *nodes_[rank].host_memory;
  for_each_piece(address, data.size(),
                 [&](std::uint64_t at, std::uint64_t offset, std::uint64_t n) {
                   memory.write(nodes_[rank].host->physical(at), data.data() + offset, n);
                 });
}

std::vector<std::uint8_t> RdmaTransport::load(unsigned rank, std::uint64_t address,
                                              std::uint64_t bytes) const {
  const SparseMemory& memory =
      RdmaHost::is_gpu(address) ? *nodes_[rank].gpu_memory : *nodes_[rank].host_memory;
  std::vector<std::uint8_t> data(bytes);
  for_each_piece(address, bytes, [&](std::uint64_t at, std::uint64_t offset, std::uint64_t n) {
    memory.read(nodes_[rank].host->physical(at), data.data() + offset, n);
  });
  return data;
}

void RdmaTransport::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), run_->waits_for(), name()});
}

}  // namespace gf::model
