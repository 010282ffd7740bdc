// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/proact/host_program.h"

namespace gf::platforms::proact {

/// What the links of a GPU carried.
struct PortRow {
  gpu::FabricTraffic traffic;
  double out_utilization = 0;  ///< Of what its wires can carry, over the run.
  double in_utilization = 0;
};
std::vector<PortRow> port_rows(const gpu::Fabric& fabric, unsigned gpus, double seconds);

/// Where the time of each phase went, in microseconds: launch (to the start of the application's
/// kernel), kernel, drain (what GPUs transfer beyond it), sync (until the host knows), copies of
/// the host. The first phases in full, the one that the run ended in, then all of them together.
std::string phases_table(const std::vector<PhaseTimes>& times,
                         const std::optional<PhaseTimes>& cut = std::nullopt);
std::string ports_table(const std::vector<PortRow>& rows);
/// "phase,launched_us,started_us,produced_us,drained_us,copies_us,done_us": when each began.
void write_phases_csv(std::ostream& out, const std::vector<PhaseTimes>& times);
void write_ports_csv(std::ostream& out, const std::vector<PortRow>& rows);

}  // namespace gf::platforms::proact
