// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/memory/at_target.h
// Holds: tlm_models/memory/sparse_memory.h
// Holds: hw/nvlink/end/nvlink_requester.h
// Every target of the TLM-2.0 base protocol under initiators that know nothing but the standard:
// all ways of ending a response, delays, requests back to back, phases of their own; what targets
// refuse; b_transport, debug transport and DMI. The rules are checked on the way.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "hw/pcie/device/endpoint.h"
#include "tests/support/at_initiator.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/gpu_memory_bench.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/nvlink_bench.h"
#include "tests/support/set_access.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::at_target_contract_test {
namespace {

using test::AtInitiator;
using Bytes = std::vector<std::uint8_t>;
using Payload = tlm::tlm_generic_payload;
using Answer = AtInitiator::Answer;
using Style = AtInitiator::Style;

constexpr std::uint64_t kBytes = 1 << 16;  ///< Of the memory behind each target.

/// A target with real bytes behind it.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual void bind(tlm::tlm_initiator_socket<>& initiator) = 0;
  [[nodiscard]] virtual std::uint64_t base() const { return 0; }
  [[nodiscard]] virtual bool takes_enables() const { return false; }  ///< In writes.
};

model::SparseMemoryParams small() {
  model::SparseMemoryParams params;
  params.size = core::Bytes(kBytes);
  return params;
}

class Sparse final : public Subject {
  model::SparseMemory memory_{"memory", small()};

 public:
  void bind(tlm::tlm_initiator_socket<>& initiator) override { initiator.bind(memory_.socket); }
};

/// The requester of an endpoint; the memory is behind another one.
class Pcie final : public Subject {
  static hw::pcie::EndpointParams params() {
    hw::pcie::EndpointParams params;
    params.requester.tags = 3;
    return params;
  }
  static hw::pcie::AddressWindow window(std::uint64_t first) { return {first, first + kBytes - 1}; }

  model::SparseMemory memory_{"memory", small()};
  hw::pcie::TlpPool pool_;
  hw::pcie::Endpoint near_{"near", params(), 1, pool_};
  hw::pcie::Endpoint far_{"far", params(), 1, pool_};

 public:
  Pcie() {
    near_.configure(0x100, window(1ull << 40));
    far_.configure(0x200, window(2ull << 40));
    near_.egress.tx.connect(far_.rx);
    far_.egress.tx.connect(near_.rx);
    far_.memory.socket.bind(memory_.socket);
  }
  void bind(tlm::tlm_initiator_socket<>& initiator) override {
    initiator.bind(near_.requester.socket);
  }
  [[nodiscard]] std::uint64_t base() const override { return 2ull << 40; }
};

/// A port of NVLink with little room, so that it holds END_REQ back.
class Nvlink final : public Subject {
  static hw::nvlink::NvlinkPortParams port() {
    hw::nvlink::NvlinkPortParams params;
    params.outstanding = 3;
    params.request_queue = 2;
    return params;
  }
  static hw::nvlink::NvlinkParams link() {
    hw::nvlink::NvlinkParams params;
    params.policy = "static";
    return params;
  }
  hw::nvlink::NvlinkPool pool_;
  hw::nvlink::NvlinkPort near_{"near", port(), link(), 1, 0, 1, pool_};
  hw::nvlink::NvlinkPort far_{"far", port(), link(), 1, 1, 1, pool_};
  test::NvlinkMemory memory_{"memory", kBytes};

 public:
  Nvlink() {
    connect(near_.link(), far_.link());
    near_.route(1, 0);
    far_.to_memory.bind(memory_.in);
  }
  void bind(tlm::tlm_initiator_socket<>& initiator) override { initiator.bind(near_.from_gpu); }
  [[nodiscard]] std::uint64_t base() const override { return test::at_gpu(1, 0); }
  [[nodiscard]] bool takes_enables() const override { return true; }
};

/// A GPU's memory; the test's addresses are the last of it.
class Peers final : public Subject {
  static hw::gpu::MemoryParams params() {
    hw::gpu::MemoryParams params;
    params.real_bytes = true;
    return params;
  }
  test::GpuMemoryBench bench_{params()};

 public:
  void bind(tlm::tlm_initiator_socket<>& initiator) override {
    initiator.bind(bench_.memories[0]->from_peers);
  }
  [[nodiscard]] std::uint64_t base() const override {
    return bench_.memories[0]->capacity() - kBytes;
  }
};

struct Maker {
  const char* name;
  std::unique_ptr<Subject> (*make)();
};
void PrintTo(const Maker& maker, std::ostream* out) { *out << maker.name; }
template <class T>
std::unique_ptr<Subject> make() {
  return std::make_unique<T>();
}
const Maker kSubjects[] = {{"SparseMemory", make<Sparse>},
                           {"PcieRequester", make<Pcie>},
                           {"NvlinkRequester", make<Nvlink>},
                           {"PeerServer", make<Peers>}};

Style style(Answer answer, unsigned request_ns, unsigned response_ns, bool eager = false) {
  Style style = answer;
  style.request_delay = sc_core::sc_time(request_ns, sc_core::SC_NS);
  style.response_delay = sc_core::sc_time(response_ns, sc_core::SC_NS);
  style.eager = eager;
  style.own_phase = eager;
  return style;
}

Bytes random_bytes(core::RandomStream& random, std::uint64_t size) {
  Bytes bytes(size);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  return bytes;
}

class AtTargets : public testing::TestWithParam<std::tuple<Maker, Style>> {
 protected:
  AtTargets() {
    initiator_.socket.bind(checker_.in);
    subject_->bind(checker_.out);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void run(unsigned transactions) {
    sc_core::sc_start();
    EXPECT_TRUE(initiator_.idle());
    EXPECT_EQ(checker_.ended(), transactions);
    EXPECT_FALSE(checker_.open());
  }
  std::unique_ptr<Subject> subject_ = std::get<0>(GetParam()).make();
  AtInitiator initiator_{"initiator", std::get<1>(GetParam())};
  test::BaseProtocolChecker checker_{"checker"};
};

TEST_P(AtTargets, MoveBytesWithinTheProtocol) {
  core::RandomStream random(1, "bytes");
  std::vector<const AtInitiator::Access*> writes;
  std::vector<const AtInitiator::Access*> reads;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const std::uint64_t size = 1 + random.below(1000);
    writes.push_back(&initiator_.issue(tlm::TLM_WRITE_COMMAND, subject_->base() + 1024 * i,
                                       random_bytes(random, size)));
  }
  run(60);
  for (const auto* write : writes) {
    reads.push_back(
        &initiator_.issue(tlm::TLM_READ_COMMAND, write->address, Bytes(write->bytes.size())));
  }
  run(120);
  for (std::size_t i = 0; i < reads.size(); ++i) {
    EXPECT_EQ(writes[i]->status, tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(reads[i]->status, tlm::TLM_OK_RESPONSE);
    EXPECT_TRUE(reads[i]->bytes == writes[i]->bytes) << i;
  }
}

TEST_P(AtTargets, ReadsAndWritesTakeTurns) {
  std::vector<const AtInitiator::Access*> all;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto command = i % 2 == 0 ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND;
    all.push_back(&initiator_.issue(command, subject_->base() + 512 * i, Bytes(1 + 11 * i)));
  }
  run(40);
  for (const auto* one : all) {
    EXPECT_EQ(one->status, tlm::TLM_OK_RESPONSE);
    EXPECT_GE(one->response_began, one->request_ended);
  }
}

TEST_P(AtTargets, RefuseWithTheRightStatusAmongGoodAccesses) {
  static std::uint8_t enables[16] = {};
  const auto with_enables = [](Payload& payload) {
    payload.set_byte_enable_ptr(enables);
    payload.set_byte_enable_length(16);
  };
  const auto streaming = [](Payload& payload) { payload.set_streaming_width(4); };
  const std::uint64_t base = subject_->base();
  const auto read = tlm::TLM_READ_COMMAND;
  const auto write = tlm::TLM_WRITE_COMMAND;
  std::vector<const AtInitiator::Access*> good;
  for (int round = 0; round < 3; ++round) {
    good.push_back(&initiator_.issue(write, base + 16, Bytes(16, 7)));
    const auto& enabled_read = initiator_.issue(read, base, Bytes(16), with_enables);
    const auto& enabled = initiator_.issue(write, base + 32, Bytes(16, 9), with_enables);
    const auto& streamed = initiator_.issue(write, base + 32, Bytes(16, 9), streaming);
    good.push_back(&initiator_.issue(read, base + 16, Bytes(16)));
    const auto& empty = initiator_.issue(read, base, {});
    const auto& beyond = initiator_.issue(write, base + kBytes - 8, Bytes(16));
    good.push_back(&initiator_.issue(read, base + 32, Bytes(16)));
    run(8 * (static_cast<unsigned>(round) + 1));
    EXPECT_EQ(enabled_read.status, tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(enabled.status, subject_->takes_enables() ? tlm::TLM_OK_RESPONSE
                                                        : tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    EXPECT_EQ(streamed.status, tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(empty.status, tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(beyond.status, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    for (const auto* one : good) EXPECT_EQ(one->status, tlm::TLM_OK_RESPONSE);
    EXPECT_THAT(good[good.size() - 2]->bytes, testing::Each(7));
    EXPECT_THAT(good.back()->bytes, testing::Each(0)) << "what is refused must not write";
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, AtTargets,
    testing::Combine(testing::ValuesIn(kSubjects),
                     testing::Values(style(Answer::kLater, 0, 0),
                                     style(Answer::kEndRespReturned, 0, 0),
                                     style(Answer::kCompleted, 0, 0),
                                     style(Answer::kEndRespInTheCall, 0, 0),
                                     style(Answer::kLater, 0, 0, true),
                                     style(Answer::kEndRespInTheCall, 0, 0, true),
                                     style(Answer::kCompleted, 7, 0), style(Answer::kLater, 7, 300),
                                     style(Answer::kEndRespReturned, 0, 300),
                                     style(Answer::kEndRespInTheCall, 3, 300),
                                     style(Answer::kCompleted, 0, 300, true))));

class BlockingTargets : public testing::TestWithParam<Maker> {};

TEST_P(BlockingTargets, MoveBytesAndRefuse) {
  const std::unique_ptr<Subject> subject = GetParam().make();
  const std::uint64_t base = subject->base();
  test::LtInitiator initiator("initiator", [&](test::LtInitiator& self) {
    core::RandomStream random(2, "bytes");
    for (int i = 0; i < 20; ++i) {
      const Bytes sent = random_bytes(random, 1 + random.below(3000));
      const std::uint64_t at = base + random.below(kBytes - sent.size());
      ASSERT_EQ(self.write(at, sent), tlm::TLM_OK_RESPONSE);
      Bytes found(sent.size());
      ASSERT_EQ(self.read(at, found), tlm::TLM_OK_RESPONSE);
      ASSERT_EQ(found, sent);
    }
    Bytes none;
    EXPECT_EQ(self.read(base, none), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(self.write(base + kBytes - 1, Bytes(2)), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  });
  subject->bind(initiator.socket);
  sc_core::sc_start();
  EXPECT_TRUE(initiator.done);
}

TEST_P(BlockingTargets, AnswerDebugTransportAtOnceAndRefuseDmi) {
  const std::unique_ptr<Subject> subject = GetParam().make();
  AtInitiator initiator("initiator");
  subject->bind(initiator.socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  Bytes bytes(700, 5);
  Payload payload;
  test::set_access(payload, tlm::TLM_WRITE_COMMAND, subject->base() + 100, bytes.data(), 700);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 700u);
  std::fill(bytes.begin(), bytes.end(), std::uint8_t{0});
  payload.set_command(tlm::TLM_READ_COMMAND);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 700u);
  EXPECT_THAT(bytes, testing::Each(5));
  EXPECT_EQ(payload.get_address(), subject->base() + 100);
  payload.set_address(subject->base() + kBytes - 1);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 0u);
  tlm::tlm_dmi dmi;
  payload.set_address(subject->base());
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(payload, dmi));
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

INSTANTIATE_TEST_SUITE_P(All, BlockingTargets, testing::ValuesIn(kSubjects));

}  // namespace
}  // namespace gf::at_target_contract_test
