// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/link_slices.h"

#include <algorithm>
#include <string>

#include "core/base/text_match.h"
#include "core/trace/timeline.h"

namespace gf::platforms::proact {
namespace {

std::string name_of(unsigned gpu) { return "gpu_" + std::to_string(gpu); }

}  // namespace

LinkSlices::LinkSlices(unsigned gpus)
    : gap_(sc_core::sc_time(1, sc_core::SC_US).value()), rows_(gpus) {
  for (core::Probe* const probe : core::all_probes()) {
    for (unsigned gpu = 0; gpu < gpus; ++gpu) {
      if (!core::glob_match(name_of(gpu) + ".*.tx.busy", probe->path())) continue;
      probe->attach(*this, gpu);
      probes_.push_back(probe);
      ++rows_[gpu].links;
    }
  }
}

LinkSlices::~LinkSlices() {
  for (core::Probe* const probe : probes_) probe->detach(*this);
  for (unsigned gpu = 0; gpu < rows_.size(); ++gpu) report(gpu);
}

void LinkSlices::set(std::uint32_t gpu, const sc_core::sc_time& at, std::uint64_t busy) {
  Row& row = rows_[gpu];
  if (busy != 0) {
    row.packet = at.value();
    return;
  }
  // Packets that follow each other within the gap form one slice: one slice per packet would be too
  // many for a viewer.
  if (row.packet > row.end + gap_) report(gpu);
  if (row.busy == 0) row.begin = row.packet;
  row.end = std::max<core::Ticks>(row.end, at.value());
  row.busy += at.value() - row.packet;
}

void LinkSlices::report(unsigned gpu) {
  Row& row = rows_[gpu];
  if (row.busy == 0) return;
  const double used =
      static_cast<double>(row.busy) / (static_cast<double>(row.end - row.begin) * row.links);
  core::Timeline::active()->slice(name_of(gpu), "links", "packets", row.begin, row.end,
                                  {{"used", used}});
  row.busy = 0;
}

}  // namespace gf::platforms::proact
