// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/choices.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::platforms::proact {

void check_choices(const MechanismEntry& mechanism, const SystemParams& params, bool check) {
  const auto needs = [&](const char* option, bool set, const std::string& value,
                         const char* without, const char* hint) {
    if (set && !mechanism.takes(option))
      core::fail_config("", option, value,
                        fmt::format("{} with mechanism = {}", without, mechanism.name), hint);
  };
  const TransferParams& chosen = params.transfer;
  needs("map", !chosen.map.empty(), chosen.map, "no map",
        "only hw, polling and cdp track what CTAs write");
  needs("shown_chunks", !chosen.shown_chunks.empty(),
        fmt::format("{}", fmt::join(chosen.shown_chunks, ",")), "none",
        "only hw has counters in the waveform");
  needs("release", chosen.release, "true", "false",
        "only hw holds back what a release has to send");
  needs("nodes", params.networked(), fmt::format("{}", params.cluster.nodes), "1",
        "memcpy, hw and infinite are for several nodes: others load and store at GPUs that only "
        "cards reach");
  if (params.host.um_populate && !params.node.um.faults)
    core::fail_config("", "host.um_populate", "true", "false with um.faults = false",
                      "before Pascal, managed pages stay with GPU 0");
  const bool elides = chosen.elide != "none";
  needs("elide", elides, chosen.elide, "none", "only polling and cdp have agents in software");
  if (elides && check)
    core::fail_config("", "elide", chosen.elide, "none with check = true",
                      "without stores the copies differ");
}

}  // namespace gf::platforms::proact
