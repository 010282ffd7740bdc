// SPDX-License-Identifier: Apache-2.0
// Initiators and targets that know nothing but TLM-2.0, on the endpoints of T2: real bytes both
// ways, compared; errors come back as responses; the base protocol is kept on both sides.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/pcie_bench.h"
#include "tests/support/plug_in_bench.h"
#include "tests/support/set_access.h"

namespace gf::device_port_test {
namespace {

using namespace plug_in_bench;  // NOLINT: what these tests share
using test::AtInitiator;
using test::LtInitiator;

std::vector<std::uint8_t> random_bytes(core::RandomStream& random, std::uint64_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

/// 1 B ... 64 KiB, small ones as often as large ones; never a round number only.
std::uint64_t random_size(core::RandomStream& random) {
  return 1 + random.below(1ull << random.below(17));
}

/// Writes, reads back and compares in a region of its own of every other GPU's memory.
void exercise(LtInitiator& self, unsigned gpu, const std::vector<std::uint64_t>& bases) {
  core::RandomStream random(1, "lt_" + std::to_string(gpu));
  for (int round = 0; round < 30; ++round) {
    const auto target = static_cast<unsigned>((gpu + 1 + random.below(7)) % 8);
    const std::uint64_t size = random_size(random);
    const std::uint64_t region = kMemory / 8;
    const std::uint64_t address = bases[target] + gpu * region + random.below(region - size + 1);
    const std::vector<std::uint8_t> sent = random_bytes(random, size);
    ASSERT_EQ(self.write(address, sent), tlm::TLM_OK_RESPONSE);
    std::vector<std::uint8_t> found(size);
    ASSERT_EQ(self.read(address, found), tlm::TLM_OK_RESPONSE);
    ASSERT_TRUE(found == sent) << size << " B to GPU " << target;
  }
}

TEST_F(PlugIn, LooselyTimedInitiatorsMoveRealBytesBothWays) {
  std::vector<std::uint64_t> bases;
  for (unsigned gpu = 0; gpu < 8; ++gpu) bases.push_back(base(gpu));
  std::vector<std::unique_ptr<LtInitiator>> hosts;
  for (unsigned gpu = 0; gpu < 8; ++gpu) {
    hosts.push_back(std::make_unique<LtInitiator>(
        ("host_" + std::to_string(gpu)).c_str(),
        [&bases, gpu](LtInitiator& self) { exercise(self, gpu, bases); }));
    plug(*hosts.back(), gpu);
  }
  run_to_the_end();
  for (const auto& host : hosts) EXPECT_TRUE(host->done);
}

class AtPlugIn : public PlugIn, public testing::WithParamInterface<AtInitiator::Answer> {};

TEST_P(AtPlugIn, ApproximatelyTimedInitiatorsMoveRealBytesBothWays) {
  // Each of three initiators has 40 writes outstanding, then reads all of them back.
  struct Run {
    std::unique_ptr<AtInitiator> initiator;
    std::vector<AtInitiator::Access*> writes;
    std::vector<AtInitiator::Access*> reads;
  };
  core::RandomStream random(2, "at");
  std::vector<Run> runs(3);
  const unsigned gpus[] = {0, 3, 6};
  for (unsigned i = 0; i < 3; ++i) {
    Run& run = runs[i];
    run.initiator = std::make_unique<AtInitiator>(("at_" + std::to_string(i)).c_str(), GetParam());
    plug(*run.initiator, gpus[i]);
  }
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  for (unsigned i = 0; i < 3; ++i) {
    std::uint64_t used[8] = {};
    for (int n = 0; n < 40; ++n) {
      const auto target = static_cast<unsigned>((gpus[i] + 1 + random.below(7)) % 8);
      const std::uint64_t size = 1 + random.below(8000);
      runs[i].writes.push_back(&runs[i].initiator->issue(
          tlm::TLM_WRITE_COMMAND, base(target) + i * (kMemory / 3) + used[target],
          random_bytes(random, size)));
      used[target] += size;
    }
  }
  sc_core::sc_start();
  for (Run& run : runs) {
    for (const AtInitiator::Access* write : run.writes) {
      EXPECT_EQ(write->status, tlm::TLM_OK_RESPONSE);
      run.reads.push_back(&run.initiator->issue(tlm::TLM_READ_COMMAND, write->address,
                                                std::vector<std::uint8_t>(write->bytes.size())));
    }
  }
  run_to_the_end();
  for (const Run& run : runs) {
    EXPECT_TRUE(run.initiator->idle());
    for (std::size_t n = 0; n < run.reads.size(); ++n) {
      EXPECT_EQ(run.reads[n]->status, tlm::TLM_OK_RESPONSE);
      EXPECT_TRUE(run.reads[n]->bytes == run.writes[n]->bytes) << "access " << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Answers, AtPlugIn,
                         testing::Values(AtInitiator::Answer::kLater,
                                         AtInitiator::Answer::kEndRespReturned,
                                         AtInitiator::Answer::kCompleted));

TEST_F(PlugIn, DebugTransportReachesEveryMemoryAndTakesNoTime) {
  AtInitiator initiator("debugger");
  plug(initiator, 0);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  core::RandomStream random(3, "debug");
  const auto debug = [&](tlm::tlm_command command, std::uint64_t address,
                         std::vector<std::uint8_t>& bytes) {
    tlm::tlm_generic_payload payload;
    test::set_access(payload, command, address, bytes.data(), bytes.size());
    const unsigned moved = initiator.socket->transport_dbg(payload);
    EXPECT_EQ(payload.get_address(), address) << "the address is the caller's";
    return moved;
  };
  for (unsigned gpu = 1; gpu < 8; ++gpu) {
    std::vector<std::uint8_t> sent = random_bytes(random, 10000);
    std::vector<std::uint8_t> found(sent.size());
    EXPECT_EQ(debug(tlm::TLM_WRITE_COMMAND, base(gpu) + 77, sent), sent.size());
    EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, base(gpu) + 77, found), found.size());
    EXPECT_TRUE(found == sent) << gpu;
    EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, base(gpu) + kMemory, found), 0u);
  }
  std::vector<std::uint8_t> bytes(4);
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, kUnmapped, bytes), 0u);
  EXPECT_EQ(debug(tlm::TLM_READ_COMMAND, base(0), bytes), 0u) << "its own window";
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST_F(PlugIn, InitiatorHearsOfItsPostedWritesThoughHardwareWouldNot) {
  // PCIE-3: a posted write has no completion; the model itself answers the initiator, after the
  // memory has taken the bytes and without a TLP on the way back.
  LtInitiator host("host", [this](LtInitiator& self) {
    EXPECT_EQ(self.write(base(6), std::vector<std::uint8_t>(64)), tlm::TLM_OK_RESPONSE);
  });
  plug(host, 0);
  run_to_the_end();
  EXPECT_EQ(test::stat("gpu0", "tlps"), 0) << "nothing came back";
  EXPECT_EQ(test::stat("gpu6", "tlps"), 1);
}

}  // namespace
}  // namespace gf::device_port_test
