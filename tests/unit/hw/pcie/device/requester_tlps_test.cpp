// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/device/read_completer.h
// Holds: tlm_models/memory/no_bytes.h
// Holds: tlm_models/memory/atomic_extension.h
// Atomics over a switch: AtomicOps of 8 B with completions; accesses without bytes.
#include <gmock/gmock.h>

#include "tests/support/base_protocol_checker.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/set_access.h"
#include "tlm_models/memory/no_bytes.h"

namespace gf::hw::pcie::requester_tlps_test {
namespace {

using model::AtomicOp;
using test::stat;

/// Device 0 operates in device 1's memory, which swaps whatever the operation is called.
class PcieAtomics : public testing::Test {
 protected:
  PcieAtomics() : bench_("switch:2"), memory_("memory", 4096) {
    for (unsigned i = 0; i < 4096; ++i) memory_.bytes[i] = static_cast<std::uint8_t>(i * 7);
  }
  void plug() {
    gpu_.out.bind(near_.in);
    near_.out.bind(bench_.gpu(0).requester.socket);
    bench_.gpu(1).memory.socket.bind(far_.in);
    far_.out.bind(memory_.in);
    gpu_.ended = [this](tlm::tlm_generic_payload& payload) {
      status_ = payload.get_response_status();
      payload.clear_extension(&atomic_);
    };
  }
  void run(AtomicOp op, std::uint64_t address, std::uint8_t* data, unsigned bytes) {
    atomic_.op = op;
    gpu_.next = [=, left = 1](tlm::tlm_generic_payload& payload) mutable {
      if (left-- == 0) return false;
      test::set_access(payload, tlm::TLM_WRITE_COMMAND, address, data, bytes);
      payload.set_extension(&atomic_);
      return true;
    };
    sc_core::sc_start();
    bench_.expect_quiescent();
    EXPECT_FALSE(near_.open());
    EXPECT_FALSE(far_.open());
  }
  [[nodiscard]] std::uint64_t window() { return bench_.gpu(1).window().first; }
  [[nodiscard]] double sent(unsigned gpu, const char* what) {
    return stat("gpu" + std::to_string(gpu) + ".egress.tx", what);
  }

  model::AtomicExtension atomic_;
  test::PcieBench bench_;
  test::NvlinkGpu gpu_{"gpu"};
  test::NvlinkMemory memory_;
  test::BaseProtocolChecker near_{"near"};
  test::BaseProtocolChecker far_{"far"};
  tlm::tlm_response_status status_ = tlm::TLM_INCOMPLETE_RESPONSE;
};

TEST_F(PcieAtomics, AreCutAtMultiplesOfTheOperandAndBringBackWhatWasThere) {
  plug();
  const std::vector<std::uint8_t> before(memory_.bytes.begin() + 100, memory_.bytes.begin() + 124);
  std::vector<std::uint8_t> data(24, 0xEE);
  run(AtomicOp::kExchange, window() + 100, data.data(), 24);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(data, before);
  EXPECT_EQ(memory_.atomics, 4u) << "4, 8, 8 and 4 bytes";
  EXPECT_EQ(std::vector<std::uint8_t>(memory_.bytes.begin() + 100, memory_.bytes.begin() + 124),
            std::vector<std::uint8_t>(24, 0xEE));
  EXPECT_EQ(memory_.bytes[99], static_cast<std::uint8_t>(99 * 7));
  EXPECT_EQ(memory_.bytes[124], static_cast<std::uint8_t>(124 * 7));
  EXPECT_EQ(sent(0, "wire_bytes"), 24 + 4 * 20) << "operands and headers";
  EXPECT_EQ(sent(1, "wire_bytes"), 24 + 4 * 20) << "old values and headers";
  EXPECT_EQ(stat("gpu0.requester", "atomics"), 1);
  EXPECT_EQ(stat("gpu0.requester", "writes"), 0);
}

TEST_F(PcieAtomics, HaveOneCompletion) {
  plug();
  std::vector<std::uint8_t> data(8, 1);
  run(AtomicOp::kAdd, window(), data.data(), 8);
  EXPECT_EQ(sent(1, "packets"), 1);
}

TEST_F(PcieAtomics, CompareAndSwapIsOneAtomicOpWhoseCompletionHasHalf) {
  plug();
  std::vector<std::uint8_t> data(16, 1);
  run(AtomicOp::kCompareSwap, window() + 4, data.data(), 16);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(sent(0, "packets"), 1);
  EXPECT_EQ(sent(0, "wire_bytes"), 16 + 20);
  EXPECT_EQ(sent(1, "wire_bytes"), 8 + 20);
}

TEST_F(PcieAtomics, AreNotCutWhereOtherPacketsAre) {
  bench_.each_bridge([](SwitchParams& bridge) { bridge.split_payload = core::Bytes(16); });
  plug();
  std::vector<std::uint8_t> data(32, 1);
  run(AtomicOp::kCompareSwap, window(), data.data(), 32);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(memory_.atomics, 1u);
  EXPECT_EQ(sent(1, "packets"), 1) << "one completion";
}

TEST_F(PcieAtomics, CompareAndSwapAboveThirtyTwoBytesIsRefused) {
  plug();
  std::vector<std::uint8_t> data(33);
  run(AtomicOp::kCompareSwap, window(), data.data(), 33);
  EXPECT_EQ(status_, tlm::TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(sent(0, "packets"), 0);
}

TEST_F(PcieAtomics, LargestOneGoesThroughTheSmallestBuffers) {
  bench_.each_port([](PortParams& port) {
    port.header_credits = 1;
    port.data_credits = 16;
  });
  bench_.endpoint(0).requester.tags = 1;
  plug();
  std::vector<std::uint8_t> data(32, 9);
  run(AtomicOp::kCompareSwap, window(), data.data(), 32);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
}

TEST_F(PcieAtomics, WaitForATagAndUseItAgain) {
  bench_.endpoint(0).requester.tags = 1;
  plug();
  std::vector<std::uint8_t> data(64, 3);
  run(AtomicOp::kAdd, window(), data.data(), 64);
  EXPECT_EQ(memory_.atomics, 8u);
  EXPECT_EQ(status_, tlm::TLM_OK_RESPONSE);
}

TEST_F(PcieAtomics, OfAnAddressThatNobodyClaimsAreAnswered) {
  plug();
  std::vector<std::uint8_t> data(16, 3);
  run(AtomicOp::kAdd, 4096, data.data(), 16);
  EXPECT_EQ(status_, tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(stat("sw.completer", "completions"), 2);
  EXPECT_EQ(stat("gpu0.requester", "errors"), 1);
}

TEST_F(PcieAtomics, AccessesWithoutBytesTakeTheSameTimeAndTouchNothing) {
  plug();
  core::Ticks took[2];
  std::vector<std::uint8_t> real(4096);
  const std::vector<std::uint8_t> before = memory_.bytes;
  for (const bool hollow : {true, false}) {
    const core::Ticks begin = core::now_ticks();
    std::uint8_t* const data = hollow ? model::no_bytes() : real.data();
    gpu_.next = [=, n = 0](tlm::tlm_generic_payload& payload) mutable {
      if (n == 2) return false;
      test::set_access(payload, n++ == 0 ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND,
                       window() + 64, data, 1000);
      return true;
    };
    gpu_.go();
    sc_core::sc_start();
    took[hollow ? 0 : 1] = core::now_ticks() - begin;
    if (!hollow) continue;
    EXPECT_TRUE(memory_.bytes == before) << "written without bytes";
    EXPECT_THAT(std::vector<std::uint8_t>(model::no_bytes(), model::no_bytes() + 4096),
                testing::Each(0));
  }
  EXPECT_EQ(took[0], took[1]);
  EXPECT_FALSE(memory_.bytes == before);
}

}  // namespace
}  // namespace gf::hw::pcie::requester_tlps_test
