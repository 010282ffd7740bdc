// SPDX-License-Identifier: Apache-2.0
// SystemC's library holds main() and calls sc_main(): tests enter there, at the models' resolution.
#include <gmock/gmock.h>

#include <systemc>

#include "core/units.h"

int sc_main(int argc, char* argv[]) {
  gf::core::set_time_resolution();
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
