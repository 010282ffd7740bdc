// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/memory/at_master.h
// Holds: tlm_models/memory/payload_pool.h
// Holds: workloads/traffic/store_stream.h
// Every initiator of the TLM-2.0 base protocol above targets that know nothing but the standard, in
// all the ways in which they may go through the phases. The rules are checked on the way.
#include <gmock/gmock.h>

#include "hw/nvlink/end/nvlink_port.h"
#include "hw/pcie/device/endpoint.h"
#include "tests/support/base_protocol_checker.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/gpu_memory_bench.h"
#include "workloads/traffic/store_stream.h"

namespace gf::at_initiator_contract_test {
namespace {

using TargetStyle = test::AtTarget::Style;
using Target = tlm::tlm_base_target_socket_b<32>;

constexpr unsigned kAccesses = 60;
constexpr std::uint64_t kBytes = 1 << 16;

/// An initiator, and what makes it send kAccesses accesses to addresses from 0 on.
class Subject {
 public:
  virtual ~Subject() = default;
  virtual void bind(Target& target) = 0;
  virtual void begin() {}
  [[nodiscard]] virtual bool done() const = 0;
};

model::StoreStreamParams stores() {
  model::StoreStreamParams params;
  params.bytes = core::Bytes(48);
  params.stores = kAccesses;
  return params;
}

class Stream final : public Subject {
  model::StoreStream stream_{"stream", stores(), 0};

 public:
  void bind(Target& target) override { stream_.socket.bind(target); }
  [[nodiscard]] bool done() const override { return stream_.idle() && stream_.errors() == 0; }
};

/// The completer of a port; a stream comes by the link.
class Nvlink final : public Subject {
  static hw::nvlink::NvlinkParams link() {
    hw::nvlink::NvlinkParams params;
    params.policy = "static";
    return params;
  }
  hw::nvlink::NvlinkPool pool_;
  hw::nvlink::NvlinkPort near_{"near", {}, link(), 1, 0, 1, pool_};
  hw::nvlink::NvlinkPort far_{"far", {}, link(), 1, 1, 1, pool_};
  model::StoreStream stream_{"stream", stores(), 1ull << hw::nvlink::kGpuShift};

 public:
  Nvlink() {
    connect(near_.link(), far_.link());
    near_.route(1, 0);
    stream_.socket.bind(near_.from_gpu);
  }
  void bind(Target& target) override { far_.to_memory.bind(target); }
  [[nodiscard]] bool done() const override {
    return stream_.idle() && stream_.errors() == 0 && far_.completer.idle();
  }
};

/// The memory side of an endpoint; a stream comes by the link.
class Pcie final : public Subject {
  hw::pcie::TlpPool pool_;
  hw::pcie::Endpoint near_{"near", {}, 1, pool_};
  hw::pcie::Endpoint far_{"far", {}, 1, pool_};
  model::StoreStream stream_{"stream", stores(), 2ull << 40};

 public:
  Pcie() {
    near_.configure(0x100, {1ull << 40, (1ull << 40) + kBytes - 1});
    far_.configure(0x200, {2ull << 40, (2ull << 40) + kBytes - 1});
    near_.egress.tx.connect(far_.rx);
    far_.egress.tx.connect(near_.rx);
    stream_.socket.bind(near_.requester.socket);
  }
  void bind(Target& target) override { far_.memory.socket.bind(target); }
  [[nodiscard]] bool done() const override {
    return stream_.idle() && stream_.errors() == 0 && far_.idle();
  }
};

/// The way of a GPU to its peers. The target's bytes do not reach up to the peer's home bits: it
/// answers with address errors.
class Peers final : public Subject {
  test::GpuMemoryBench bench_{{}, 2, 1};

 public:
  void bind(Target& target) override { bench_.memories[0]->to_peers.bind(target); }
  void begin() override {
    for (unsigned i = 0; i < kAccesses / 2; ++i) {
      bench_.sms[0]->read(bench_.base(1) + 128 * i);
      bench_.sms[0]->write(bench_.base(1) + 128 * i);
    }
  }
  [[nodiscard]] bool done() const override {
    return bench_.sms[0]->done.size() == kAccesses && bench_.memories[0]->idle();
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
const Maker kSubjects[] = {{"StoreStream", make<Stream>},
                           {"NvlinkCompleter", make<Nvlink>},
                           {"Endpoint", make<Pcie>},
                           {"PeerPort", make<Peers>}};

template <class T, class... Style>
void drive(Subject& subject, Style... style) {
  T target("target", style...);
  test::BaseProtocolChecker checker("checker");
  subject.bind(checker.in);
  checker.out.bind(target.socket);
  subject.begin();
  sc_core::sc_start();
  EXPECT_TRUE(subject.done());
  EXPECT_EQ(checker.ended(), kAccesses);
  EXPECT_FALSE(checker.open());
}

class AtInitiators : public testing::TestWithParam<std::tuple<Maker, TargetStyle>> {};

TEST_P(AtInitiators, KeepTheProtocolUnderEveryStyleOfTarget) {
  const std::unique_ptr<Subject> subject = std::get<0>(GetParam()).make();
  drive<test::AtTarget>(*subject, std::get<1>(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    All, AtInitiators,
    testing::Combine(testing::ValuesIn(kSubjects),
                     testing::Values(TargetStyle::kFourPhases, TargetStyle::kEndReqReturned,
                                     TargetStyle::kBeginRespReturned, TargetStyle::kCompleted,
                                     TargetStyle::kNoEndReq, TargetStyle::kInTheCall,
                                     TargetStyle::kAnnotated)));

class LooselyTimedTarget : public testing::TestWithParam<Maker> {};

TEST_P(LooselyTimedTarget, IsDrivenByThePhasesThatItsSocketMakes) {
  const std::unique_ptr<Subject> subject = GetParam().make();
  drive<test::LtTarget>(*subject);
}

INSTANTIATE_TEST_SUITE_P(All, LooselyTimedTarget, testing::ValuesIn(kSubjects));

}  // namespace
}  // namespace gf::at_initiator_contract_test
