// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/run_report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <sstream>

#include "core/base/print.h"
#include "core/text/text_table.h"

namespace gf::platforms::proact {
namespace {

constexpr std::size_t kShownPhases = 8;

double microseconds(core::Ticks ticks) { return static_cast<double>(ticks) * 1e-9; }

/// Launch, kernel, drain, sync, copies, all.
using Shares = std::array<double, 6>;

Shares shares_of(const PhaseTimes& times) {
  const core::Ticks asked = times.transferred - times.copied;
  return {microseconds(times.started - times.launched),
          microseconds(times.produced - times.started),
          microseconds(times.drained - times.produced),
          microseconds(asked - times.drained),
          microseconds(times.copied),
          microseconds(times.transferred - times.launched)};
}

void add_row(core::TextTable& table, const std::string& name, const Shares& shares) {
  std::vector<std::string> row = {name};
  for (const double share : shares) row.push_back(fmt::format("{:.3f}", share));
  table.add_row(row);
}

std::string text_of(const core::TextTable& table) {
  std::ostringstream text;
  table.print(text, core::output_columns());
  return text.str();
}

}  // namespace

std::vector<PortRow> port_rows(const gpu::Fabric& fabric, unsigned gpus, double seconds) {
  std::vector<PortRow> rows;
  for (unsigned gpu = 0; gpu < gpus; ++gpu) {
    PortRow row;
    row.traffic = fabric.traffic(gpu);
    row.out_utilization = row.traffic.out.utilization(seconds, fabric.wire_rate());
    row.in_utilization = row.traffic.in.utilization(seconds, fabric.wire_rate());
    rows.push_back(row);
  }
  return rows;
}

std::string phases_table(const std::vector<PhaseTimes>& times,
                         const std::optional<PhaseTimes>& cut) {
  core::TextTable table(
      {"phase", ">launch us", ">kernel us", ">drain us", ">sync us", ">copies us", ">all us"});
  Shares sums{};
  const auto add = [&sums](const Shares& shares) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += shares[i];
  };
  for (std::size_t n = 0; n < times.size(); ++n) {
    const Shares shares = shares_of(times[n]);
    add(shares);
    if (n < kShownPhases) add_row(table, std::to_string(n), shares);
    if (n == kShownPhases) table.add_row({"..."});
  }
  if (cut) {
    add(shares_of(*cut));
    add_row(table, fmt::format("{}, cut short", times.size()), shares_of(*cut));
  }
  add_row(table, "all", sums);
  return text_of(table);
}

std::string ports_table(const std::vector<PortRow>& rows) {
  core::TextTable table({"gpu", ">out MB", ">out packets", ">out payload %", ">out used %",
                         ">in MB", ">in packets", ">in payload %", ">in used %"});
  for (std::size_t gpu = 0; gpu < rows.size(); ++gpu) {
    std::vector<std::string> cells{std::to_string(gpu)};
    const auto add = [&](const gpu::FabricPath& way, double used) {
      cells.push_back(fmt::format("{:.3f}", way.bytes / 1e6));
      cells.push_back(fmt::format("{:.0f}", way.packets));
      cells.push_back(fmt::format("{:.1f}", way.bytes > 0 ? 100 * way.payload / way.bytes : 0.0));
      cells.push_back(fmt::format("{:.1f}", 100 * used));
    };
    add(rows[gpu].traffic.out, rows[gpu].out_utilization);
    add(rows[gpu].traffic.in, rows[gpu].in_utilization);
    table.add_row(cells);
  }
  return text_of(table);
}

void write_phases_csv(std::ostream& out, const std::vector<PhaseTimes>& times) {
  core::print(out, "phase,launched_us,started_us,produced_us,drained_us,copies_us,done_us\n");
  for (std::size_t n = 0; n < times.size(); ++n) {
    const PhaseTimes& phase = times[n];
    core::print(out, "{}", n);
    for (const core::Ticks at : {phase.launched, phase.started, phase.produced, phase.drained,
                                 phase.transferred - phase.copied, phase.transferred})
      core::print(out, ",{:.6f}", microseconds(at));
    core::print(out, "\n");
  }
}

void write_ports_csv(std::ostream& out, const std::vector<PortRow>& rows) {
  core::print(out,
              "gpu,out_bytes,out_payload,out_packets,out_utilization,out_busy_s,in_bytes,"
              "in_payload,in_packets,in_utilization,in_busy_s\n");
  for (std::size_t gpu = 0; gpu < rows.size(); ++gpu) {
    core::print(out, "{}", gpu);
    const auto print = [&](const gpu::FabricPath& way, double used) {
      core::print(out, ",{:.0f},{:.0f},{:.0f},{:.6f},{:.9g}", way.bytes, way.payload, way.packets,
                  used, way.busy);
    };
    print(rows[gpu].traffic.out, rows[gpu].out_utilization);
    print(rows[gpu].traffic.in, rows[gpu].in_utilization);
    core::print(out, "\n");
  }
}

}  // namespace gf::platforms::proact
