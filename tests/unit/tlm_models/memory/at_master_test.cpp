// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/memory/at_master.h"

#include <gmock/gmock.h>
#include <map>
#include <ostream>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>

#include "core/ticks.h"
#include "tests/support/base_protocol_checker.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::model {
namespace {

using sc_core::sc_time;

/// How a target of another vendor may go through the phases.
enum class Style { kFourPhases, kEndReqReturned, kBeginRespReturned, kCompleted, kNoEndReq };

void PrintTo(Style style, std::ostream* out) {
  static const char* const kNames[] = {"FourPhases", "EndReqReturned", "BeginRespReturned",
                                       "Completed", "NoEndReq"};
  *out << kNames[static_cast<int>(style)];
}

/// A target of 64 KiB with nb_transport only: 10 ns to END_REQ, 30 ns more to BEGIN_RESP.
class AtTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<AtTarget> socket{"socket"};

  AtTarget(const sc_core::sc_module_name& name, Style style)
      : sc_module(name), style_(style), later_(this, &AtTarget::due), bytes_(65536) {
    socket.register_nb_transport_fw(this, &AtTarget::nb_transport_fw);
  }

 private:
  const sc_time request_time_{10, sc_core::SC_NS};
  const sc_time access_time_{40, sc_core::SC_NS};

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_time& delay) {
    if (phase == tlm::END_RESP) {
      later_.notify(payload, phase, delay);
      return tlm::TLM_ACCEPTED;
    }
    payload.acquire();
    switch (style_) {
      case Style::kFourPhases:
        later_.notify(payload, tlm::END_REQ, delay + request_time_);
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kNoEndReq:
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        return tlm::TLM_ACCEPTED;
      case Style::kEndReqReturned:
        later_.notify(payload, tlm::BEGIN_RESP, delay + access_time_);
        phase = tlm::END_REQ;
        delay += request_time_;
        return tlm::TLM_UPDATED;
      case Style::kBeginRespReturned:
        access(payload);
        phase = tlm::BEGIN_RESP;
        delay += access_time_;
        return tlm::TLM_UPDATED;
      case Style::kCompleted:
        access(payload);
        payload.release();
        delay += access_time_;
        return tlm::TLM_COMPLETED;
    }
    return tlm::TLM_ACCEPTED;
  }

  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    if (phase == tlm::END_RESP) {
      payload.release();
      responding_ = false;
    } else if (phase == tlm::BEGIN_RESP && responding_) {
      later_.notify(payload, phase, access_time_);  // one response phase at a time
    } else {
      tlm::tlm_phase out = phase;
      sc_time delay;
      if (phase == tlm::BEGIN_RESP) {
        access(payload);
        responding_ = true;
      }
      socket->nb_transport_bw(payload, out, delay);
    }
  }

  void access(tlm::tlm_generic_payload& payload) {
    const std::uint64_t address = payload.get_address();
    if (address + payload.get_data_length() > bytes_.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    const auto place = bytes_.begin() + static_cast<std::ptrdiff_t>(address);
    if (payload.is_write()) {
      std::copy_n(payload.get_data_ptr(), payload.get_data_length(), place);
    } else {
      std::copy_n(place, payload.get_data_length(), payload.get_data_ptr());
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  const Style style_;
  bool responding_ = false;
  tlm_utils::peq_with_cb_and_phase<AtTarget> later_;
  std::vector<std::uint8_t> bytes_;
};

/// A target with b_transport only, 25 ns an access: the socket converts.
class LtTarget final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<LtTarget> socket{"socket"};
  explicit LtTarget(const sc_core::sc_module_name& name) : sc_module(name), bytes_(65536) {
    socket.register_b_transport(this, &LtTarget::b_transport);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_time& delay) {
    delay += sc_time(25, sc_core::SC_NS);
    const auto place = bytes_.begin() + static_cast<std::ptrdiff_t>(payload.get_address());
    if (payload.is_write()) {
      std::copy_n(payload.get_data_ptr(), payload.get_data_length(), place);
    } else {
      std::copy_n(place, payload.get_data_length(), payload.get_data_ptr());
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<std::uint8_t> bytes_;
};

struct Listener final : AtMaster::Listener {
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override {
    order.push_back(key);
    statuses[key] = status;
    at[key] = core::now_ticks();
  }
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
    EXPECT_EQ(listener.order.size(), 128u);
    EXPECT_EQ(listener.statuses.size(), 128u);
    for (const auto& [key, status] : listener.statuses) EXPECT_EQ(status, tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(master.idle());
    EXPECT_EQ(checker.ended(), 128u);
    EXPECT_FALSE(checker.open());
  }
  static std::uint32_t size(const std::vector<std::uint8_t>& bytes) {
    return static_cast<std::uint32_t>(bytes.size());
  }

  Listener listener;
  AtMaster master{"master", listener};
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
  EXPECT_EQ(bench.listener.statuses[5], tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_P(AtMasterStyles, WaitsOutTheTargetsDelay) {
  Bench<AtTarget> bench(GetParam());
  std::uint8_t byte = 0;
  bench.master.issue(tlm::TLM_READ_COMMAND, 0, &byte, 1, 5);
  sc_core::sc_start();
  EXPECT_EQ(core::to_time(bench.listener.at[5]), sc_time(40, sc_core::SC_NS));
}

INSTANTIATE_TEST_SUITE_P(Targets, AtMasterStyles,
                         testing::Values(Style::kFourPhases, Style::kEndReqReturned,
                                         Style::kBeginRespReturned, Style::kCompleted,
                                         Style::kNoEndReq));

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
  Listener listener;
  AtMaster master("master", listener);
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
}  // namespace gf::model
