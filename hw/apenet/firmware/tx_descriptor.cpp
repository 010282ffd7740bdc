// SPDX-License-Identifier: Apache-2.0
// Firmware of GPU_P2P_TX: reads descriptors, translates source pages, feeds the request generator
// (or, in version 1, is the generator), and ends messages.
#include <algorithm>

#include "hw/apenet/gpu_p2p_tx/gpu_p2p_tx.h"

namespace gf::hw::apenet {

void GpuP2pTx::report(core::SpanLog& log, const char* what) const {
  const core::SpanLog::Place processor{&processor_, 0};
  log.leaves(processor, log.add(whole(message_), std::string(processor_.name()) + ": " + what,
                                processor_.began(), core::now_ticks(), {processor}));
}

bool GpuP2pTx::run(unsigned step, void*, Meter& meter) {
  return retire_ ? run_retire(step, meter) : run_feed(step, meter);
}

// Firmware: hands the next segment of the message to the request generator.
bool GpuP2pTx::run_feed(unsigned step, Meter& meter) {
  const CostTable& costs = processor_.costs();
  if (step == 0) {
    if (fed_ == 0) meter.charge(costs.tx_descriptor);
    failed_ = !translate(meter);
    generation_->charge(costs, meter);
    meter.charge(costs.tx_program);
    return true;
  }
  if (failed_) {
    events_.write_event({EventKind::kPageFault, message_.to.source, message_.to.message,
                         message_.source + fed_, message_.bytes - fed_});
    fault();
    return false;
  }
  const unsigned requests = hand_out(next_segment_.frame, next_segment_.bytes);
  // Version 1: the processor writes the requests itself and is busy while generate() paces them.
  meter.charge(requests * generation_->software_cycles(costs));
  return false;
}

unsigned GpuP2pTx::hand_out(std::uint64_t frame, std::uint64_t bytes) {
  feeding_ = false;
  if (core::SpanLog* const log = core::SpanLog::active()) {
    report(*log, "hands its page to gpu_p2p_tx");
    log->leaves({this, kPages}, log->last(whole(message_)));
  }
  fed_ += bytes;
  segments_.push({frame, bytes});
  wakeup_.at(core::now_ticks());
  feed();
  return static_cast<unsigned>((bytes + kLineBytes - 1) / kLineBytes);
}

void GpuP2pTx::request_by_program(std::uint64_t frame, std::uint64_t bytes) {
  fed_ += bytes;
  segments_.push({frame, bytes});
  wakeup_.at(core::now_ticks());
}

void GpuP2pTx::end_requests() {
  feeding_ = false;
  if (core::SpanLog* const log = core::SpanLog::active()) {
    report(*log, "asks for a packet");
    log->leaves({this, kPages}, log->last(whole(message_)));
  }
  feed();
}

void GpuP2pTx::count_translation(bool walked) { ++(walked ? stats_.page_walks : stats_.page_hits); }

bool GpuP2pTx::translate(Meter& meter) {
  const CostTable& costs = processor_.costs();
  const V2pTable& v2p = tables_.gpu_v2p[message_.gpu];
  const std::uint64_t address = message_.source + fed_;
  const std::uint64_t number = address / v2p.page_bytes();
  meter.charge(costs.tx_page_check);
  // A page may be revoked in flight: any change of the table invalidates the remembered
  // translation.
  const bool kept = number == page_ && message_.gpu == page_gpu_ && v2p.version() == page_version_;
  if (generation_->keeps_page() && kept) {
    ++stats_.page_hits;
  } else {
    const auto frame = v2p.find(address, costs, meter);
    if (!frame) return false;
    ++stats_.page_walks;
    page_ = number;
    page_gpu_ = message_.gpu;
    page_frame_ = *frame;
    page_version_ = v2p.version();
  }
  const std::uint64_t within = address % v2p.page_bytes();
  const std::uint64_t page_left = std::min(v2p.page_bytes() - within, message_.bytes - fed_);
  next_segment_ = {page_frame_ + within, generation_->segment(page_left, packet_left(fed_))};
  return true;
}

void GpuP2pTx::fault() {
  // Whole packets of the bytes handed out still leave; the message has no last packet.
  feeding_ = false;
  failed_ = true;
  ++stats_.faults;
  end_cut_message();
}

// Firmware: the message has left; notifies the host and goes to the next message.
bool GpuP2pTx::run_retire(unsigned step, Meter& meter) {
  if (step == 0) {
    if (!failed_) {
      events_.write_event({EventKind::kSent, message_.to.source, message_.to.message,
                           message_.source, message_.bytes});
    }
    meter.charge(processor_.costs().tx_retire);
    return true;
  }
  // Not before the bookkeeping has ended: only one message is in progress at a time.
  end_message();
  return false;
}

void GpuP2pTx::end_message() {
  ++stats_.messages;
  if (core::SpanLog* const log = core::SpanLog::active()) {
    report(*log, "retires the message");
    log->leaves({this, kOneMessage}, log->last(whole(message_)));
  }
  retire_ = active_ = false;
  if (!waiting_.empty()) begin_next();
}

}  // namespace gf::hw::apenet
