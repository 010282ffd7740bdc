// SPDX-License-Identifier: Apache-2.0
#include "platforms/gpu/fabrics/link_report.h"

#include <fmt/format.h>
#include <sstream>

#include "core/base/print.h"
#include "core/text/text_table.h"

namespace gf::platforms::gpu {
namespace {

DirectionRow direction_row(const hw::link::Transmitter& tx, double half_rate, double seconds) {
  const hw::link::Transmitter::Stats& stats = tx.stats();
  DirectionRow row;
  row.bytes = static_cast<double>(stats.wire_bytes.value());
  row.payload = static_cast<double>(stats.payload_bytes.value());
  if (seconds <= 0) return row;
  row.rate = row.bytes / seconds;
  row.utilization = row.rate / half_rate;
  row.busy = stats.busy.value().to_seconds() / seconds;
  return row;
}

double turned(const hw::nvlink::LinkEnd& end) {
  const auto& stats = end.turns.stats();
  return static_cast<double>(stats.lanes_to_out.value() + stats.lanes_to_in.value());
}

double joules(const hw::nvlink::LinkEnd& end) {
  return (end.stats().transfer_energy.picojoules() + end.stats().phy_energy.picojoules()) * 1e-12;
}

/// The parameter is for 8 lanes in each direction, 16 in all.
double phy_mm2(const hw::nvlink::LinkEnd& end) {
  const hw::nvlink::NvlinkParams& link = end.params();
  return link.phy_mm2_per_8_lanes * link.lanes / 16.0;
}

}  // namespace

std::vector<LinkRow> link_rows(const NvlinkFabric& fabric, double seconds) {
  std::vector<LinkRow> rows;
  for (unsigned g = 0; g < fabric.gpus(); ++g) {
    for (unsigned l = 0; l < fabric.links(g); ++l) {
      const hw::nvlink::LinkEnd& near = fabric.end(g, l);
      const hw::nvlink::LinkEnd& far = fabric.far_end(g, l);
      // The rate of half of all lanes is the reference for both directions: a direction that got
      // more lanes shows a utilization above 1, which is its gain.
      const hw::nvlink::NvlinkParams& link = near.params();
      const double half_rate = link.lane_rate.bytes_per_second() * link.lanes / 2;
      rows.push_back({g, l, direction_row(near.tx, half_rate, seconds),
                      direction_row(far.tx, half_rate, seconds), turned(near),
                      joules(near) + joules(far), phy_mm2(near) + phy_mm2(far)});
    }
  }
  return rows;
}

std::string links_table(const std::vector<LinkRow>& rows) {
  core::TextTable table({"gpu", ">link", ">out GB/s", ">out busy %", ">in GB/s", ">in busy %",
                         ">lanes turned", ">energy mJ"});
  for (const LinkRow& row : rows) {
    table.add_row(
        {std::to_string(row.gpu), std::to_string(row.link),
         fmt::format("{:.2f}", row.out.rate / 1e9), fmt::format("{:.1f}", row.out.busy * 100),
         fmt::format("{:.2f}", row.in.rate / 1e9), fmt::format("{:.1f}", row.in.busy * 100),
         fmt::format("{:.0f}", row.turns), fmt::format("{:.3f}", row.joules * 1e3)});
  }
  std::ostringstream text;
  table.print(text, core::output_columns());
  return text.str();
}

void write_links_csv(std::ostream& out, const std::vector<LinkRow>& rows) {
  core::print(out,
              "gpu,link,out_bytes,out_payload,out_utilization,out_busy,in_bytes,in_payload,"
              "in_utilization,in_busy,lanes_turned,joules\n");
  for (const LinkRow& row : rows) {
    core::print(out, "{},{}", row.gpu, row.link);
    for (const DirectionRow* way : {&row.out, &row.in})
      core::print(out, ",{:.0f},{:.0f},{:.6f},{:.6f}", way->bytes, way->payload, way->utilization,
                  way->busy);
    core::print(out, ",{:.0f},{:.9g}\n", row.turns, row.joules);
  }
}

void write_kernels_csv(std::ostream& out, const hw::gpu::Dispatcher& dispatcher) {
  core::print(out, "index,kernel,launched,started,ended\n");
  for (const hw::gpu::KernelResult& kernel : dispatcher.results())
    core::print(out, "{},{},{},{},{}\n", kernel.index, kernel.name, kernel.launched, kernel.started,
                kernel.ended);
}

}  // namespace gf::platforms::gpu
