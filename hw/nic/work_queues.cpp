// SPDX-License-Identifier: Apache-2.0
#include "hw/nic/work_queues.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "hw/nic/journal_of_segment.h"

namespace gf::hw::nic {

WorkQueues::WorkQueues(const sc_core::sc_module_name& name, const WorkQueuesParams& params,
                       QueuePairs& queues, Reader& reader, pcie::DevicePort& port)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      queues_(queues),
      reader_(reader),
      port_(port),
      stats_(*this) {
  params_.validate(this->name());
  reader.add_client(*this);
  port.claim_rest(*this);
}

std::uint32_t WorkQueues::doorbell_bytes(unsigned entries) const {
  // A doorbell without entries is one register of 8 B.
  return params_.entries == "carried"
             ? entries * static_cast<std::uint32_t>(params_.entry_bytes.count())
             : 8;
}

void WorkQueues::on_tlp(pcie::Tlp& tlp) {
  const std::uint64_t offset = tlp.address - port_.window().first;
  const std::uint64_t number = offset / kStride;
  GF_CHECK(tlp.type == pcie::TlpType::kMemoryWrite && number < queues_.size(),
           std::string(name()) + ": an access of offset " + std::to_string(offset) +
               ", where no queue pair has a doorbell");
  std::uint64_t entries = 1;
  if (tlp.data != nullptr && tlp.payload_bytes >= sizeof entries)
    std::memcpy(&entries, tlp.data, sizeof entries);
  const bool receives = offset % kStride == kReceives;
  // If a port splits the write, its first part contains the number of entries.
  const bool begins = receives || offset % kStride == 0;
  port_.done(tlp);
  if (!begins) return;
  ++stats_.doorbells;
  Rung rung{&queues_[number], static_cast<unsigned>(entries), receives, 0, 0, 0};
  if (receives || params_.entries == "carried") {
    due(rung);
    return;
  }
  rung.left = rung.entries * static_cast<std::uint32_t>(params_.entry_bytes.count());
  fetches_.push(rung);
  fetch();
}

void WorkQueues::fetch() {
  if (fetches_.empty()) return;
  Rung& rung = fetches_.front();
  // One doorbell at a time: reads of one doorbell may be answered in any order, but doorbells must
  // stay in order.
  constexpr std::uint64_t kRoom = 65536;  // of all send queues in host memory
  const std::uint64_t first = queues_at_ + rung.queue->number * 1024ull % kRoom;
  const std::uint32_t all = rung.entries * static_cast<std::uint32_t>(params_.entry_bytes.count());
  while (rung.asked < all && reader_.has_tag()) {
    const std::uint32_t bytes = reader_.bytes_of_read(first + rung.asked, all - rung.asked);
    reader_.read(first + rung.asked, bytes, *this, 0, rung.asked);
    rung.asked += bytes;
  }
}

void WorkQueues::data_comes(std::uint64_t, std::uint32_t, const std::uint8_t*,
                            std::uint32_t bytes) {
  stats_.fetched += bytes;
  fetches_.front().left -= bytes;
  if (fetches_.front().left != 0) return;
  due(fetches_.pop());
  fetch();
}

void WorkQueues::due(Rung rung) {
  rung.at = core::now_ticks() + params_.latency.value();
  due_.push(rung);
  wakeup_.at(due_.front().at);
}

void WorkQueues::act() {
  while (!due_.empty() && due_.front().at <= core::now_ticks()) {
    const Rung rung = due_.pop();
    stats_.entries += rung.entries;
    if (rung.receives)
      take_receives(rung);
    else
      take_works(rung);
  }
  if (!due_.empty()) wakeup_.at(due_.front().at);
}

void WorkQueues::take_receives(const Rung& rung) {
  for (unsigned i = 0; i < rung.entries; ++i)
    rung.queue->receives.push(rung.queue->posted_receives.pop());
}

void WorkQueues::take_works(const Rung& rung) {
  for (unsigned i = 0; i < rung.entries; ++i) {
    QueuePair::Work& work = rung.queue->work.push_slot();
    work = {};
    work.request = rung.queue->posted.pop();
    if (model::CopyJournal* const journal = copy_journal_of(work.request.copy))
      journal->steps_on(model::CopyJournal::whole(work.request.copy),
                        std::string(name()) + ": doorbell over PCIe");
  }
  client_->work_comes(*rung.queue);
}

void WorkQueues::append_waits(std::vector<core::Wait>& waits) const {
  if (!fetches_.empty())
    waits.push_back({name(), std::to_string(fetches_.size()) + " doorbells' entries to be fetched",
                     reader_.name()});
}

}  // namespace gf::hw::nic
