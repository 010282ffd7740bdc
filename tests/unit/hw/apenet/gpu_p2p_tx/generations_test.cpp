// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_rates.h"

namespace gf::hw::apenet::generations_test {
namespace {

using apenet_rates::ApenetReading;

TEST_F(ApenetReading, Version1) {
  params.card.gpu_p2p_tx.generation.generation = "v1";
  expect(0.6e9, 0.07, rate(true, false));
}
TEST_F(ApenetReading, Version2At32KB) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  expect(1.5e9, 0.07, rate(true, false));
}
TEST_F(ApenetReading, Version2At4KBIsAFifthBelow8KB) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(4);
  expect(1.5143e9 / 1.2, 0.07, rate(true, false));
  EXPECT_GT(card().gpu_p2p_tx.stats().no_window.value(), sc_core::SC_ZERO_TIME);
}
TEST_F(ApenetReading, Version2At8KBHasItAll) {
  params.card.gpu_p2p_tx.generation.generation = "v2";
  params.card.gpu_p2p_tx.generation.window = core::kibibytes(8);
  expect(1.5143e9, 0.01, rate(true, false));
}

}  // namespace
}  // namespace gf::hw::apenet::generations_test
