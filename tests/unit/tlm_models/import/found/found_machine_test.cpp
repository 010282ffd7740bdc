// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/import/found/found_origin.h
#include "tlm_models/import/found/found_machine.h"

#include "tests/support/matchers.h"
#include "tlm_models/import/found/found_origin.h"

namespace gf::model::found_machine_test {
namespace {

TEST(FoundMachine, BusIdsHaveOneForm) {
  EXPECT_EQ(bus_id_of("3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(bus_id_of("00000000:3B:00.0"), "0000:3b:00.0");
  EXPECT_EQ(bus_id_of("10000:e1:1f.7"), "10000:e1:1f.7");
  for (const char* text :
       {"", "3b", "3b:00", "0000:3b:00", "0000:3b:00.g", "1:2:3:4.0", "3b0:00.0"})
    EXPECT_FALSE(bus_id_of(text)) << text;
  EXPECT_EQ(origin_text({{"a", 3}, {"a", 3}, {"b", 4}}), "from a:3, b:4");
}

}  // namespace
}  // namespace gf::model::found_machine_test
