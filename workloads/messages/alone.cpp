// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/alone.h"

namespace gf::model {
namespace {

class Alone final : public Benchmark {
 public:
  Alone(MessageNodes& nodes, const IsolatedPut& alone)
      : Benchmark(From::kFirst), nodes_(nodes), alone_(alone) {}
  void message_received(unsigned, unsigned) override {}
  [[nodiscard]] bool done() const override { return true; }

 private:
  void begin() override { nodes_[alone_.from].repeat_put(alone_.put); }
  [[nodiscard]] std::uint64_t messages() const override { return 1; }
  [[nodiscard]] std::uint64_t bytes() const override { return alone_.put.bytes; }

  MessageNodes& nodes_;
  const IsolatedPut alone_;
};

}  // namespace

std::unique_ptr<Benchmark> make_alone(MessageNodes& nodes, const IsolatedPut& alone) {
  return std::make_unique<Alone>(nodes, alone);
}

}  // namespace gf::model
