// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "core/trace/probe.h"

namespace gf::platforms::proact {

/// Shows in the active timeline when the links of each GPU carry packets away from it: the row
/// "links" of "gpu_<n>". Packets less than a microsecond apart are one slice, from the first bit of
/// the first one to the last bit of the last; `used` is the share of that in which a link holds a
/// packet, requests and replays included, mean of the GPU's links.
/// It watches the links' probes `busy` while it lives; without it they cost what they always do.
class LinkSlices final : public core::ProbeSink {
 public:
  /// Once the fabric is there. Precondition: a timeline is active until this ends.
  explicit LinkSlices(unsigned gpus);
  ~LinkSlices() override;
  LinkSlices(const LinkSlices&) = delete;
  LinkSlices& operator=(const LinkSlices&) = delete;

 private:
  struct Row {
    unsigned links = 0;
    core::Ticks begin = 0;
    core::Ticks end = 0;
    core::Ticks packet = 0;  ///< Begin of the latest one.
    core::Ticks busy = 0;    ///< Of all links; 0: there is no slice yet.
  };
  /// Transmitters tell of a packet's begin and of its end, which lies ahead, at once.
  void set(std::uint32_t gpu, const sc_core::sc_time& at, std::uint64_t busy) override;
  void add(std::uint32_t, const sc_core::sc_time&, std::int64_t) override {}
  void report(unsigned gpu);

  const core::Ticks gap_;
  std::vector<core::Probe*> probes_;
  std::vector<Row> rows_;  ///< By GPU.
};

}  // namespace gf::platforms::proact
