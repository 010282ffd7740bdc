// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/copy_engine.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/trace/timeline.h"

namespace gf::hw::pcie {

using core::Ticks;

namespace {

std::string name_of_device(unsigned device) {
  return (model::is_host(device) ? "" : "GPU ") + model::device_name(device);
}

}  // namespace

CopyEngine::CopyEngine(const sc_core::sc_module_name& name, const CopyEngineParams& params,
                       unsigned input, Egress& egress, TlpPool& pool, model::AtMaster& memory)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      // Derived from the time of 1 MiB, as the time of one byte would be rounded to a tick.
      ticks_per_byte_(params.rate.time_for(1u << 20).value() / double(1u << 20)),
      input_(input),
      egress_(egress),
      pool_(pool),
      memory_(memory),
      pending_probe_(std::string(this->name()) + ".pending", 16, "copies queued or under way"),
      stats_(*this) {}

void CopyEngine::submit(const CopyRequest& request) {
  const Ticks now = core::now_ticks();
  request.flow->submitted = now;
  queue_.push_back(request);
  pending_probe_.set(now, queue_.size());
  model::flow_begins(request.flow, now);
  if (queue_.size() == 1) start_next(now);
}

void CopyEngine::start_next(Ticks now) {
  if (shared_ == nullptr) return start(now);
  shared_->take([this] { start(core::now_ticks()); });
}

void CopyEngine::start(Ticks now) {
  ++stats_.copies;
  sent_ = 0;
  started_ = now;
  const Ticks ready = now + params_.setup.value();
  model::flow_waits(queue_.front().flow, now, ready, std::string(name()) + " sets the copy up");
  make_next(ready);
}

void CopyEngine::make_next(Ticks ready) {
  const CopyRequest& copy = queue_.front();
  const std::uint64_t span = copy.window.last - copy.window.first + 1;
  const std::uint64_t position = (copy.offset + sent_) % span;
  const std::uint64_t unit = params_.max_payload.count();
  // A TLP also ends at the end of the window, where a longer copy wraps around.
  const std::uint64_t size =
      std::min({unit - position % unit, copy.flow->bytes - sent_, span - position});
  Tlp& tlp = pool_.make();
  tlp.type = TlpType::kMemoryWrite;
  tlp.address = copy.window.first + position;
  tlp.requester = id_;
  tlp.flow = copy.flow;
  finish(tlp, static_cast<std::uint32_t>(size));
  sent_ += size;
  tlp.last = sent_ == copy.flow->bytes;
  tlp.arrived = tlp.ready = ready;
  next_ = &tlp;
  egress_.offer(input_, tlp);
}

Tlp& CopyEngine::take(TlpClass, Ticks now) {
  Tlp& tlp = *next_;
  next_ = nullptr;
  stats_.bytes += tlp.payload_bytes;
  tlp.hollow = queue_.front().hollow;
  // Read the bytes when the TLP leaves, not when it is offered: it may wait long for the link.
  if (memory_.bound() && !tlp.hollow) {
    tlp.data = pool_.make_data();
    const std::uint64_t address = queue_.front().source_address + sent_ - tlp.payload_bytes;
    memory_.debug(tlm::TLM_READ_COMMAND, address, tlp.data, tlp.payload_bytes);
  }
  if (tlp.flow->first_sent == core::kNever) tlp.flow->first_sent = now;
  if (!tlp.last) {
    // Local memory keeps reading while a TLP waits for the link. The read of the next TLP therefore
    // starts when this one was ready, not when it left.
    make_next(std::max(now, tlp.arrived + core::whole_ticks(tlp.payload_bytes * ticks_per_byte_)));
  } else {
    report(*tlp.flow, now);
    if (core::HopJournal::active() != nullptr) report_waits(now);
    queue_.pop_front();
    pending_probe_.set(now, queue_.size());
    if (shared_ != nullptr) shared_->release();
    if (!queue_.empty()) start_next(now);
  }
  return tlp;
}

void CopyEngine::report(const Flow& flow, Ticks now) const {
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline == nullptr) return;
  timeline->slice(get_parent_object()->name(), "copy engine",
                  "copy to " + name_of_device(flow.destination), started_, now,
                  {{"destination", std::uint64_t{flow.destination}},
                   {"bytes", flow.bytes},
                   {"waited_s", core::to_time(started_ - flow.submitted).to_seconds()}});
}

void CopyEngine::report_waits(Ticks now) const {
  for (std::size_t i = 1; i < queue_.size(); ++i)
    model::flow_waits(queue_[i].flow, std::max(started_, queue_[i].flow->submitted), now,
                      std::string(name()) + " serves", queue_.front().flow);
}

void CopyEngine::append_waits(std::vector<core::Wait>& waits) const {
  const Flow& flow = *queue_.front().flow;
  waits.push_back({name(),
                   "copy to " + name_of_device(flow.destination) + ", " + std::to_string(sent_) +
                       " of " + std::to_string(flow.bytes) + " B offered",
                   egress_.name()});
}

}  // namespace gf::hw::pcie
