// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/card.h"

#include <cstring>
#include <gtest/gtest.h>

#include "platforms/cluster/cards/apenet_node.h"
#include "tests/support/errors.h"

namespace gf::hw::apenet::card_test {
namespace {

TEST(ApenetParams, BadOnesAreRefusedByName) {
  const auto refuses = [](const char* field, auto set) {
    platforms::apenet::ApenetNodeParams params;
    set(params);
    PacketPool packets;
    const std::string error =
        test::error_of([&] { platforms::apenet::ApenetNode node("node", params, 0, 1, packets); });
    EXPECT_NE(error.find(field), std::string::npos) << error;
  };
  refuses("gpu_at", [](platforms::apenet::ApenetNodeParams& p) { p.gpu_at = "moon"; });
}

/// `params` name the field, its value and the legal ones.
template <class Params>
void expect_refused(const Params& params, const std::string& says) {
  const std::string error = test::error_of([&] { params.validate("x"); });
  EXPECT_NE(error.find("x." + says + ";"), std::string::npos) << error;
}

TEST(ApenetParams, SizesThatDoNotFitTheirUnits) {
  TxFifoParams fifo;
  fifo.size = core::Bytes(8192 + 64);
  expect_refused(fifo, "size = 8256 B: expected 8 KiB ... 4 MiB, a multiple of 128 B");
  TxDmaParams reads;
  reads.max_read_request = core::Bytes(384);
  expect_refused(reads, "max_read_request = 384 B: expected 128 B ... 4 KiB, a power of two");
  pcie::DevicePortParams port;
  port.validate("x");
  port.max_payload = core::Bytes(384);
  expect_refused(port, "max_payload = 384 B: expected 128 B ... 4 KiB, a power of two");
}

TEST(ApenetParams, WindowSmallerThanItsBlock) {
  GenerationSettings settings;
  settings.generation = "v2";
  settings.window = core::Bytes(1024);
  const std::string error = test::error_of([&] { make_generation(settings, "tx"); });
  EXPECT_NE(error.find("tx.window = 1 KiB: expected at least block = 2 KiB;"), std::string::npos)
      << error;
  settings.window = core::kibibytes(4);
  EXPECT_NE(make_generation(settings, "tx"), nullptr);
}

TEST(ApenetParams, UnknownGenerationAndArchitecture) {
  GenerationSettings settings;
  settings.generation = "v4";
  const std::string error = test::error_of([&] { make_generation(settings, "tx"); });
  EXPECT_NE(error.find("tx.generation = v4: expected one of v1, v2, v3;"), std::string::npos)
      << error;
  EXPECT_NE(test::error_of([] { GpuPeerParams::of("volta"); }).find("volta"), std::string::npos);
}

}  // namespace
}  // namespace gf::hw::apenet::card_test
