// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/host/rdma_host.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/time_limits.h"
#include "core/trace/timeline.h"
#include "tlm_models/host/message_item.h"

namespace gf::model {

RdmaHost::RdmaHost(const sc_core::sc_module_name& name, const RdmaHostParams& params, unsigned node,
                   RdmaCardIf& card, std::uint64_t memory, std::uint64_t bar1)
    : sc_module(name),
      Quiescent(this->name()),
      pcie("pcie", *this),
      params_(params),
      node_(node),
      card_(card),
      memory_(memory),
      bar1_(bar1),
      stats_(*this) {}

void RdmaHost::limit_memory(core::Bytes size, std::string parameter) {
  host_memory_ = size;
  memory_parameter_ = std::move(parameter);
}

std::uint64_t RdmaHost::allocate(std::uint64_t bytes, std::uint8_t gpu) {
  const bool host = gpu == kHostBuffer;
  const std::uint64_t page = host ? kHostPage : kGpuPage;
  std::uint64_t& used = host ? host_used_ : gpu_used_;
  const std::uint64_t address = (host ? kHostBase : kGpuBase) + used;
  used += (bytes + page - 1) / page * page + page;  // and an unused page in between
  if (host && used > host_memory_.count()) {
    core::fail_config("", memory_parameter_, core::to_text(host_memory_),
                      "at least " + core::to_text(core::Bytes(used)) + " for buffers and queues",
                      "raise it or move less at a time");
  }
  return address;
}

std::uint64_t RdmaHost::physical(std::uint64_t address) const {
  const bool gpu = is_gpu(address);
  const std::uint64_t page = gpu ? kGpuPage : kHostPage;
  const std::uint64_t offset = address - (gpu ? kGpuBase : kHostBase);
  // Neighbouring pages are swapped, so that consecutive pages are not contiguous.
  return (offset / page ^ 1) * page + offset % page;
}

RdmaRegistration RdmaHost::registration(std::uint64_t address, std::uint64_t bytes) const {
  RdmaRegistration made;
  const bool gpu = is_gpu(address);
  const std::uint64_t page = gpu ? kGpuPage : kHostPage;
  made.buffer = {address, bytes, kProcess, gpu ? std::uint8_t{0} : kHostBuffer};
  for (std::uint64_t at = address / page * page; at < address + bytes; at += page) {
    made.frames.push_back(physical(at) + (gpu ? 0 : memory_));
  }
  return made;
}

void RdmaHost::register_buffer(std::uint64_t address, std::uint64_t bytes) {
  Call call;
  call.kind = Kind::kRegister;
  call.registration = registration(address, bytes);
  call.time =
      params_.pin + core::repeated(params_.pin_page, double(call.registration.frames.size()),
                                   "pinning a buffer (software.pin_page)");
  add(std::move(call));
}

void RdmaHost::deregister_buffer(std::uint64_t address, std::uint64_t bytes) {
  Call call;
  call.kind = Kind::kRegister;
  call.registration = registration(address, bytes);
  call.registration.remove = true;
  call.time = params_.pin;
  add(std::move(call));
}

RdmaMessageId RdmaHost::put(const Put& put) {
  Call call;
  call.kind = Kind::kPut;
  call.put = put;
  call.message = next_message_++;
  call.time = params_.flagged ? params_.put : params_.put + params_.attribute;
  ++stats_.puts;
  const RdmaMessageId message = call.message;
  if (core::SpanLog* const log = core::SpanLog::active())
    log->begins(node_, message, fmt::format("message {}->{}", node_, put.node), put.bytes).alone =
        IsolatedPut{node_, put, message == 1}.text();
  add(std::move(call));
  return message;
}

void RdmaHost::copy_from_gpu(std::uint64_t bytes, std::uint64_t tag) {
  compute(params_.memcpy + params_.memcpy_rate.time_for(bytes), tag);
}

void RdmaHost::copy_to_gpu(std::uint64_t bytes, std::uint64_t tag) {
  compute(params_.memcpy_to_gpu + params_.memcpy_rate.time_for(bytes), tag);
}

void RdmaHost::compute(const sc_core::sc_time& time, std::uint64_t tag) {
  Call call;
  call.time = time;
  call.tag = tag;
  add(std::move(call));
}

void RdmaHost::add(Call call) {
  calls_.push_back(std::move(call));
  if (calls_.size() == 1 && until_ == core::kNever) {
    began_ = core::now_ticks();
    until_ = began_ + calls_.front().time.value();
    wakeup_.at(until_);
  }
}

void RdmaHost::work() {
  const core::Ticks now = core::now_ticks();
  while (!events_.empty() && events_.front().at <= now) {
    const RdmaEvent event = events_.pop().event;
    ++stats_.events;
    if (core::SpanLog* const log = core::SpanLog::active()) report(*log, event);
    if (program_ != nullptr) program_->event(event);
  }
  if (until_ <= now) run_call();
  if (until_ != core::kNever) wakeup_.at(until_);
  if (!events_.empty()) wakeup_.at(events_.front().at);
}

void RdmaHost::run_call() {
  Call& call = calls_.front();
  const core::Ticks now = core::now_ticks();
  if (!call.begun) stats_.busy.add(call.time);
  call.begun = true;
  // A long message is handed over in bursts, so that the card begins while the host still writes
  // descriptors.
  if (call.kind == Kind::kPut && !put_some(call)) {
    const sc_core::sc_time more = params_.fragment * double(kBurst);
    stats_.busy.add(more);
    until_ = now + more.value();
    return;
  }
  if (call.kind == Kind::kRegister) {
    card_.push(std::move(call.registration));
    ring(RdmaCardIf::kRegistrations, 1);
  }
  const std::uint64_t tag = call.tag;
  const bool tells = call.kind == Kind::kCompute;
  report_return(call);
  // Before the program is notified: it may call again at once, and add() starts a call if there is
  // no other.
  calls_.pop_front();
  began_ = now;
  until_ = calls_.empty() ? core::kNever : now + calls_.front().time.value();
  if (tells && program_ != nullptr) program_->returned(tag);
}

void RdmaHost::report_return(const Call& call) const {
  if (core::Timeline::active() != nullptr) report(call);
  if (core::SpanLog* const log = core::SpanLog::active(); log && call.kind != Kind::kPut)
    log->leaves({this, 0}, log->aside({}, std::string(name()) + ": other calls of the program",
                                      began_, core::now_ticks()));
}

void RdmaHost::report(const Call& call) const {
  core::Timeline& timeline = *core::Timeline::active();
  const core::Ticks now = core::now_ticks();
  if (call.kind == Kind::kPut) {
    timeline.slice(name(), "calls", "put", began_, now,
                   {{"bytes", call.put.bytes}, {"to_node", std::uint64_t{call.put.node}}});
  } else {
    timeline.slice(name(), "calls", call.kind == Kind::kRegister ? "register" : "compute", began_,
                   now);
  }
}

void RdmaHost::report(core::SpanLog& log, const Call& call) const {
  const core::SpanLog::Thing item = MessageItem::whole(node_, call.message);
  // The first burst is ready when the call's own time is over, each later one after the previous.
  const core::Ticks from = std::max(began_, log.since(item));
  log.leaves({this, 0}, log.add(item, std::string(name()) + ": the PUT call", from,
                                core::now_ticks(), {{this, 0}}));
}

void RdmaHost::report(core::SpanLog& log, const RdmaEvent& event) const {
  if (event.kind != RdmaEventKind::kReceived) return;
  const core::SpanLog::Thing item = MessageItem::event(event.source, event.message);
  log.add(item, std::string(name()) + ": the program polls");
  log.ends(item, "the receiving program was notified");
  log.forget(MessageItem::whole(event.source, event.message));
  log.forget(item);
}

bool RdmaHost::put_some(Call& call) {
  const Put& put = call.put;
  if (core::SpanLog* const log = core::SpanLog::active()) report(*log, call);
  // The card itself reads GPU memory and cuts the message, so the host writes only one entry.
  // Through BAR1, GPU memory is read like host memory, fragment by fragment.
  if (is_gpu(put.source) && !put.bar1 && put.bytes > 0) {
    RdmaGpuMessage message;
    message.to = {node_, put.node, put.process, put.destination, 0, call.message, false};
    message.source = put.source;
    message.bytes = put.bytes;
    card_.push(message);
    ring(RdmaCardIf::kGpuMessages, 1);
    return true;
  }
  unsigned made = 0;
  do {
    push_fragment(call);
  } while (++made < kBurst && call.done < put.bytes);
  ring(RdmaCardIf::kDescriptors, made);
  return call.done >= put.bytes;
}

void RdmaHost::push_fragment(Call& call) {
  const Put& put = call.put;
  const std::uint64_t to = put.destination + call.done;
  const auto bytes = static_cast<std::uint32_t>(
      // Cut at pages of the destination. The source, differently aligned, has two pieces at most.
      std::min<std::uint64_t>(kHostPage - to % kHostPage, put.bytes - call.done));
  RdmaDescriptor made;
  made.header = {
      node_, put.node, put.process, to, bytes, call.message, call.done + bytes == put.bytes};
  std::uint32_t cut = 0;
  for (BusSpan& span : made.span) {
    const std::uint64_t from = put.source + call.done + cut;
    span.bus = bus(put, from);
    span.bytes = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(kHostPage - from % kHostPage, bytes - cut));
    cut += span.bytes;
    if (cut == bytes) break;
  }
  call.done += bytes;
  ++stats_.fragments;
  card_.push(made);
  if (core::SpanLog* const log = core::SpanLog::active())
    log->follows(MessageItem::packet(made.header), MessageItem::whole(node_, call.message));
}

std::uint64_t RdmaHost::bus(const Put& put, std::uint64_t address) const {
  return physical(address) + (put.bar1 ? bar1_ : memory_);
}

void RdmaHost::ring(RdmaCardIf::Queue queue, unsigned entries) {
  ++stats_.doorbells;
  // The access points to the words until it ends, and a deque does not move them.
  words_.emplace_back();
  words_.back()[0] = entries;
  pcie.issue(tlm::TLM_WRITE_COMMAND, card_.doorbell(queue),
             reinterpret_cast<std::uint8_t*>(words_.back().data()),
             entries * RdmaCardIf::kEntryBytes, kCardKey);
}

void RdmaHost::ring_gpu(std::uint64_t tag) {
  GF_CHECK(gpu_doorbell_ != 0, std::string(name()) + ": no GPU to notify");
  ++stats_.gpu_doorbells;
  pcie.issue(tlm::TLM_WRITE_COMMAND, gpu_doorbell_, reinterpret_cast<std::uint8_t*>(&gpu_word_),
             sizeof gpu_word_, tag + 1);
}

void RdmaHost::access_ended(std::uint64_t key, tlm::tlm_response_status status) {
  GF_CHECK(status == tlm::TLM_OK_RESPONSE, std::string(name()) + ": a doorbell went nowhere");
  if (key != kCardKey) {
    if (program_ != nullptr) program_->gpu_told(key - 1);
    return;
  }
  // Doorbells end in the order in which they were rung, so the front words belong to this one.
  words_.pop_front();
}

void RdmaHost::event_comes(const RdmaEvent& event) {
  const core::Ticks at = core::now_ticks() + params_.poll.value();
  events_.push({event, at});
  wakeup_.at(at);
}

void RdmaHost::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), "its program's calls to return", name()});
}

}  // namespace gf::model
