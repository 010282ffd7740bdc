// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/memory/byte_pages.h tlm_models/memory/payload_pool.h
#include "tlm_models/memory/sparse_memory.h"

#include <deque>
#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "core/base/random.h"
#include "tests/support/set_access.h"
#include "tlm_models/memory/payload_pool.h"

namespace gf::model::sparse_memory_test {
namespace {

using sc_core::sc_time;

/// An initiator that notes when each phase comes and lets the response phase last `hold`. One
/// request phase at a time: the next access begins in the call of END_REQ.
class Initiator final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Initiator> socket{"socket"};
  explicit Initiator(const sc_time& hold = sc_core::SC_ZERO_TIME)
      : sc_module("initiator"), hold_(hold), later_(this, &Initiator::end_response) {
    socket.register_nb_transport_bw(this, &Initiator::nb_transport_bw);
  }

  void begin(std::uint64_t address, std::vector<std::uint8_t>& bytes, tlm::tlm_command command) {
    tlm::tlm_generic_payload& payload = pool_.make();
    fill(payload, address, bytes, command);
    waiting_.push_back(&payload);
    if (waiting_.size() == 1) send();
  }
  static void fill(tlm::tlm_generic_payload& payload, std::uint64_t address,
                   std::vector<std::uint8_t>& bytes, tlm::tlm_command command) {
    test::set_access(payload, command, address, bytes.data(), bytes.size());
    payload.set_byte_enable_ptr(nullptr);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  std::vector<sc_time> requests_ended;
  std::vector<sc_time> responses_begun;

 private:
  void send() {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    socket->nb_transport_fw(*waiting_.front(), phase, delay);
  }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_time&) {
    const sc_time now = sc_core::sc_time_stamp();
    if (phase == tlm::END_REQ) {
      requests_ended.push_back(now);
      waiting_.pop_front();
      if (!waiting_.empty()) send();
    }
    if (phase == tlm::BEGIN_RESP) {
      responses_begun.push_back(now);
      later_.notify(payload, tlm::END_RESP, hold_);
    }
    return tlm::TLM_ACCEPTED;
  }
  void end_response(tlm::tlm_generic_payload& payload, const tlm::tlm_phase&) {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_time delay;
    socket->nb_transport_fw(payload, phase, delay);
    payload.release();
  }

  const sc_time hold_;
  PayloadPool pool_;
  std::deque<tlm::tlm_generic_payload*> waiting_;  ///< Front: in its request phase.
  tlm_utils::peq_with_cb_and_phase<Initiator> later_;
};

SparseMemoryParams small() {
  SparseMemoryParams params;
  params.size = core::Bytes(1 << 20);
  params.rate = core::ByteRate(1e9);  // 1 ns a byte
  params.latency = sc_time(50, sc_core::SC_NS);
  return params;
}

class SparseMemoryTest : public testing::Test {
 protected:
  SparseMemory memory_{"memory", small()};

  tlm::tlm_response_status blocking(tlm::tlm_command command, std::uint64_t address,
                                    std::vector<std::uint8_t>& bytes, sc_time& delay) {
    tlm::tlm_generic_payload payload;
    Initiator::fill(payload, address, bytes, command);
    initiator_->socket->b_transport(payload, delay);
    return payload.get_response_status();
  }
  void bind(const sc_time& hold = sc_core::SC_ZERO_TIME) {
    initiator_ = std::make_unique<Initiator>(hold);
    initiator_->socket.bind(memory_.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  std::unique_ptr<Initiator> initiator_;
};

TEST_F(SparseMemoryTest, UntouchedBytesAreZero) {
  bind();
  std::vector<std::uint8_t> bytes(100, 0xFF);
  memory_.read(65500, bytes.data(), bytes.size());
  EXPECT_THAT(bytes, testing::Each(0));
}

TEST_F(SparseMemoryTest, RandomWritesAgreeWithAFlatArray) {
  bind();
  core::RandomStream random(1, "sparse");
  std::vector<std::uint8_t> flat(1 << 20);
  for (int i = 0; i < 500; ++i) {
    std::vector<std::uint8_t> bytes(1 + random.below(200000));
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    const std::uint64_t address = random.below(flat.size() - bytes.size() + 1);
    memory_.write(address, bytes.data(), bytes.size());
    std::copy(bytes.begin(), bytes.end(), flat.begin() + static_cast<std::ptrdiff_t>(address));
  }
  std::vector<std::uint8_t> found(flat.size());
  memory_.read(0, found.data(), found.size());
  EXPECT_TRUE(found == flat);
}

TEST_F(SparseMemoryTest, LastByteIsInsideAndTheNextIsNot) {
  bind();
  std::vector<std::uint8_t> bytes(16);
  sc_time delay;
  const std::uint64_t size = 1 << 20;
  EXPECT_EQ(blocking(tlm::TLM_WRITE_COMMAND, size - 16, bytes, delay), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(blocking(tlm::TLM_WRITE_COMMAND, size - 15, bytes, delay),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(blocking(tlm::TLM_READ_COMMAND, ~0ull - 3, bytes, delay),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

TEST_F(SparseMemoryTest, ByteEnablesAndStreamingAreRefused) {
  bind();
  std::vector<std::uint8_t> bytes(16, 1);
  tlm::tlm_generic_payload payload;
  sc_time delay;
  Initiator::fill(payload, 0, bytes, tlm::TLM_WRITE_COMMAND);
  std::uint8_t enable = 0xFF;
  payload.set_byte_enable_ptr(&enable);
  payload.set_byte_enable_length(1);
  initiator_->socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  Initiator::fill(payload, 0, bytes, tlm::TLM_WRITE_COMMAND);
  payload.set_streaming_width(4);
  initiator_->socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
  memory_.read(0, bytes.data(), bytes.size());
  EXPECT_THAT(bytes, testing::Each(0)) << "a refused write must not write";
}

TEST_F(SparseMemoryTest, BlockingAccessesShareTheBus) {
  bind();
  std::vector<std::uint8_t> bytes(100);
  sc_time first;
  sc_time second;
  blocking(tlm::TLM_WRITE_COMMAND, 0, bytes, first);
  blocking(tlm::TLM_READ_COMMAND, 0, bytes, second);
  EXPECT_EQ(first, sc_time(150, sc_core::SC_NS));
  EXPECT_EQ(second, sc_time(250, sc_core::SC_NS));
  sc_time later(1, sc_core::SC_US);  // an initiator that has run ahead of the others
  blocking(tlm::TLM_READ_COMMAND, 0, bytes, later);
  EXPECT_EQ(later, sc_time(1150, sc_core::SC_NS));
}

TEST_F(SparseMemoryTest, PhasesComeWhenRateAndLatencySay) {
  bind();
  std::vector<std::uint8_t> bytes(100);
  initiator_->begin(0, bytes, tlm::TLM_WRITE_COMMAND);
  initiator_->begin(200, bytes, tlm::TLM_WRITE_COMMAND);
  sc_core::sc_start();
  const auto ns = [](double n) { return sc_time(n, sc_core::SC_NS); };
  EXPECT_THAT(initiator_->requests_ended, testing::ElementsAre(ns(100), ns(200)));
  EXPECT_THAT(initiator_->responses_begun, testing::ElementsAre(ns(150), ns(250)));
}

TEST_F(SparseMemoryTest, OneResponsePhaseAtATime) {
  bind(sc_time(1, sc_core::SC_US));
  std::vector<std::uint8_t> bytes(100);
  initiator_->begin(0, bytes, tlm::TLM_READ_COMMAND);
  initiator_->begin(200, bytes, tlm::TLM_READ_COMMAND);
  sc_core::sc_start();
  EXPECT_THAT(initiator_->responses_begun,
              testing::ElementsAre(sc_time(150, sc_core::SC_NS), sc_time(1150, sc_core::SC_NS)));
}

TEST_F(SparseMemoryTest, DebugAccessTakesNoTimeAndReturnsItsSize) {
  bind();
  std::vector<std::uint8_t> bytes(300, 7);
  tlm::tlm_generic_payload payload;
  Initiator::fill(payload, 65400, bytes, tlm::TLM_WRITE_COMMAND);
  EXPECT_EQ(initiator_->socket->transport_dbg(payload), 300u);
  Initiator::fill(payload, 1 << 20, bytes, tlm::TLM_READ_COMMAND);
  EXPECT_EQ(initiator_->socket->transport_dbg(payload), 0u);
  std::uint8_t byte = 0;
  memory_.read(65699, &byte, 1);
  EXPECT_EQ(byte, 7);
}

TEST(PayloadPool, PayloadsComeBackAndAreUsedAgain) {
  PayloadPool pool;
  tlm::tlm_generic_payload* first = &pool.make();
  EXPECT_EQ(first->get_ref_count(), 1);
  EXPECT_EQ(pool.in_use(), 1u);
  first->release();
  EXPECT_EQ(pool.in_use(), 0u);
  EXPECT_EQ(&pool.make(), first);
}

}  // namespace
}  // namespace gf::model::sparse_memory_test
