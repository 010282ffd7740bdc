// SPDX-License-Identifier: Apache-2.0
#include "core/trace/probe_collector.h"

#include "core/base/parcel_bytes.h"

namespace gf::core {

ProbeCollector::ProbeCollector(const std::vector<Probe*>& probes, Ticks end)
    : end_(end), next_(now_ticks() + kPeriod) {
  for (std::size_t id = 0; id < probes.size(); ++id)
    if (is_counted_here(probes[id]->path()))
      probes[id]->attach(*this, static_cast<std::uint32_t>(id));
}

std::string ProbeCollector::packed() {
  std::string packed;
  ByteWriter(packed).put_all(told_);
  told_.clear();
  return packed;
}

void ProbeCollector::take(const std::vector<std::string>& packed) {
  if (sink_ == nullptr) return;
  std::vector<Change> changes;
  for (const std::string& of_rank : packed) {
    ByteReader(of_rank).get_all(changes);
    for (const Change& change : changes) give(change);
  }
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
