// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/payload_reader.h"

#include <algorithm>

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

Reader::Reader(const sc_core::sc_module_name& name, const ReaderParams& params,
               pcie::DevicePort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      port_(port),
      queue_(port),
      tags_(params.tags),
      tags_probe_(std::string(this->name()) + ".tags", 11, "reads that are outstanding"),
      stats_(*this) {
  params_.validate(this->name());
  for (unsigned tag = params_.tags; tag > 0; --tag)
    free_.push_back(static_cast<std::uint16_t>(tag - 1));
  port.set_completion_client(*this);
}

std::uint32_t Reader::bytes_of_read(std::uint64_t bus, std::uint64_t left) const {
  const std::uint64_t unit = params_.max_read_request.count();
  return static_cast<std::uint32_t>(std::min(unit - bus % unit, left));
}

void Reader::read(std::uint64_t bus, std::uint32_t bytes, ReadClient& client, std::uint64_t key,
                  std::uint32_t offset, const Segment* segment) {
  GF_CHECK(has_tag(), name());
  const std::uint16_t number = free_.back();
  free_.pop_back();
  const core::Ticks now = core::now_ticks();
  tags_[number] = {&client, key, offset, bytes, now};
  tags_probe_.add(now, 1);
  ++stats_.reads;
  pcie::Tlp& tlp = port_.pool().make();
  tlp.type = pcie::TlpType::kMemoryRead;
  tlp.address = bus;
  tlp.length = bytes;
  tlp.requester = port_.id();
  tlp.tag = number;
  pcie::finish(tlp, 0);
  if (segment != nullptr) report_request(tags_[number].observed, tlp, *segment);
  queue_.send(tlp, now);
}

void Reader::report_request(Observed& read, pcie::Tlp& tlp, const Segment& segment) const {
  model::CopyJournal* const journal = copy_journal_of(segment);
  if (journal == nullptr) return;
  tlp.flow = journal->flow(segment.copy);  // completions inherit it
  read = {segment.copy, segment.psn,
          journal->read_requested(item_of(segment), reinterpret_cast<std::uintptr_t>(&tlp),
                                  {this, place::kTags})};
}

void Reader::report_completion(const Observed& read, const pcie::Tlp& tlp) const {
  if (model::CopyJournal* const journal = copy_journal_of(read.copy))
    journal->read_completed(model::CopyJournal::segment(read.copy, read.psn), read.journalled,
                            reinterpret_cast<std::uintptr_t>(&tlp), {this, place::kTags});
}

void Reader::on_tlp(pcie::Tlp& tlp) {
  GF_CHECK(tlp.status == pcie::CompletionStatus::kSuccess && tlp.tag < tags_.size(),
           std::string(name()) + ": a read of bus address " + std::to_string(tlp.address) +
               " failed: no device has it");
  const std::uint16_t number = tlp.tag;
  Tag& tag = tags_[number];
  stats_.bytes += tlp.payload_bytes;
  tag.left -= tlp.payload_bytes;
  if (tag.left == 0) report_completion(tag.observed, tlp);
  tag.client->data_comes(tag.key, static_cast<std::uint32_t>(tag.offset + tlp.offset), tlp.data,
                         tlp.payload_bytes);
  port_.done(tlp);
  if (tag.left != 0) return;
  const core::Ticks now = core::now_ticks();
  stats_.latency.record(now - tag.sent);
  free_.push_back(number);
  tags_probe_.add(now, -1);
  for (ReadClient* client : clients_) client->tag_free();
}

void Reader::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), std::to_string(tags_.size() - free_.size()) + " reads to be answered",
                   port_.egress.name()});
}

}  // namespace gf::hw::nic
