// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/firmware/rx_packet.h hw/apenet/tables/buf_list.h
#include "hw/apenet/firmware/rx_firmware.h"

#include "hw/apenet/firmware/rx_packet.h"
#include "tests/support/apenet_bench.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"

namespace gf::hw::apenet::rx_firmware_test {
namespace {

/// Searches as the standard one, and counts how often.
class Counting final : public RxPacketTask {
 public:
  Counting(const RxFirmwareContext& context, unsigned& searches)
      : RxPacketTask(context), searches_(searches) {}

 protected:
  const Buffer* find_buffer(const PacketHeader& header, Meter& meter) override {
    ++searches_;
    return RxPacketTask::find_buffer(header, meter);
  }

 private:
  unsigned& searches_;
};

TEST(RxFirmware, OneThatWasRegisteredReceivesForTheCardThatNamesIt) {
  unsigned searches = 0;
  rx_firmware_registry().add({"counting", [&searches](const RxFirmwareContext& context) {
                                return std::make_unique<Counting>(context, searches);
                              }});
  test::ApenetBench bench;
  bench.params.card.rx_firmware = "counting";
  bench.build();
  const std::uint64_t from = bench.buffer(8192, false);
  const std::uint64_t to = bench.buffer(8192, false);
  bench.host().put({from, 8192, 0, 1, to});
  bench.run();
  EXPECT_EQ(searches, 2u) << "packets of 4 KB";
  EXPECT_EQ(bench.events_of(model::RdmaEventKind::kReceived).size(), 1u);
}

TEST(RxFirmware, AnUnknownOneIsRefused) {
  test::ApenetBench bench;
  bench.params.card.rx_firmware = "best";
  EXPECT_THAT(test::error_of([&bench] { bench.build(); }), HasSubstr("rx_firmware = best"));
}

TEST(RxFirmware, TheListTellsOfItsChanges) {
  BufList list(1);
  EXPECT_EQ(list.version(), 0u);
  ASSERT_TRUE(list.add({0x1000, 0x100, 7}));
  EXPECT_EQ(list.version(), 1u);
  EXPECT_FALSE(list.add({0x2000, 0x100, 7})) << "full";
  EXPECT_FALSE(list.remove(7, 0x2000)) << "not there";
  EXPECT_EQ(list.version(), 1u);
  ASSERT_TRUE(list.remove(7, 0x1000));
  EXPECT_EQ(list.version(), 2u);
}

}  // namespace
}  // namespace gf::hw::apenet::rx_firmware_test
