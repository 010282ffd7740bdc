// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/library_runs.h"

#include <fmt/format.h>

namespace gf::app {

LibraryRun library_run(const PredictedMachine& machine, const std::string& name,
                       std::uint64_t bytes, bool twice, const std::string& gpus) {
  LibraryRun run;
  run.by_library = machine.has_blocks();
  run.request = run.by_library ? machine.with({"gpu_model=full"}).request() : machine.request();
  const std::string one =
      fmt::format("{}:bytes={}{}{}", name, bytes, run.by_library ? ",algorithm=nccl" : "",
                  gpus.empty() ? "" : ",gpus=" + gpus);
  run.request.settings.push_back("workload=" + one +
                                 (twice ? fmt::format(";{},in_place=true", one) : ""));
  run.request.settings.emplace_back("tasks=false");
  return run;
}

}  // namespace gf::app
