// SPDX-License-Identifier: Apache-2.0
#include "sc_main/command.h"

namespace gf::app {

const std::vector<Command>& all_commands() {
  static const std::vector<Command> commands{
      {"list", "the platforms that run can build", run_list},
      {"reproduce", "published experiments beside simulated numbers, and a report", run_reproduce},
  };
  return commands;
}

}  // namespace gf::app
