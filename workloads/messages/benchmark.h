// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "workloads/messages/message_if.h"

namespace gf::model {

/// The result for one message size.
struct BenchmarkSample {
  double seconds = 0;
  std::uint64_t messages = 0;  ///< In that time, one after the other; for exchanges: steps.
  std::uint64_t bytes = 0;     ///< In that time, from one node (from both in both directions).

  [[nodiscard]] double seconds_per_message() const {
    return seconds / static_cast<double>(messages);
  }
  [[nodiscard]] double bytes_per_second() const { return static_cast<double>(bytes) / seconds; }
};

/// The measurement of one message size.
struct BenchmarkRound {
  std::uint64_t size = 0;
  unsigned window = 1;      ///< Messages that a stream sends without waiting.
  unsigned iterations = 1;  ///< Measured round trips, windows or steps.
};

/// A communication benchmark over all nodes of a cluster; it measures one message size after the
/// other. Each node's program uses only the messages it received and sent. Several ranks can
/// therefore run some of the programs each (MessageIf::acts_here()); "programs here" are those
/// of this rank.
class Benchmark : public MessageClient {
 public:
  ~Benchmark() override = default;
  /// Makes the first calls of a round; the rest is driven by events. No message may be under way.
  void start(const BenchmarkRound& round);
  [[nodiscard]] virtual bool done() const = 0;  ///< Programs here are done.
  /// Returns the result for all nodes, on any rank. Call it after the round. Collective.
  [[nodiscard]] BenchmarkSample sample() const;
  /// Returns how many destination regions a node needs.
  [[nodiscard]] virtual unsigned regions() const { return 1; }

 protected:
  /// When the measured time begins: when the first program is warm, or when all are.
  enum class From : std::uint8_t { kFirst, kLast };
  explicit Benchmark(From from) : from_(from) {}
  void clock_begins();  ///< Called when a program is warm.
  void clock_ends();    ///< Called when a program has received everything.
  [[nodiscard]] const BenchmarkRound& round() const { return round_; }

 private:
  virtual void begin() = 0;  ///< Begins a round for the programs here.
  /// Messages and bytes of a round, as in BenchmarkSample.
  [[nodiscard]] virtual std::uint64_t messages() const = 0;
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;

  const From from_;
  BenchmarkRound round_;
  core::Ticks began_ = 0;
  core::Ticks ended_ = 0;
};

/// Measures half a round trip between two nodes; if the peer is the node itself, the one-way trip.
std::unique_ptr<Benchmark> make_ping_pong(MessageIf& net, unsigned peer);
/// Node 0 sends windows of messages to `peer`, which answers each window with a control word. With
/// `both` the peer sends to node 0 in the same way at the same time.
std::unique_ptr<Benchmark> make_stream(MessageIf& net, unsigned peer, bool both);
/// Node 0 sends messages that end on its own card; measures how fast the card reads memory.
std::unique_ptr<Benchmark> make_read(MessageIf& net);
/// Each step, each node sends one message to each of its partners. It begins the next step when it
/// has received theirs and may overwrite its own sources. `partners`: by node of the net, the nodes
/// it sends to and the region it writes at each.
struct ExchangePartner {
  unsigned node;
  unsigned region;
};
std::unique_ptr<Benchmark> make_exchange(MessageIf& net,
                                         std::vector<std::vector<ExchangePartner>> partners);

}  // namespace gf::model
