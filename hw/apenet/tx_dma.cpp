// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/tx_dma.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/host/message_item.h"

namespace gf::hw::apenet {

using model::MessageItem;

TxDma::TxDma(const sc_core::sc_module_name& name, const TxDmaParams& params, TxFifo& fifo,
             RxRdma& events, pcie::DevicePort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      fifo_(fifo),
      events_(events),
      port_(port),
      reads_(port),
      tags_(params.tags),
      stats_(*this) {
  params_.validate(this->name());
  fifo.add_client(*this);
  port.set_completion_client(*this);
}

void TxDma::send(const TxDescriptor& packet) {
  held_.push(packet);
  if (core::SpanLog* const log = core::SpanLog::active())
    log->add(MessageItem::packet(packet.header), std::string(name()) + ": doorbell over PCIe");
  advance();
}

void TxDma::advance() {
  for (;;) {
    if (entry_ == nullptr && !begin_packet()) return;
    if (!read_next()) return;
  }
}

bool TxDma::begin_packet() {
  if (held_.empty()) return false;
  entry_ = fifo_.open(held_.front().header, lines_of(held_.front()));
  if (entry_ == nullptr) return false;
  ++stats_.descriptors;
  span_ = span_done_ = asked_ = 0;
  const PacketHeader& header = held_.front().header;
  if (core::SpanLog* const log = core::SpanLog::active())
    log->goes_on(MessageItem::packet(header), std::string(name()) + ": descriptors before it",
                 {{this, 0}, {&fifo_, 0}});
  if (header.last) messages_.push(header.message);
  if (header.bytes > 0) return true;
  // No data will come that could complete it.
  TxFifo::Entry& empty = *entry_;
  entry_ = nullptr;
  held_.drop();
  fifo_.close_empty(empty);
  return begin_packet();
}

bool TxDma::read_next() {
  const TxDescriptor& packet = held_.front();
  if (span_done_ == packet.span[span_].bytes) {
    ++span_;
    span_done_ = 0;
  }
  const Span& span = packet.span[span_];
  const std::uint64_t bus = span.bus + span_done_;
  const std::uint32_t bytes = read_bytes(span, span_done_);
  const std::uint32_t lines = (bytes + kLineBytes - 1) / kLineBytes;
  if (busy_tags_ == params_.tags) return false;
  unsigned number = 0;
  while (tags_[number].left != 0) ++number;
  Tag& tag = tags_[number];
  tag.left = bytes;
  for (std::uint32_t i = 0; i < lines; ++i) {
    // A line is left: open() has set aside as many as all reads of the packet take.
    tag.lines[i] = fifo_.reserve(*entry_, asked_ + i * kLineBytes);
  }
  ++busy_tags_;
  ++stats_.reads;
  send_read(bus, bytes, number);
  span_done_ += bytes;
  asked_ += bytes;
  // Everything is requested: now only the FIFO waits for the data, and the next packet may begin.
  if (asked_ == packet.header.bytes) {
    if (core::SpanLog* const log = core::SpanLog::active())
      log->leaves({this, 0},
                  log->add(MessageItem::packet(packet.header),
                           std::string(name()) + ": asks for host memory, as its tags allow"));
    entry_ = nullptr;
    held_.drop();
  }
  return true;
}

std::uint32_t TxDma::read_bytes(const Span& span, std::uint32_t done) const {
  const std::uint64_t unit = params_.max_read_request.count();
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(unit - (span.bus + done) % unit, span.bytes - done));
}

std::uint32_t TxDma::lines_of(const TxDescriptor& packet) const {
  // Cut as in read_next(): a read that ends within a line leaves the rest of that line unused. The
  // number of bytes therefore does not determine the number of lines.
  std::uint32_t lines = 0;
  for (const Span& span : packet.span) {
    for (std::uint32_t done = 0; done < span.bytes;) {
      const std::uint32_t bytes = read_bytes(span, done);
      lines += (bytes + kLineBytes - 1) / kLineBytes;
      done += bytes;
    }
  }
  return lines;
}

void TxDma::send_read(std::uint64_t bus, std::uint32_t bytes, unsigned tag) {
  pcie::Tlp& tlp = port_.pool().make();
  tlp.type = pcie::TlpType::kMemoryRead;
  tlp.address = bus;
  tlp.length = bytes;
  tlp.requester = port_.id();
  tlp.tag = static_cast<std::uint16_t>(tag);
  pcie::finish(tlp, 0);
  reads_.send(tlp, core::now_ticks());
}

void TxDma::on_tlp(pcie::Tlp& tlp) {
  GF_CHECK(tlp.status == pcie::CompletionStatus::kSuccess && tlp.tag < tags_.size(),
           std::string(name()) + ": a read of address " + std::to_string(tlp.address) + " failed");
  data_comes(tags_[tlp.tag], tlp);
  port_.done(tlp);
  advance();
}

void TxDma::data_comes(Tag& tag, const pcie::Tlp& tlp) {
  stats_.bytes += tlp.payload_bytes;
  std::uint32_t done = 0;
  while (done < tlp.payload_bytes) {
    const auto at = static_cast<std::uint32_t>(tlp.offset + done);
    const std::uint32_t within = at % kLineBytes;
    const std::uint32_t bytes = std::min(kLineBytes - within, tlp.payload_bytes - done);
    fifo_.fill(tag.lines[at / kLineBytes], within, tlp.data == nullptr ? nullptr : tlp.data + done,
               bytes);
    done += bytes;
  }
  tag.left -= tlp.payload_bytes;
  if (tag.left == 0) --busy_tags_;
}

void TxDma::packet_left(MessageId message, bool last) {
  // The FIFO reports all packets, also those from GPU memory. Packets leave in the order in which
  // they were begun, so a packet of this engine belongs to the first message.
  if (!last || messages_.empty() || messages_.front() != message) return;
  messages_.drop();
  Event event;
  event.kind = EventKind::kSent;
  event.message = message;
  events_.write_event(event);
}

void TxDma::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(),
                   std::to_string(busy_tags_) + " reads to be answered, " +
                       std::to_string(held_.size()) + " packets to begin",
                   busy_tags_ != 0 ? port_.egress.name() : fifo_.name()});
}

}  // namespace gf::hw::apenet
