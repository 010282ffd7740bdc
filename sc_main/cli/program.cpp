// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/program.h"

#include <cstdlib>
#include <systemc>

#include "core/base/units.h"
#include "core/ranks/ranks.h"
#include "core/system/child_process.h"
#include "core/system/standard_streams.h"
#include "sc_main/cli/dispatch.h"
#include "sc_main/cli/start_ranks.h"

int sc_main(int argc, char* argv[]) {
  gf::core::set_time_resolution();
  const gf::core::ExitCode code = gf::app::dispatch({argv + 1, argv + argc});
  const int returned = gf::app::rank_exit_code(code);
  gf::core::leave_ranks();
  return returned;
}

namespace gf::app {

// Like SystemC's own main(), without its banner and with steps that must come first.
int run_program(int argc, char* argv[]) {
  core::end_with_parent(argv);
  core::restore_sigchld();
  core::open_standard_streams();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

}  // namespace gf::app
