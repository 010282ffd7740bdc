// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/choices.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "hw/gpu/dispatch/kernel_run.h"
#include "hw/proact/region.h"
#include "platforms/proact/mechanisms/software_agent.h"

namespace gf::platforms::proact {
namespace {

/// Software agents take chunks of any size; the unit's counters need powers of two.
void check_chunk(const MechanismEntry& mechanism, core::Bytes chunk, core::Bytes region) {
  const std::uint64_t bytes = chunk.count();
  using hw::proact::Region;
  const bool sized =
      (bytes & (bytes - 1)) == 0 && bytes >= Region::kLeastChunk && bytes <= Region::kMostChunk;
  if (mechanism.name == "hw" && !sized)
    core::fail_config("", "chunk", core::to_text(chunk),
                      "a power of two, 4 KiB ... 16 MiB, with mechanism = hw",
                      "[PROACT21], Table II, has these sizes");
  if (chunk > region)
    core::fail_config("", "chunk", core::to_text(chunk),
                      "not larger than the region, " + core::to_text(region),
                      "choose a smaller chunk or a larger region (app.bytes)");
}

/// Returns the most resources of an SM that a CTA needs.
hw::gpu::CtaNeeds most_needs(const MechanismEntry& mechanism, const SystemParams& params,
                             const model::proact::SharedApp& app) {
  model::Kernel agent;
  agent.registers = params.host.agent_registers;
  agent.warps_per_cta = AgentShape(params.transfer.threads).warps_per_cta;
  hw::gpu::CtaNeeds most;
  if (mechanism.takes("elide")) most = hw::gpu::needs_of(agent);
  for (unsigned phase = 0; phase < app.phases(); ++phase) {
    const hw::gpu::CtaNeeds needs = hw::gpu::needs_of(app.kernel(phase));
    most = {std::max(most.warps, needs.warps), std::max(most.registers, needs.registers)};
  }
  return most;
}

}  // namespace

void check_fit(const MechanismEntry& mechanism, const SystemParams& params,
               const model::proact::SharedApp& app) {
  if (mechanism.takes("map"))
    check_chunk(mechanism, params.transfer.chunk, core::Bytes(app.region_bytes()));
  const hw::gpu::CtaNeeds most = most_needs(mechanism, params, app);
  const auto need = [&](const char* field, unsigned value, unsigned least) {
    if (value < least)
      core::fail_config("gpu.sm", field, std::to_string(value),
                        fmt::format("at least {}, the {} of a CTA here", least, field),
                        fmt::format("kernels of {} with mechanism = {} have no smaller CTAs",
                                    app.name(), mechanism.name));
  };
  need("warps", params.node.gpu.sm.warps, most.warps);
  need("registers", params.node.gpu.sm.registers, most.registers);
  if (mechanism.name == "polling" && params.node.dispatch.grids == 1)
    core::fail_config("dispatch", "grids", "1", "at least 2 with mechanism = polling",
                      "the polling kernel runs concurrently with the kernel it waits for");
}

void check_choices(const MechanismEntry& mechanism, const SystemParams& params, bool check) {
  const auto needs = [&](const char* option, bool set, const std::string& value,
                         const char* without, const char* hint) {
    if (set && !mechanism.takes(option))
      core::fail_config("", option, value,
                        fmt::format("{} with mechanism = {}", without, mechanism.name), hint);
  };
  const TransferParams& chosen = params.transfer;
  needs("map", !chosen.map.empty(), chosen.map, "no map",
        "only hw, polling and cdp track the writes of CTAs");
  needs("shown_chunks", !chosen.shown_chunks.empty(),
        fmt::format("{}", fmt::join(chosen.shown_chunks, ",")), "none",
        "only hw has counters in the waveform");
  needs("release", chosen.release, "true", "false", "only hw holds data back until a release");
  needs("nodes", params.networked(), fmt::format("{}", params.cluster.nodes), "1",
        "only memcpy, hw and infinite run on several nodes: other mechanisms access peer memory "
        "directly");
  if (params.host.um_populate && !params.node.um.faults)
    core::fail_config("", "host.um_populate", "true", "false with um.faults = false",
                      "before Pascal, managed pages stay with GPU 0");
  const bool elides = chosen.elide != "none";
  if (mechanism.name == "hw") params.proact.validate("proact");
  needs("elide", elides, chosen.elide, "none", "only polling and cdp have agents in software");
  if (elides && check)
    core::fail_config("", "elide", chosen.elide, "none with check = true",
                      "without stores the copies differ");
}

}  // namespace gf::platforms::proact
