// SPDX-License-Identifier: Apache-2.0
// What a card reads, receives and loops back, beside the numbers of [APENET13].
#include "hw/apenet/gpu_p2p_tx/gpu_p2p_tx.h"

#include <gtest/gtest.h>

#include "tests/support/apenet_bench.h"
#include "tests/support/apenet_rates.h"

namespace gf::hw::apenet::gpu_p2p_tx_test {
namespace {

using apenet_rates::ApenetReading;

TEST_F(ApenetReading, HostMemory) { expect(2.4e9, 0.05, rate(false, false)); }
TEST_F(ApenetReading, FermiP2p) { expect(1.5e9, 0.05, rate(true, false)); }
TEST_F(ApenetReading, FermiBar1) { expect(0.15e9, 0.05, rate(true, false, 1 << 18, true)); }
TEST_F(ApenetReading, KeplerP2p) {
  params.gpu = GpuPeerParams::of("kepler");
  expect(1.6e9, 0.05, rate(true, false));
}
TEST_F(ApenetReading, KeplerBar1) {
  params.gpu = GpuPeerParams::of("kepler");
  expect(1.6e9, 0.05, rate(true, false, 1 << 20, true));
}
TEST_F(ApenetReading, SlowerRequestsAreTheLimitThen) {
  params.card.gpu_p2p_tx.request_interval = sc_core::sc_time(160, sc_core::SC_NS);
  expect(128 / 160e-9, 0.02, rate(true, false));
}

}  // namespace
}  // namespace gf::hw::apenet::gpu_p2p_tx_test
