// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "core/trace/probe.h"

namespace gf::platforms::proact {

/// Shows in the active timeline when the links of each GPU carry packets away from it: the row
/// "links" of "gpu_<n>". Packets less than a microsecond apart form one slice, from the first bit
/// of the first one to the last bit of the last one. `used` is the share of the slice in which a
/// link holds a packet, including requests and replays, as a mean over the GPU's links. The object
/// watches the links' probes `busy` while it exists; without it they have their usual cost.
class LinkSlices final : public core::ProbeSink {
 public:
  /// Call when the fabric exists. Precondition: a timeline is active until this object is
  /// destroyed.
  explicit LinkSlices(unsigned gpus);
  ~LinkSlices() override;
  LinkSlices(const LinkSlices&) = delete;
  LinkSlices& operator=(const LinkSlices&) = delete;

 private:
  struct Row {
    unsigned links = 0;
    core::Ticks begin = 0;
    core::Ticks end = 0;
    core::Ticks packet = 0;  ///< Begin of the latest packet.
    core::Ticks busy = 0;    ///< Of all links; 0: no slice yet.
  };
  /// Transmitters report the begin and the end of a packet at the same time; the end is in the
  /// future.
  void set(std::uint32_t gpu, const sc_core::sc_time& at, std::uint64_t busy) override;
  void add(std::uint32_t, const sc_core::sc_time&, std::int64_t) override {}
  void report(unsigned gpu);

  const core::Ticks gap_;
  std::vector<core::Probe*> probes_;
  std::vector<Row> rows_;  ///< By GPU.
};

}  // namespace gf::platforms::proact
