// SPDX-License-Identifier: Apache-2.0
// The timers are those that the specification's tables print.
#include <array>
#include <gmock/gmock.h>

#include "hw/pcie/port/port_params.h"
#include "tests/support/errors.h"

namespace gf::hw::pcie::dllp_params_test {
namespace {

/// A row of PCIe 3.0, tables 3-7 to 3-9 (and of those of 2.6.1.2): symbol times by width.
struct Row {
  const char* speed;
  unsigned payload;
  std::array<unsigned, 7> symbols;
};
constexpr std::array<unsigned, 7> kLanes{1, 2, 4, 8, 12, 16, 32};
constexpr Row kTables[] = {
    {"2.5 GT/s", 128, {237, 128, 73, 67, 58, 48, 33}},
    {"2.5 GT/s", 256, {416, 217, 118, 107, 90, 72, 45}},
    {"2.5 GT/s", 512, {559, 289, 154, 86, 109, 86, 52}},
    {"2.5 GT/s", 1024, {1071, 545, 282, 150, 194, 150, 84}},
    {"2.5 GT/s", 2048, {2095, 1057, 538, 278, 365, 278, 148}},
    {"2.5 GT/s", 4096, {4143, 2081, 1050, 534, 706, 534, 276}},
    {"5 GT/s", 128, {288, 179, 124, 118, 109, 99, 84}},
    {"5 GT/s", 256, {467, 268, 169, 158, 141, 123, 96}},
    {"8 GT/s", 128, {333, 224, 169, 163, 154, 144, 129}},
    {"8 GT/s", 256, {512, 313, 214, 203, 186, 168, 141}},
    {"8 GT/s", 512, {655, 385, 250, 182, 205, 182, 148}},
};

double lane_rate(const std::string& speed) {
  return speed == "2.5 GT/s" ? 0.25e9 : speed == "5 GT/s" ? 0.5e9 : 1e9 * 128 / 130;
}

TEST(DllpParams, TimersAreThoseOfTheTables) {
  for (const Row& row : kTables) {
    DllpParams params;
    params.lane_speed = std::string(row.speed);
    for (std::size_t i = 0; i < kLanes.size(); ++i) {
      const core::ByteRate rate(kLanes[i] * lane_rate(row.speed));
      EXPECT_EQ(params.lanes(rate), kLanes[i]);
      EXPECT_EQ(params.most_symbols(rate, core::Bytes(row.payload)), row.symbols[i])
          << row.speed << " x" << kLanes[i] << ", " << row.payload << " B";
    }
  }
}

TEST(DllpParams, DefaultsOfThePort) {
  const PortParams port;
  EXPECT_FALSE(port.dllp.dllps);
  EXPECT_EQ(port.dllp.lanes(port.link.rate), 16u);
  EXPECT_EQ(port.dllp.wait(port.link.rate, core::Bytes(256)), 168'000'000u);
  EXPECT_EQ(port.dllp.delay(port.link.rate, core::Bytes(256)), 115'000'000u);
}

TEST(DllpParams, SymbolsOfSlowerLanesLastLonger) {
  DllpParams params;
  params.lane_speed = std::string("5 GT/s");
  EXPECT_EQ(params.wait(core::gigabytes_per_second(4), core::Bytes(256)), 2 * 158'000'000u);
  params.lane_speed = std::string("2.5 GT/s");
  EXPECT_EQ(params.wait(core::gigabytes_per_second(4), core::Bytes(256)), 4 * 72'000'000u);
}

TEST(DllpParams, AWaitOfOnesOwn) {
  DllpParams params;
  params.dllp_wait = sc_core::sc_time(50, sc_core::SC_NS);
  EXPECT_EQ(params.wait(core::gigabytes_per_second(15.754), core::Bytes(256)), 50'000'000u);
  EXPECT_EQ(params.delay(core::gigabytes_per_second(15.754), core::Bytes(256)), 50'000'000u)
      << "what must not wait does not wait longer";
}

TEST(DllpParams, RatesBetweenWidthsTakeTheWiderOne) {
  const DllpParams params;
  EXPECT_EQ(params.lanes(core::gigabytes_per_second(9)), 12u);
  EXPECT_EQ(params.lanes(core::gigabytes_per_second(100)), 32u);
  EXPECT_EQ(params.lanes(core::ByteRate(1e6)), 1u);
}

TEST(DllpParams, OnlyTheSpeedsOfPcie3) {
  DllpParams params;
  params.lane_speed = std::string("16 GT/s");
  EXPECT_THAT(test::error_of([&] { params.validate("x"); }), testing::HasSubstr("lane_speed"));
}

}  // namespace
}  // namespace gf::hw::pcie::dllp_params_test
