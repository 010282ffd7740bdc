// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_master.h"

#include <gmock/gmock.h>
#include <map>

#include "core/base/ticks.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::model::at_master_test {
namespace {

using sc_core::sc_time;
using test::AtTarget;
using test::LtTarget;
using AtTargetBase = model::AtTarget;
using Style = test::AtTarget::Style;

struct Client final : AtMaster::Client {
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override {
    order.push_back(key);
    statuses[key] = status;
    at[key] = core::now_ticks();
  }
  void request_ended(std::uint64_t key) override { requests.push_back(key); }
  std::vector<std::uint64_t> requests;  ///< Whose end came behind issue().
  std::vector<std::uint64_t> order;
  std::map<std::uint64_t, tlm::tlm_response_status> statuses;
  std::map<std::uint64_t, core::Ticks> at;
};

/// A master, the rules of the protocol, and a target.
template <class Target>
struct Bench {
  template <class... Args>
  explicit Bench(Args... args) : target("target", args...) {
    master.socket.bind(checker.in);
    checker.out.bind(target.socket);
  }

  /// Writes 64 accesses of mixed sizes, reads them back and compares.
  void write_and_read_back() {
    std::vector<std::vector<std::uint8_t>> written(64);
    std::vector<std::vector<std::uint8_t>> read(64);
    for (unsigned i = 0; i < 64; ++i) {
      written[i].resize(1 + 15 * i, static_cast<std::uint8_t>(i + 1));
      read[i].resize(written[i].size());
      master.issue(tlm::TLM_WRITE_COMMAND, 1024 * i, written[i].data(), size(written[i]), i);
    }
    sc_core::sc_start();
    for (unsigned i = 0; i < 64; ++i) {
      master.issue(tlm::TLM_READ_COMMAND, 1024 * i, read[i].data(), size(read[i]), 100 + i);
    }
    sc_core::sc_start();
    EXPECT_EQ(read, written);
    EXPECT_EQ(client.order.size(), 128u);
    EXPECT_EQ(client.statuses.size(), 128u);
    for (const auto& [key, status] : client.statuses) EXPECT_EQ(status, tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(master.idle());
    EXPECT_EQ(checker.ended(), 128u);
    EXPECT_FALSE(checker.open());
  }
  static std::uint32_t size(const std::vector<std::uint8_t>& bytes) {
    return static_cast<std::uint32_t>(bytes.size());
  }

  Client client;
  AtMaster master{"master", client};
  test::BaseProtocolChecker checker{"checker"};
  Target target;
};

class AtMasterStyles : public testing::TestWithParam<Style> {};

TEST_P(AtMasterStyles, MovesBytesWithinTheProtocol) {
  Bench<AtTarget>(GetParam()).write_and_read_back();
}

TEST_P(AtMasterStyles, PassesTheTargetsErrorOn) {
  Bench<AtTarget> bench(GetParam());
  std::uint8_t byte = 0;
  bench.master.issue(tlm::TLM_READ_COMMAND, 1 << 20, &byte, 1, 5);
  sc_core::sc_start();
  EXPECT_EQ(bench.client.statuses[5], tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_P(AtMasterStyles, WaitsOutTheTargetsDelay) {
  Bench<AtTarget> bench(GetParam());
  std::uint8_t byte = 0;
  bench.master.issue(tlm::TLM_READ_COMMAND, 0, &byte, 1, 5);
  sc_core::sc_start();
  EXPECT_EQ(core::to_time(bench.client.at[5]), sc_time(40, sc_core::SC_NS));
}

INSTANTIATE_TEST_SUITE_P(Targets, AtMasterStyles,
                         testing::Values(Style::kFourPhases, Style::kEndReqReturned,
                                         Style::kBeginRespReturned, Style::kCompleted,
                                         Style::kNoEndReq, Style::kAnnotated));

TEST_P(AtMasterStyles, TellsOfEachRequestThatTheTargetHasTaken) {
  Bench<AtTarget> bench(GetParam());
  std::uint8_t byte = 0;
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_FALSE(bench.master.issue(tlm::TLM_READ_COMMAND, 0, &byte, 1, i)) << "10 ns at least";
    EXPECT_TRUE(bench.master.requesting());
  }
  sc_core::sc_start();
  EXPECT_THAT(bench.client.requests, testing::ElementsAre(0, 1, 2));
  EXPECT_FALSE(bench.master.requesting());
}

TEST(AtMaster, TargetThatSendsPhasesInTheCallOfBeginReq) {
  Bench<AtTarget>(Style::kInTheCall).write_and_read_back();
}

/// Ends each request phase on the return path, without delay; remembers byte enables.
class Quick final : public AtTargetBase {
 public:
  explicit Quick(const char* name) : AtTargetBase(name) {}
  std::vector<std::uint8_t> enables;

 private:
  [[nodiscard]] tlm::tlm_response_status refuse(const tlm::tlm_generic_payload&,
                                                const AtomicExtension*) const override {
    return tlm::TLM_OK_RESPONSE;
  }
  bool access(Key key) override {
    const tlm::tlm_generic_payload& payload = *transaction(key).payload;
    const std::uint8_t* const from = payload.get_byte_enable_ptr();
    if (from != nullptr) enables.assign(from, from + payload.get_byte_enable_length());
    respond(key, tlm::TLM_OK_RESPONSE);
    return true;
  }
  unsigned debug(tlm::tlm_generic_payload&) override { return 0; }
};

TEST(AtMaster, RequestThatEndsInTheCallIsReportedByIssue) {
  Bench<Quick> bench;
  std::uint8_t bytes[3] = {};
  std::uint8_t enables[3] = {0xFF, 0, 0xFF};
  EXPECT_TRUE(bench.master.issue(tlm::TLM_WRITE_COMMAND, 0, bytes, 3, 1, enables));
  EXPECT_TRUE(bench.master.issue(tlm::TLM_WRITE_COMMAND, 0, bytes, 3, 2));
  EXPECT_FALSE(bench.master.requesting());
  EXPECT_TRUE(bench.client.order.empty());
  sc_core::sc_start();
  EXPECT_THAT(bench.client.order, testing::ElementsAre(1, 2));
  EXPECT_TRUE(bench.client.requests.empty());
  EXPECT_THAT(bench.target.enables, testing::ElementsAre(0xFF, 0, 0xFF));
}

TEST(AtMaster, AtomicThatIsUnderWayAtTheEndIsFreedWithItsPayload) {
  Bench<AtTarget> bench(Style::kSilent);
  AtomicExtension atomic;
  std::uint8_t bytes[4] = {};
  bench.master.issue(atomic, 0, bytes, 4, 1);
  sc_core::sc_start();
  EXPECT_FALSE(bench.master.idle());
}

TEST(AtMaster, LooselyTimedTarget) { Bench<LtTarget>().write_and_read_back(); }

TEST(AtMaster, SparseMemoryTarget) {
  Bench<SparseMemory>(SparseMemoryParams{}).write_and_read_back();
}

TEST(AtMaster, ResponseToOneAccessDoesNotEndTheRequestOfAnother) {
  // 1 us to take a request, responses 10 ns later: they come while the next request is open.
  SparseMemoryParams params;
  params.rate = core::ByteRate(1e9);
  params.latency = sc_time(10, sc_core::SC_NS);
  Bench<SparseMemory> bench(params);
  std::vector<std::uint8_t> bytes(1000);
  for (unsigned i = 0; i < 8; ++i) {
    bench.master.issue(tlm::TLM_WRITE_COMMAND, 0, bytes.data(), 1000, i);
  }
  sc_core::sc_start();
  EXPECT_EQ(bench.checker.ended(), 8u);
}

TEST(AtMaster, UnboundItMovesNothing) {
  Client client;
  AtMaster master("master", client);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t byte = 0;
  EXPECT_FALSE(master.bound());
  EXPECT_EQ(master.debug(tlm::TLM_READ_COMMAND, 0, &byte, 1), 0u);
}

TEST(AtMaster, DebugAccessTakesNoTime) {
  Bench<SparseMemory> bench(SparseMemoryParams{});
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  std::uint8_t out = 0x5A;
  std::uint8_t in = 0;
  EXPECT_TRUE(bench.master.bound());
  EXPECT_EQ(bench.master.debug(tlm::TLM_WRITE_COMMAND, 77, &out, 1), 1u);
  EXPECT_EQ(bench.master.debug(tlm::TLM_READ_COMMAND, 77, &in, 1), 1u);
  EXPECT_EQ(in, 0x5A);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

}  // namespace
}  // namespace gf::model::at_master_test
