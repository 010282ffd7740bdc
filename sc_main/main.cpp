// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <systemc>

#include "core/units.h"
#include "sc_main/dispatch.h"

int sc_main(int argc, char* argv[]) {
  gf::core::set_time_resolution();
  return static_cast<int>(gf::app::dispatch({argv + 1, argv + argc}));
}

/// SystemC's own main() but for its banner.
int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
