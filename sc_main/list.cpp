// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "platforms/platform.h"
#include "sc_main/command.h"

namespace gf::app {

core::ExitCode run_list(const Arguments&) {
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    std::cout << entry.name << "  " << entry.summary << " [" << entry.source << "]\n";
  return core::ExitCode::kDone;
}

}  // namespace gf::app
