// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/gpu_p2p_tx/gpu_p2p_tx.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "hw/apenet/gpu_peer.h"

namespace gf::hw::apenet {

using model::MessageItem;

void GpuP2pTxParams::declare(const core::ParamScope& scope) {
  generation.declare(scope);
  core::ParamGroup::declare(scope);
}

GpuP2pTx::GpuP2pTx(const sc_core::sc_module_name& name, const GpuP2pTxParams& params,
                   Processor& processor, CardTables& tables, TxFifo& fifo, RxRdma& events,
                   pcie::DevicePort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      generation_(make_generation(params.generation, this->name())),
      processor_(processor),
      tables_(tables),
      fifo_(fifo),
      events_(events),
      port_(port),
      requests_(port),
      open_probe_(std::string(this->name()) + ".open_requests", 16, "unanswered requests"),
      request_probe_(std::string(this->name()) + ".requests", 32, "requests written so far"),
      stats_(*this) {
  params_.validate(this->name());
  fifo.add_client(*this);
  // The return window has a line for each line of the FIFO: the address of the GPU's write names
  // the line that was reserved for it.
  port.claim(kReturnWindow, std::uint64_t{fifo.free_lines()} * kLineBytes, *this);
}

void GpuP2pTx::send(const GpuMessage& message) {
  GF_CHECK(message.bytes > 0 && message.gpu < tables_.gpu_v2p.size(), name());
  waiting_.push({message, core::now_ticks()});
  if (core::SpanLog* const log = core::SpanLog::active())
    log->add(whole(message), std::string(name()) + ": doorbell over PCIe");
  if (!active_) begin_next();
}

void GpuP2pTx::begin_next() {
  const Waiting next = waiting_.pop();
  message_ = next.message;
  times_.came = next.came;
  if (core::SpanLog* const log = core::SpanLog::active())
    log->goes_on(whole(message_), std::string(name()) + ": the message before it",
                 {{this, kOneMessage}});
  active_ = true;
  failed_ = false;
  fed_ = asked_ = arrived_ = 0;
  feed();
}

void GpuP2pTx::feed() {
  // One task at a time: run() distinguishes feeding and retiring only by retire_.
  if (!active_ || feeding_ || failed_ || fed_ == message_.bytes) return;
  if (!generation_->may_feed(fed_ - asked_, outstanding())) return;
  feeding_ = true;
  processor_.post(NiosTaskKind::kTx, *this, this);
}

std::uint64_t GpuP2pTx::packet_left(std::uint64_t position) const {
  const std::uint64_t address = message_.to.address + position;
  return std::min<std::uint64_t>(kMaxPacketPayload - address % kMaxPacketPayload,
                                 message_.bytes - position);
}

void GpuP2pTx::end_cut_message() {
  // Bytes handed out before the fault are still requested, and whole packets leave. Then the cut
  // packet is given up, and the message retires when the last of its packets has gone.
  if (!failed_ || feeding_ || retire_ || asked_ != fed_) return;
  if (entry_ != nullptr) fifo_.cancel(*std::exchange(entry_, nullptr), entry_done_);
  if (packets_ == 0) retire();
}

void GpuP2pTx::generate() {
  const core::Ticks now = core::now_ticks();
  // Arrivals, room in the FIFO and the processor wake it too; the pace of the requests stays.
  if (next_at_ > now) {
    wakeup_.at(next_at_);
    return;
  }
  if (!active_ || asked_ == end()) return;
  // One cause at a time, the first that blocked() finds, so that the stalls add up to
  // the time lost.
  const Cause cause = blocked();
  wait_for(cause);
  if (cause != Cause::kNone) return;  // the missing resource will wake it
  request();
  next_at_ = now + interval();
  wakeup_.at(next_at_);
}

core::Ticks GpuP2pTx::interval() const {
  const unsigned cycles = generation_->software_cycles(processor_.costs());
  if (cycles == 0) return params_.request_interval.value();
  // A program takes the time of its instructions; without one the cost table gives the time.
  return processor_.has_client() ? 0 : cycles * processor_.costs().clock.value();
}

GpuP2pTx::Cause GpuP2pTx::blocked() {
  if (segments_.empty()) return Cause::kAddress;
  if (open_requests_ >= params_.request_fifo) return Cause::kRequests;
  if (entry_ == nullptr) {
    const Cause cause = open_packet();
    if (cause != Cause::kNone) return cause;
  }
  const bool may = generation_->may_request(asked_, arrived_, request_bytes());
  return may ? Cause::kNone : Cause::kWindow;
}

GpuP2pTx::Cause GpuP2pTx::open_packet() {
  if (!fifo_.has_header()) return Cause::kHeader;
  PacketHeader header = message_.to;
  header.address += asked_;
  header.bytes = static_cast<std::uint32_t>(packet_left(asked_));
  header.last = asked_ + header.bytes == message_.bytes;
  // Requests end at lines of the source: a packet that begins within a line may need one more.
  const auto within = static_cast<std::uint32_t>((message_.source + asked_) % kLineBytes);
  entry_ = fifo_.open(header, (within + header.bytes + kLineBytes - 1) / kLineBytes);
  entry_done_ = 0;
  if (entry_ == nullptr) return Cause::kLine;
  ++packets_;
  if (core::SpanLog* const log = core::SpanLog::active()) report_opened(*log, header);
  return Cause::kNone;
}

void GpuP2pTx::report_opened(core::SpanLog& log, const PacketHeader& header) const {
  log.follows(MessageItem::packet(header), whole(message_));
  log.goes_on(MessageItem::packet(header), std::string(name()) + ": packets before it",
              {{this, kGenerator}, {&fifo_, 0}});
}

void GpuP2pTx::report_asked(core::SpanLog& log) const {
  log.leaves({this, kGenerator},
             log.add(MessageItem::packet(entry_->packet->header), std::string(name()) + kAsks));
}

void GpuP2pTx::wait_for(Cause cause) {
  const core::Ticks now = core::now_ticks();
  core::Duration* const stalls[] = {nullptr,           &stats_.no_address,
                                    &stats_.no_window, &stats_.no_request,
                                    &stats_.no_header, &stats_.no_line};
  if (cause_ != Cause::kNone) stalls[static_cast<int>(cause_)]->add_ticks(now - blocked_since_);
  if (core::SpanLog* const log = core::SpanLog::active(); log && entry_ != nullptr)
    report_stall(*log);
  cause_ = cause;
  blocked_since_ = now;
}

void GpuP2pTx::report_stall(core::SpanLog& log) const {
  static const char* const kCauses[] = {
      "", "", ": read-ahead window full", ": limit of unanswered requests", "", ""};
  const core::SpanLog::Thing item = MessageItem::packet(entry_->packet->header);
  const core::Ticks since = std::max(blocked_since_, log.since(item));
  if (cause_ == Cause::kNone || since >= core::now_ticks()) return;
  log.add(item, std::string(name()) + kAsks, log.since(item), since);
  if (cause_ == Cause::kAddress)
    log.goes_on(item, std::string(name()) + ": pages from the processor", {{this, kPages}});
  else
    log.add(item, std::string(name()) + kCauses[static_cast<int>(cause_)]);
}

std::uint32_t GpuP2pTx::request_bytes() const {
  const Segment& segment = segments_.front();
  const std::uint64_t entry_left = entry_->packet->header.bytes - entry_done_;
  return static_cast<std::uint32_t>(
      std::min({kLineBytes - segment.frame % kLineBytes, segment.bytes, entry_left}));
}

void GpuP2pTx::request() {
  const std::uint64_t window = tables_.gpu_window[message_.gpu];
  if ((return_set_ >> message_.gpu & 1) == 0) {
    const std::uint64_t base = port_.window().first + kReturnWindow;
    // Posted and in the same queue: the GPU knows where answers go before the first request comes.
    requests_.send(requests_.make_write(window + GpuWindow::kReturn,
                                        reinterpret_cast<const std::uint8_t*>(&base), sizeof base),
                   core::now_ticks());
    return_set_ |= 1ull << message_.gpu;
  }
  Segment& segment = segments_.front();
  const std::uint32_t bytes = request_bytes();
  const std::uint32_t line = fifo_.reserve(*entry_, entry_done_);
  const std::uint64_t word = MailboxRequest{segment.frame, bytes, line}.encode();
  requests_.send(requests_.make_write(window + GpuWindow::kMailbox,
                                      reinterpret_cast<const std::uint8_t*>(&word), kMailboxBytes),
                 core::now_ticks());
  ++open_requests_;
  record_request();
  asked_ += bytes;
  segment.frame += bytes;
  segment.bytes -= bytes;
  entry_done_ += bytes;
  if (segment.bytes == 0) segments_.drop();
  if (entry_done_ == entry_->packet->header.bytes) {
    if (core::SpanLog* const log = core::SpanLog::active()) report_asked(*log);
    entry_ = nullptr;
  }
  end_cut_message();
  feed();  // less is queued: the processor may work ahead again
}

void GpuP2pTx::record_request() {
  const core::Ticks now = core::now_ticks();
  if (asked_ == 0) {
    times_.first_request = now;
    stats_.head_delay.add_ticks(now - times_.came);
  }
  ++stats_.requests;
  open_probe_.set(now, open_requests_);
  request_probe_.set(now, stats_.requests.value());
}

void GpuP2pTx::on_tlp(pcie::Tlp& tlp) {
  const std::uint64_t offset = tlp.address - port_.window().first - kReturnWindow;
  const core::Ticks now = core::now_ticks();
  record_data(tlp.payload_bytes, now);
  arrived_ += tlp.payload_bytes;
  const bool answered = tlp.last;  // the TLP is gone after done()
  fifo_.fill(static_cast<std::uint32_t>(offset / kLineBytes),
             static_cast<std::uint32_t>(offset % kLineBytes), tlp.data, tlp.payload_bytes);
  port_.done(tlp);
  if (!answered) return;
  --open_requests_;
  open_probe_.set(now, open_requests_);
  wakeup_.at(now);
  feed();
}

void GpuP2pTx::record_data(std::uint32_t bytes, core::Ticks now) {
  if (arrived_ == 0) {
    times_.first_data = now;
    stats_.head_latency.add_ticks(now - times_.first_request);
  }
  stats_.bytes += bytes;
  if (arrived_ + bytes == message_.bytes) stats_.data_time.add_ticks(now - times_.first_data);
}

void GpuP2pTx::tx_room() {
  if (active_ && cause_ != Cause::kNone) wakeup_.at(core::now_ticks());
}

void GpuP2pTx::packet_left(MessageId message, bool last) {
  // The FIFO reports all packets, also those from host memory.
  if (!active_ || message != message_.to.message) return;
  --packets_;
  if (last) retire();
  end_cut_message();
}

void GpuP2pTx::retire() {
  retire_ = true;
  // The departure of the last packet leads to this step.
  if (core::SpanLog* const log = core::SpanLog::active())
    log->follows(whole(message_), {&fifo_, 0});
  processor_.post(NiosTaskKind::kTxRetire, *this, this);
}

void GpuP2pTx::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(),
                   std::to_string(message_.bytes - arrived_) + " B of a message, " +
                       std::to_string(open_requests_) + " requests open",
                   open_requests_ != 0 ? "the GPU" : fifo_.name()});
}

}  // namespace gf::hw::apenet
