// SPDX-License-Identifier: Apache-2.0
// Holds: tlm_models/host/verbs.h
#include "tlm_models/host/verbs_host.h"

#include "hw/nic/nic.h"
#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"
#include "tests/support/nic_cards.h"

namespace gf::hw::nic::verbs_host_test {
namespace {

/// Of a queue pair that is not the host's.
struct Owner final : model::CompletionClient {
  std::vector<model::WorkId> ids;
  void on_completion(const model::WorkCompletion& completion) override {
    ids.push_back(completion.id);
  }
};

TEST_F(NicTest, CompletionsOfAnOwnedQueuePairGoToTheOwnersMemory) {
  build();
  Owner owner;
  const model::QueuePairNumber owned = join(nic(0), nic(1));
  nic(0).own(owned, bus(0, true, 0x100000), owner);
  const auto data = fill(0, true, 8 << 20, 5000);
  // Both from the software: what is owned is where completions go.
  node(0).software().post(
      0, owned, work(Kind::kWrite, 7, bus(0, true, 8 << 20), bus(1, true, 9 << 20), 5000));
  post(work(Kind::kWrite, 8, bus(0, true, 8 << 20), bus(1, true, 10 << 20), 5000));
  run();
  EXPECT_EQ(bytes_at(1, true, 9 << 20, 5000), data);
  EXPECT_THAT(owner.ids, ElementsAre(7));
  EXPECT_THAT(ids(), ElementsAre(8)) << "the host hears of its own alone";
  EXPECT_EQ(node(0).to_gpu(0).stats().payload_bytes.value(), 64u) << "an entry";
}

TEST_F(NicTest, OnlyWhatIsToldMakesCompletions) {
  build();
  Work quiet = work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), 64);
  quiet.signaled = false;
  post(quiet);
  post(work(Kind::kWrite, 2, bus(0, true, 0), bus(1, true, 0), 64));
  run();
  EXPECT_THAT(ids(), ElementsAre(2));
}

}  // namespace
}  // namespace gf::hw::nic::verbs_host_test
