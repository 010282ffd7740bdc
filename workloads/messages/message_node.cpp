// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/message_node.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/trace/timeline.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kCopyOut = 0;        // tags from 1 on are regions
constexpr std::uint64_t kOtherBytes = 4096;  // size of the buffers that only lengthen the list

}  // namespace

MessageNode::MessageNode(RdmaHost& host, unsigned node, const MessagePath& path)
    : host_(host), node_(node), path_(path), free_slots_(path.slots) {
  host.set_program(*this);
}

std::uint64_t MessageNode::register_some(std::uint64_t bytes, bool gpu) {
  const std::uint64_t address = host_.allocate(bytes, gpu ? std::uint8_t{0} : kHostBuffer);
  host_.register_buffer(address, bytes);
  return address;
}

void MessageNode::prepare(std::uint64_t largest, unsigned regions, unsigned place) {
  slot_bytes_ = path_.chunk == 0 ? largest : path_.chunk;
  stride_ = path_.stage_destination ? slot_bytes_ * path_.slots : largest;
  regions_.resize(regions);
  const auto register_source = [&] {
    source_ = register_some(path_.stage_source ? slot_bytes_ * path_.slots : largest,
                            path_.from_gpu && !path_.stage_source);
  };
  if (place > 1) register_source();
  // The card searches its list from the front, so the benchmark sets a cost with the position of
  // the destination's entry.
  for (unsigned i = 2; i < place; ++i) register_some(kOtherBytes, false);
  destination_ = register_some(stride_ * regions, path_.to_gpu && !path_.stage_destination);
  if (place == 1) register_source();
  control_ = register_some(kControlBytes, false);
}

void MessageNode::set_size(std::uint64_t bytes) {
  // Pieces under way were cut to the old size.
  GF_CHECK(open_host_.empty() && open_gpu_.empty() && waiting_.empty(), host_.name());
  size_ = bytes;
}

unsigned MessageNode::pieces() const {
  if (!path_.staged()) return 1;
  return static_cast<unsigned>((size_ + piece_bytes() - 1) / piece_bytes());
}

void MessageNode::send(MessageNode& to, unsigned region) {
  const unsigned count = pieces();
  for (unsigned i = 0; i < count; ++i) {
    const std::uint64_t offset = i * piece_bytes();
    const std::uint64_t bytes = count == 1 ? size_ : std::min(piece_bytes(), size_ - offset);
    unsigned& slot = to.regions_[region].next_slot;
    const Piece piece{&to, offset, bytes, region, slot, i + 1 == count};
    slot = (slot + 1) % path_.slots;
    if (path_.stage_source) {
      waiting_.push(piece);
    } else {
      put(piece, source_ + offset);
    }
  }
  pump();
}

void MessageNode::pump() {
  while (free_slots_ > 0 && !waiting_.empty()) {
    --free_slots_;
    copying_.push(waiting_.pop());
    host_.copy_from_gpu(copying_.back().bytes, kCopyOut);
  }
}

std::uint64_t MessageNode::destination(const Piece& piece) const {
  const std::uint64_t region = destination_ + piece.region * stride_;
  if (!path_.stage_destination) return region + piece.offset;
  return region + piece.slot * slot_bytes_;
}

void MessageNode::put(const Piece& piece, std::uint64_t source) {
  const RdmaMessageId message =
      host_.put({source, piece.bytes, piece.to->node_, RdmaHost::kProcess,
                 piece.to->destination(piece), path_.bar1 && RdmaHost::is_gpu(source)});
  const bool by_card = RdmaHost::is_gpu(source) && !path_.bar1;
  (by_card ? open_gpu_ : open_host_).push({message, false, piece.last});
}

void MessageNode::send_control(const MessageNode& to) {
  const RdmaMessageId message =
      host_.put({control_, kControlBytes, to.node_, RdmaHost::kProcess, to.control_, false});
  open_host_.push({message, true, false});
}

void MessageNode::repeat_put(const RdmaHost::Put& put) {
  const bool by_card = RdmaHost::is_gpu(put.source) && !put.bar1;
  // Treated like a control word, because nothing waits until its source is free.
  (by_card ? open_gpu_ : open_host_).push({host_.put(put), true, false});
}

void MessageNode::event(const RdmaEvent& event) {
  switch (event.kind) {
    case RdmaEventKind::kSent:
      sent(event);
      break;
    case RdmaEventKind::kReceived:
      arrived(event);
      break;
    case RdmaEventKind::kRegistered:
      refused_ += event.bytes == 0 ? 1 : 0;
      break;
    default:
      ++failed_;
  }
}

MessageNode::Open MessageNode::take_open(RdmaMessageId message) {
  // There are two queues: the card sends the messages that it reads from GPU memory independently
  // of the messages that the host describes. Each kind completes in order.
  core::Ring<Open>& from =
      !open_host_.empty() && open_host_.front().message == message ? open_host_ : open_gpu_;
  GF_CHECK(!from.empty() && from.front().message == message, host_.name());
  return from.pop();
}

void MessageNode::sent(const RdmaEvent& event) {
  const Open open = take_open(event.message);
  if (open.control) return;
  if (path_.stage_source) {
    ++free_slots_;
    pump();
  }
  if (open.last) client_->message_sent(node_);
}

void MessageNode::arrived(const RdmaEvent& event) {
  if (event.address >= control_ && event.address < control_ + kControlBytes) {
    client_->control_received(node_);
    return;
  }
  const auto number = static_cast<unsigned>((event.address - destination_) / stride_);
  GF_CHECK(number < regions_.size(), host_.name());
  Region& region = regions_[number];
  if (!path_.stage_destination) {
    piece_whole(number);
    return;
  }
  const std::uint64_t offset = region.arrived * piece_bytes();
  if (++region.arrived == pieces()) region.arrived = 0;
  // The sender is not notified of these copies and does not wait for them; overruns_ counts slots
  // that were written too early.
  if (++region.in_copy > path_.slots) ++overruns_;
  host_.copy_to_gpu(std::min(piece_bytes(), size_ - offset), number + 1);
}

void MessageNode::returned(std::uint64_t tag) {
  if (tag == kCopyOut) {
    const Piece piece = copying_.pop();
    put(piece, source_ + next_slot_ * slot_bytes_);
    next_slot_ = (next_slot_ + 1) % path_.slots;
    return;
  }
  const auto region = static_cast<unsigned>(tag - 1);
  --regions_[region].in_copy;
  piece_whole(region);
}

void MessageNode::report(Region& region) const {
  const Begun begun = region.begun.pop();
  core::Timeline::active()->slice_apart("messages", "to node " + std::to_string(node_),
                                        "from node " + std::to_string(begun.from), begun.at,
                                        core::now_ticks(), {{"bytes", size_}});
}

void MessageNode::piece_whole(unsigned number) {
  Region& region = regions_[number];
  if (++region.whole < pieces()) return;
  region.whole = 0;
  if (core::Timeline::active() != nullptr && !region.begun.empty()) report(region);
  client_->message_received(node_, number);
}

void MessageNodes::send(unsigned from, unsigned to, unsigned region) {
  if (core::Timeline::active() != nullptr) {
    const BegunNote note{from, to, region, core::now_ticks()};
    if (acts_here(to))
      take(note);
    else
      announce(note);
  }
  nodes_[from]->send(*nodes_[to], region);
}

}  // namespace gf::model
