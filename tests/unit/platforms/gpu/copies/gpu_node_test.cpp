// SPDX-License-Identifier: Apache-2.0
// A node among fabrics that are not ours.
#include "platforms/gpu/copies/gpu_node.h"

#include <gmock/gmock.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include "core/time/watchdog.h"
#include "tests/support/errors.h"
#include "workloads/kernels/workload_registry.h"

namespace gf::platforms::gpu::gpu_node_test {
namespace {

/// A way to peers that answers at once; `good` or with an address error.
class Answerer final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Answerer> in{"in"};
  tlm_utils::simple_initiator_socket<Answerer> out{"out"};  ///< Never used.
  bool good = true;
  unsigned accesses = 0;

  explicit Answerer(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_nb_transport_fw(this, &Answerer::nb_transport_fw);
  }

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time&) {
    ++accesses;
    payload.set_response_status(good ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return tlm::TLM_COMPLETED;
  }
};

struct Node {
  explicit Node(bool good) {
    GpuNodeParams params;
    params.gpus = 2;
    params.gpu.sms = 2;
    ways[0]->good = good;
    node = std::make_unique<GpuNode>(params, workload, [this](Gpu& gpu, unsigned number) {
      gpu.memory.to_peers.bind(ways[number]->in);
      ways[number]->out.bind(gpu.memory.from_peers);
    });
    node->run();
    core::run_simulation({});
  }

  model::Workload workload = model::make_workload("random_asymmetric", model::WorkloadSize::kSmall,
                                                  2, 1, model::parse_workload_options("phases=1"));
  std::unique_ptr<Answerer> ways[2] = {std::make_unique<Answerer>("way_0"),
                                       std::make_unique<Answerer>("way_1")};
  std::unique_ptr<GpuNode> node;
};

TEST(GpuNode, WhatPeersRefuseIsToldByGpu) {
  const Node run(false);
  ASSERT_TRUE(run.node->dispatcher().finished());
  ASSERT_GT(run.ways[0]->accesses, 0u);
  EXPECT_EQ(run.node->refused(), "gpu_0: " + std::to_string(run.ways[0]->accesses) +
                                     " accesses from or to peers were refused");
}

TEST(GpuNode, NothingIsToldOfWhatWentWell) {
  const Node run(true);
  ASSERT_TRUE(run.node->dispatcher().finished());
  ASSERT_GT(run.ways[0]->accesses, 0u);
  EXPECT_EQ(run.node->refused(), "");
}

template <class Change>
std::string error_with(const Change& change) {
  GpuNodeParams params;
  change(params);
  return test::error_of([&] { params.validate(); });
}

TEST(GpuNodeParams, WhatIsSetInCodeIsChecked) {
  using testing::StartsWith;
  EXPECT_NO_THROW(GpuNodeParams().validate());
  EXPECT_THAT(error_with([](auto& p) { p.gpus = 73; }), StartsWith("gpus = 73: expected 1 ... 72"));
  EXPECT_THAT(error_with([](auto& p) { p.gpu.sms = 0; }),
              StartsWith("gpu.sms = 0: expected 1 ... 253"));
  EXPECT_THAT(error_with([](auto& p) { p.gpu.sms = 245; }),
              StartsWith("gpu.sms = 245: expected 1 ... 244 with gpu.memory.peer_ports = 4"));
  EXPECT_THAT(error_with([](auto& p) { p.pages.page = core::Bytes(5000); }),
              StartsWith("pages.page = "));
}

}  // namespace
}  // namespace gf::platforms::gpu::gpu_node_test
