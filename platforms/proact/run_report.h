// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "platforms/gpu/fabrics/fabric_if.h"
#include "platforms/proact/host_program.h"

namespace gf::platforms::proact {

/// Traffic on the links of a GPU.
struct PortRow {
  gpu::FabricTraffic traffic;
  double out_utilization = 0;  ///< Share of the capacity of its wires, over the run.
  double in_utilization = 0;
};
std::vector<PortRow> port_rows(const gpu::Fabric& fabric, unsigned gpus, double seconds);

/// Returns a table of the time of each phase in microseconds. Columns: launch (to the start of the
/// application's kernel), kernel, drain (the GPUs' transfers after it), sync (until the host
/// knows), copies of the host. It shows the first phases, the phase in which the run was cut short,
/// and the sums over all.
std::string phases_table(const std::vector<PhaseTimes>& times,
                         const std::optional<PhaseTimes>& cut = std::nullopt);
std::string ports_table(const std::vector<PortRow>& rows);
/// Writes "phase,launched_us,started_us,produced_us,drained_us,copies_us,done_us": the time of each
/// event.
void write_phases_csv(std::ostream& out, const std::vector<PhaseTimes>& times);
void write_ports_csv(std::ostream& out, const std::vector<PortRow>& rows);

}  // namespace gf::platforms::proact
