// SPDX-License-Identifier: Apache-2.0
#include "core/trace/probe_collector.h"

#include <utility>

namespace gf::core {

ProbeCollector::ProbeCollector(const std::vector<Probe*>& probes, Ticks end)
    : RankData(When::kSample), end_(end), next_(now_ticks() + kPeriod) {
  for (std::size_t id = 0; id < probes.size(); ++id)
    if (is_counted_here(probes[id]->path()))
      probes[id]->attach(*this, static_cast<std::uint32_t>(id));
}

void ProbeCollector::pack(ByteWriter& writer) {
  writer.put_all(told_);
  told_.clear();
}

void ProbeCollector::merge(std::vector<Packed>& others) {
  std::vector<Change> changes = std::exchange(told_, {});
  const auto give_all = [&] {
    for (const Change& change : changes)
      if (sink_ != nullptr) give(change);
  };
  give_all();
  for (auto& [rank, reader] : others) {
    reader.get_all(changes);
    give_all();
  }
  if (sink_ == nullptr) return;
  // Before each look all ranks have acted until then, and at least until now.
  all_before_(now_ticks());
}

void ProbeCollector::give(const Change& change) {
  const sc_core::sc_time at = to_time(change.at);
  if (change.relative) {
    sink_->add(change.id, at, change.value);
  } else {
    sink_->set(change.id, at, static_cast<std::uint64_t>(change.value));
  }
}

void ProbeCollector::take_until(Ticks until) {
  if (next_ > until) return;
  next_ += ((until - next_) / kPeriod + 1) * kPeriod;
  if (until > end_) detach_from_probes(*this);
}

}  // namespace gf::core
