// SPDX-License-Identifier: Apache-2.0
// Holds: hw/apenet/nios/register_map.h hw/apenet/nios/register_file.h firmware/card_registers.h
// The map of the registers is the same in C and in the model; what is no register is an error.
#include "hw/apenet/card/card_registers.h"

#include <gmock/gmock.h>
#include <map>
#include <regex>

#include "hw/apenet/card/soft_core.h"
#include "hw/apenet/gpu_peer.h"
#include "tests/support/apenet_bench.h"
#include "tests/support/captured.h"
#include "tests/support/set_access.h"

namespace gf::hw::apenet::card_registers_test {
namespace {

/// Numbers that card_registers.h defines, by their names.
std::map<std::string, std::uint32_t> defined() {
  const std::string text =
      test::read_file(std::string(GF_SOURCE_DIR) + "/firmware/card_registers.h");
  const std::regex line("#define (\\w+) (0x[0-9a-f]+|[0-9]+)u?\\b");
  std::map<std::string, std::uint32_t> numbers;
  for (std::sregex_iterator it(text.begin(), text.end(), line), end; it != end; ++it)
    numbers[(*it)[1]] = static_cast<std::uint32_t>(std::stoul((*it)[2], nullptr, 0));
  return numbers;
}

TEST(ApenetCardRegisters, TheMapInCIsTheModels) {
  const std::map<std::string, std::uint32_t> numbers = defined();
  ASSERT_GT(numbers.size(), std::size(card_register::kRows));
  for (const card_register::Row& row : card_register::kRows) {
    const auto found = numbers.find(std::string("CARD_") + row.name);
    ASSERT_NE(found, numbers.end()) << row.name;
    EXPECT_EQ(found->second, row.offset) << row.name;
  }
  EXPECT_EQ(numbers.at("CARD_BASE"), card_register::kBase);
  EXPECT_EQ(numbers.at("CARD_HOST_BUFFER"), model::kHostBuffer);
  EXPECT_EQ(numbers.at("GPU_WINDOW_PAGE"), GpuWindow::kPage);
  EXPECT_EQ(numbers.at("GPU_WINDOW_WRITES"), GpuWindow::kWrites);
  EXPECT_EQ(numbers.at("CARD_TASK_REGISTER"), static_cast<unsigned>(NiosTaskKind::kRegister) + 1);
  EXPECT_EQ(numbers.at("CARD_TASK_TX"), static_cast<unsigned>(NiosTaskKind::kTx) + 1);
  EXPECT_EQ(numbers.at("CARD_TASK_TX_RETIRE"), static_cast<unsigned>(NiosTaskKind::kTxRetire) + 1);
  EXPECT_EQ(numbers.at("CARD_TASK_RX"), static_cast<unsigned>(NiosTaskKind::kRxPacket) + 1);
  EXPECT_EQ(numbers.at("CARD_RX_PAGE_FAULT"), static_cast<unsigned>(RxVerdict::kPageFault));
  EXPECT_EQ(numbers.at("CARD_RX_NO_BUFFER"), static_cast<unsigned>(RxVerdict::kNoBuffer));
  EXPECT_EQ(numbers.at("CARD_EVENT_RECEIVED"), static_cast<unsigned>(EventKind::kReceived));
  EXPECT_EQ(numbers.at("CARD_EVENT_DROPPED"), static_cast<unsigned>(EventKind::kDropped));
  EXPECT_EQ(numbers.at("CARD_EVENT_PAGE_FAULT"), static_cast<unsigned>(EventKind::kPageFault));
  EXPECT_EQ(numbers.at("CARD_TX_WALKED"), card_register::kTxWalked);
  EXPECT_EQ(numbers.at("CARD_BLOCK_SEARCH"), card_register::kSearchBlock);
  EXPECT_EQ(numbers.at("CARD_BLOCK_WALK"), card_register::kWalkBlock);
  EXPECT_EQ(numbers.at("CARD_SEARCH_ADD"), card_register::kSearchAdd);
  EXPECT_EQ(numbers.at("CARD_SEARCH_REMOVE"), card_register::kSearchRemove);
  EXPECT_EQ(numbers.at("CARD_SEARCH_TOUCHES"), card_register::kSearchTouches);
  EXPECT_EQ(numbers.at("CARD_SEARCH_PACKET"), card_register::kSearchPacket);
  EXPECT_EQ(numbers.at("CARD_NO_BUFFER"), card_register::kNoBuffer);
  EXPECT_EQ(numbers.at("CARD_WALK_MAP"), card_register::kWalkMap);
  EXPECT_EQ(numbers.at("CARD_WALK_UNMAP"), card_register::kWalkUnmap);
  EXPECT_EQ(numbers.at("CARD_WALK_FIND"), card_register::kWalkFind);
  EXPECT_EQ(numbers.at("CARD_WALK_MAPPED"), card_register::kWalkMapped);
  EXPECT_EQ(numbers.at("CARD_PANIC_MEMORY"), card_register::kNoMemory);
  EXPECT_EQ(numbers.at("CARD_PANIC_TASK"), card_register::kUnknownTask);
}

TEST(ApenetCardRegisters, EachRegisterOfTheCIsOneOfTheModel) {
  const std::string text =
      test::read_file(std::string(GF_SOURCE_DIR) + "/firmware/card_registers.h");
  const std::regex line("#define CARD_\\w+ 0x[0-9a-f]{3}\\b");
  const auto count = std::distance(std::sregex_iterator(text.begin(), text.end(), line), {});
  EXPECT_EQ(static_cast<std::size_t>(count), std::size(card_register::kRows));
}

/// The registers of a card, driven by the test in place of a program.
class ApenetRegisterAccess : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(GF_FIRMWARE_FOLDER))
      GTEST_SKIP() << "no firmware: no riscv64-unknown-elf-gcc";
    bench.use_model("iss");
    bench.build();
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  tlm::tlm_response_status access(tlm::tlm_command command, std::uint32_t offset,
                                  unsigned bytes = 4) {
    tlm::tlm_generic_payload payload;
    std::uint8_t data[8] = {};
    test::set_access(payload, command, card_register::kBase + offset, data, bytes);
    sc_core::sc_time delay;
    bench.card().soft_core()->core.bus->b_transport(payload, delay);
    return payload.get_response_status();
  }
  test::ApenetBench bench;
};

TEST_F(ApenetRegisterAccess, WhatIsNoRegisterIsAnAddressError) {
  unsigned readable = 0, writable = 0;
  for (std::uint32_t offset = 0; offset < card_register::kBytes + 64; ++offset) {
    readable += access(tlm::TLM_READ_COMMAND, offset) == tlm::TLM_OK_RESPONSE;
    EXPECT_NE(access(tlm::TLM_READ_COMMAND, offset, 2), tlm::TLM_OK_RESPONSE) << offset;
    // Giving up ends the run.
    if (offset == card_register::kPanic) continue;
    writable += access(tlm::TLM_WRITE_COMMAND, offset) == tlm::TLM_OK_RESPONSE;
  }
  // A card without the blocks that look up does not have their registers.
  unsigned read_only = 0, operands = 0;
  for (const card_register::Row& row : card_register::kRows)
    if (row.offset < card_register::kSearchGpu) ++(row.is_written ? operands : read_only);
  EXPECT_EQ(readable, read_only);
  // Without a task in front no command to end one, to write a packet, hand out, or retire is taken.
  EXPECT_EQ(writable, operands - 1 - 8);
}

}  // namespace
}  // namespace gf::hw::apenet::card_registers_test
