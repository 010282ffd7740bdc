// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/messages/message_node.h"

namespace gf::model {

/// What one size came to.
struct BenchmarkSample {
  double seconds = 0;
  std::uint64_t messages = 0;  ///< In that time, one after the other; exchanges: steps.
  std::uint64_t bytes = 0;     ///< In that time, of one node (of both for both directions).

  [[nodiscard]] double seconds_per_message() const {
    return seconds / static_cast<double>(messages);
  }
  [[nodiscard]] double bytes_per_second() const { return static_cast<double>(bytes) / seconds; }
};

/// How often one size is measured.
struct BenchmarkRound {
  std::uint64_t size = 0;
  unsigned window = 1;      ///< Messages of a stream that are sent without waiting.
  unsigned iterations = 1;  ///< Round trips, windows or steps that count.
};

/// A communication benchmark over all nodes of a cluster: sizes one after the other. Each node's
/// program knows what came to it and what it sent, and no more; so several ranks can have one each
/// (MessageNetIf::acts_here()), and what is said of programs here is said of those that they have.
class Benchmark : public MessageClient {
 public:
  ~Benchmark() override = default;
  /// Makes the first calls; the rest happens as events come. Nothing may be under way.
  void start(const BenchmarkRound& round);
  [[nodiscard]] virtual bool done() const = 0;  ///< Those of programs here.
  /// Of all nodes, wherever they act. Once the round is over. Collective.
  [[nodiscard]] BenchmarkSample sample() const;
  /// Destination regions that a node needs.
  [[nodiscard]] virtual unsigned regions() const { return 1; }

 protected:
  /// Which program's beginning counts: a time covers that of all, or begins when all are warm.
  enum class From : std::uint8_t { kFirst, kLast };
  explicit Benchmark(From from) : from_(from) {}
  void clock_begins();  ///< A program is warm.
  void clock_ends();    ///< A program has all that it waits for.
  [[nodiscard]] const BenchmarkRound& round() const { return round_; }

 private:
  virtual void begin() = 0;  ///< A round, with the programs here.
  /// Of a round: messages one after the other, and bytes, as in BenchmarkSample.
  [[nodiscard]] virtual std::uint64_t messages() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;

  const From from_;
  BenchmarkRound round_;
  core::Ticks began_ = 0;
  core::Ticks ended_ = 0;
};

/// Half a round trip between two nodes; of one node with itself, the way there.
std::unique_ptr<Benchmark> make_ping_pong(MessageNetIf& net, unsigned peer);
/// Node 0 sends windows of messages to `peer`, which answers each window with a control word; with
/// `both` the peer does the same at the same time.
std::unique_ptr<Benchmark> make_stream(MessageNetIf& net, unsigned peer, bool both);
/// Node 0 sends messages that end on its own card: how fast it reads its memory.
std::unique_ptr<Benchmark> make_read(MessageNodes& nodes);
/// Each node sends one message to each of its partners and goes on when it has theirs and may write
/// its own sources again: a step. `partners`: for each node of the net whom it sends to, and which
/// region of theirs it writes.
struct ExchangePartner {
  unsigned node;
  unsigned region;
};
std::unique_ptr<Benchmark> make_exchange(MessageNetIf& net,
                                         std::vector<std::vector<ExchangePartner>> partners);

}  // namespace gf::model
