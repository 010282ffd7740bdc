// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/debug/function_profile.h"

#include <sstream>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_soft_core.h"
#include "tests/support/matchers.h"
#include "tests/support/riscv_program.h"

namespace gf::hw::apenet::function_profile_test {
namespace {

TEST_F(ApenetSoftCore, AProfileHasEachCycleOnce) {
  params.card.soft_core.profile = true;
  build();
  const std::uint64_t from = buffer(8192, false), to = buffer(8192, false);
  host().put({from, 8192, 0, 1, to});
  run();
  std::stringstream folded;
  card().soft_core()->profile()->write(folded, "card");
  EXPECT_THAT(folded.str(), HasSubstr("\ncard;start;main;receive_packet "));
  EXPECT_THAT(folded.str(), HasSubstr("\ncard;start;main;receive_packet;find_buffer "));
  std::uint64_t sum = 0;
  for (std::string line; std::getline(folded, line);)
    sum += std::stoull(line.substr(line.rfind(' ')));
  // But for the wfi in which it sleeps now: it is counted when the next instruction comes.
  const std::uint64_t cycles = card().soft_core()->core.hart().cycles();
  EXPECT_LE(sum, cycles);
  EXPECT_GE(sum + 1, cycles);
}

}  // namespace
}  // namespace gf::hw::apenet::function_profile_test
