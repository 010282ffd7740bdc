// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/isolated_put.h"

#include <cinttypes>
#include <cstdio>
#include <fmt/format.h>

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

IsolatedPut IsolatedPut::of(const MessageHistory& message) {
  return {message.from, message.put, message.first};
}

std::string IsolatedPut::text() const {
  return fmt::format("message {}->{} put {} B from {:#x} to {:#x}, by {}, {}", from, put.node,
                     put.bytes, put.source, put.destination, put.bar1 ? "BAR1" : "its card",
                     first ? "the first" : "not the first");
}

std::optional<IsolatedPut> IsolatedPut::parse(const std::string& text) {
  IsolatedPut alone;
  alone.put.process = RdmaHost::kProcess;
  const int fields = std::sscanf(
      text.c_str(), "message %u->%" SCNu32 " put %" SCNu64 " B from %" SCNx64 " to %" SCNx64,
      &alone.from, &alone.put.node, &alone.put.bytes, &alone.put.source, &alone.put.destination);
  if (fields != 5) return std::nullopt;
  alone.put.bar1 = text.find(", by BAR1, ") != std::string::npos;
  alone.first = text.find("not the first") == std::string::npos;
  if (alone.text() != text) return std::nullopt;
  return alone;
}

std::unique_ptr<Benchmark> make_alone(MessageNodes& nodes, const IsolatedPut& alone) {
  return std::make_unique<Alone>(nodes, alone);
}

}  // namespace gf::model
