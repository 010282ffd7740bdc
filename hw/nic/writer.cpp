// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/writer.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

Writer::Writer(const sc_core::sc_module_name& name, const WriterParams& params,
               core::Bytes max_payload, pcie::DevicePort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      max_payload_(max_payload.count()),
      port_(port),
      input_(port.add_source(*this)),
      rings_(1),
      stats_(*this) {
  params_.validate(this->name());
}

void Writer::set_completions(model::QueuePairNumber queue, std::uint64_t bus,
                             model::CompletionClient& client) {
  if (ring_of_.size() <= queue) ring_of_.resize(queue + 1);
  const auto found =
      std::find_if(rings_.begin() + 1, rings_.end(),
                   [&](const CompletionRing& ring) { return ring.client == &client; });
  ring_of_[queue] = static_cast<std::size_t>(found - rings_.begin());
  if (found == rings_.end()) rings_.push_back({bus, &client});
}

void Writer::write(Segment& segment, std::uint64_t bus, std::uint64_t key) {
  GF_CHECK(segment.payload_bytes > 0 && key < kCompletion, name());
  add({&segment,
       bus,
       key,
       {},
       copy_journal_of(segment) ? item_of(segment) : core::SpanLog::Thing{}});
}

void Writer::complete(const model::WorkCompletion& completion, const core::SpanLog::Thing& item) {
  const std::size_t ring = ring_of(completion.queue);
  GF_CHECK(rings_[ring].client != nullptr, std::string(name()) + ": no queue of completions");
  add({nullptr, 0, kCompletion + ring, completion, item});
}

void Writer::add(const Command& command) {
  commands_.push(command);
  if (next_ == nullptr) offer_next();
}

std::uint32_t Writer::next_bytes(const Command& command) const {
  if (command.segment == nullptr)
    return static_cast<std::uint32_t>(params_.completion_bytes.count());
  const std::uint64_t at = command.bus + done_;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(
      max_payload_ - at % max_payload_, command.segment->payload_bytes - done_));
}

void Writer::offer_next() {
  if (commands_.empty()) return;
  const Command& command = commands_.front();
  const std::uint32_t bytes = next_bytes(command);
  pcie::Tlp& tlp = port_.pool().make();
  if (command.segment == nullptr) {
    CompletionRing& ring = rings_[command.key - kCompletion];
    tlp.address =
        ring.bus + ring.entries++ % params_.completion_entries * params_.completion_bytes.count();
    ++stats_.completions;
    ring.written.push(command.completion);
  } else {
    tlp.address = command.bus + done_;
    if (command.segment->data != nullptr)
      tlp.data = port_.pool().copy_data(command.segment->data + done_, bytes);
  }
  const bool last = command.segment == nullptr || done_ + bytes == command.segment->payload_bytes;
  if (last) {
    tlp.posted_client = this;
    tlp.posted_key = command.key;
  }
  tlp.requester = port_.id();
  if (model::CopyJournal::tells(command.item))
    tlp.flow = model::CopyJournal::active()->flow(static_cast<std::uint32_t>(command.item.owner));
  pcie::finish(tlp, bytes);
  tlp.ready = tlp.arrived = core::now_ticks();
  next_ = &tlp;
  port_.egress.offer(input_, tlp);
}

pcie::Tlp& Writer::take(pcie::TlpClass, core::Ticks) {
  pcie::Tlp& tlp = *next_;
  next_ = nullptr;
  if (model::CopyJournal::tells(commands_.front().item)) report(*model::CopyJournal::active(), tlp);
  Segment* left = nullptr;
  if (tlp.posted_client != nullptr) {
    left = commands_.front().segment;
    commands_.drop();
    done_ = 0;
    ++under_way_;
  } else {
    done_ += tlp.payload_bytes;
  }
  if (left != nullptr || tlp.posted_client == nullptr) stats_.bytes += tlp.payload_bytes;
  // The client may add commands, and so the next offer.
  if (left != nullptr) client_->segment_left(*left);
  if (next_ == nullptr) offer_next();
  return tlp;
}

void Writer::report(model::CopyJournal& journal, const pcie::Tlp& tlp) const {
  const Command& command = commands_.front();
  journal.written(command.item, reinterpret_cast<std::uintptr_t>(&tlp), tlp.arrived, done_ == 0,
                  tlp.posted_client != nullptr, name(), {this, place::kOrder}, command.key);
}

void Writer::posted_ended(std::uint64_t key, pcie::CompletionStatus status) {
  --under_way_;
  if (model::CopyJournal* const journal = model::CopyJournal::active())
    journal->landed({this, place::kOrder}, key);
  if (status != pcie::CompletionStatus::kSuccess) ++stats_.refused;
  // Posted writes to one device end in order, so the completion written first has arrived.
  if (key >= kCompletion) {
    CompletionRing& ring = rings_[key - kCompletion];
    ring.client->on_completion(ring.written.pop());
  } else {
    client_->segment_landed(key);
  }
}

void Writer::append_waits(std::vector<core::Wait>& waits) const {
  if (!commands_.empty()) waits.push_back({name(), "its writes to leave", port_.egress.name()});
  if (under_way_ != 0)
    waits.push_back({name(), std::to_string(under_way_) + " writes to land", "the PCIe tree"});
}

}  // namespace gf::hw::nic
