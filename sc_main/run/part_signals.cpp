// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/part_signals.h"

#include <algorithm>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/trace/probe.h"

namespace gf::app {

std::vector<core::SignalGroup> part_signals() {
  const char* const file = "waveforms/parts.signals";
  const std::vector<core::Probe*> probes = core::all_probes();
  std::istringstream text{std::string(signals_file(file))};
  std::vector<core::SignalGroup> groups;
  for (const core::SignalGroup& group : core::read_signal_groups(text, file)) {
    std::string globs;
    for (const std::string& glob : core::split_globs(group.globs))
      if (std::any_of(probes.begin(), probes.end(), [&](const core::Probe* probe) {
            return core::glob_match(glob, probe->path());
          }))
        globs += (globs.empty() ? "" : ",") + glob;
    if (!globs.empty()) groups.push_back({group.title, globs});
  }
  if (!groups.empty()) return groups;
  throw core::UserError(core::ExitCode::kUsage,
                        "--vcd parts: this machine has none of these signals; routers have them "
                        "with -p watch=0, others under --vcd '*'");
}

std::string globs_of(const std::vector<core::SignalGroup>& groups) {
  std::string globs;
  for (const core::SignalGroup& group : groups) globs += (globs.empty() ? "" : ",") + group.globs;
  return globs;
}

}  // namespace gf::app
