// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/device/read_engine.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/trace/timeline.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie {
namespace {

constexpr std::uint64_t kAccess = 4096;  // no request crosses a 4 KiB boundary [P1 2.2.7]

}  // namespace

ReadEngine::ReadEngine(const sc_core::sc_module_name& name, const sc_core::sc_time& setup,
                       model::AtMaster& memory)
    : sc_module(name),
      Quiescent(this->name()),
      fabric("fabric", *this),
      setup_(setup.value()),
      memory_(memory),
      stats_(*this) {}

void ReadEngine::submit(ReadRequest request) {
  request.flow->submitted = core::now_ticks();
  queue_.push_back(std::move(request));
  if (queue_.size() == 1) start_next();
}

void ReadEngine::start_next() {
  if (shared_ == nullptr) return start();
  shared_->take([this] { start(); });
}

void ReadEngine::start() {
  ++stats_.copies;
  asked_ = 0;
  started_ = core::now_ticks();
  wakeup_.at(started_ + setup_);
}

void ReadEngine::issue() {
  const core::Ticks now = core::now_ticks();
  if (queue_.empty() || started_ == core::kNever || now < started_ + setup_) return;
  const ReadRequest& copy = queue_.front();
  const std::uint64_t span = copy.window.last - copy.window.first + 1;
  while (asked_ < copy.flow->bytes && !fabric.requesting()) {
    const std::uint64_t position = (copy.offset + asked_) % span;
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(accesses_.size()));
      accesses_.emplace_back();
    }
    const std::uint32_t key = free_.back();
    free_.pop_back();
    Access& access = accesses_[key];
    access.position = asked_;
    access.bytes = static_cast<std::uint32_t>(
        std::min({kAccess - position % kAccess, copy.flow->bytes - asked_, span - position}));
    if (!copy.hollow) access.data.resize(access.bytes);
    if (copy.flow->first_sent == core::kNever) copy.flow->first_sent = now;
    asked_ += access.bytes;
    fabric.issue(tlm::TLM_READ_COMMAND, copy.window.first + position,
                 copy.hollow ? model::no_bytes() : access.data.data(), access.bytes, key);
  }
}

void ReadEngine::access_ended(std::uint64_t key, tlm::tlm_response_status status) {
  Access& access = accesses_[key];
  const ReadRequest& copy = queue_.front();
  GF_CHECK(status == tlm::TLM_OK_RESPONSE, std::string(name()) + ": a read was refused");
  if (memory_.bound() && !copy.hollow)
    memory_.debug(tlm::TLM_WRITE_COMMAND, copy.local_address + access.position, access.data.data(),
                  access.bytes);
  stats_.bytes += access.bytes;
  copy.flow->deliver(access.bytes);
  free_.push_back(static_cast<std::uint32_t>(key));
  if (copy.flow->delivered == copy.flow->bytes) finish();
}

void ReadEngine::finish() {
  ReadRequest copy = std::move(queue_.front());
  queue_.pop_front();
  copy.flow->finished = core::now_ticks();
  if (core::Timeline* const timeline = core::Timeline::active()) {
    timeline->slice(name(), "copies", "copy from " + model::device_name(copy.flow->source),
                    started_, copy.flow->finished, {{"bytes", copy.flow->bytes}});
  }
  started_ = core::kNever;
  if (shared_ != nullptr) shared_->release();
  // The next copy starts before `done`, which may submit one: submit() starts a copy that finds the
  // queue empty.
  if (!queue_.empty()) start_next();
  if (copy.done) copy.done();
}

void ReadEngine::append_waits(std::vector<core::Wait>& waits) const {
  const model::Flow& flow = *queue_.front().flow;
  waits.push_back({name(),
                   "copy from " + model::device_name(flow.source) + ", " +
                       std::to_string(flow.delivered) + " of " + std::to_string(flow.bytes) +
                       " B there",
                   std::string(name()) + ".fabric"});
}

}  // namespace gf::hw::pcie
