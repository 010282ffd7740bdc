// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "core/time/watchdog.h"
#include "platforms/apenet/benchmark_settings.h"
#include "platforms/cluster/cards/card_if.h"
#include "platforms/platform.h"
#include "workloads/messages/benchmark.h"

namespace gf::platforms::apenet {

/// A communication benchmark over cards of any kind ([APENET13]), one message size after the other.
class BenchmarkRun {
 public:
  /// `shape`: that of the exchanges. `alone`: the only message that is sent, if set. Objects must
  /// outlive this one.
  BenchmarkRun(const BenchmarkSettings& settings, cluster::CardIf& cards, const model::Torus& shape,
               const std::optional<model::IsolatedPut>& alone);

  /// Bytes of a node's destination buffer: all regions, for the largest messages.
  [[nodiscard]] std::uint64_t received() const;
  core::RunEndReport simulate(const core::RunLimits& limits);
  [[nodiscard]] RunProgress progress() const { return {rows_.size(), settings_.sizes().size()}; }
  [[nodiscard]] static Outputs outputs();
  [[nodiscard]] std::vector<Result> results() const;
  [[nodiscard]] std::string table() const;
  void write(const core::RunDirectory& directory) const;

 private:
  /// Starts a size of the benchmark from within the simulation.
  class Starter final : public sc_core::sc_module {
   public:
    SC_HAS_PROCESS(Starter);
    Starter(const sc_core::sc_module_name& name, model::Benchmark& benchmark);
    void start(const model::BenchmarkRound& round);

   private:
    void begin() { benchmark_.start(round_); }
    model::Benchmark& benchmark_;
    model::BenchmarkRound round_;
    sc_core::sc_event event_{"event"};
  };
  struct Row {
    std::uint64_t size;
    model::BenchmarkSample sample;
    /// Busy shares of the busiest processor and link, from first to last event; empty: of none.
    std::optional<double> processor, link;
  };
  [[nodiscard]] std::unique_ptr<model::Benchmark> make(const model::Torus& shape);
  core::RunEndReport register_buffers(const core::RunLimits& limits);
  core::RunEndReport send_alone(const core::RunLimits& limits);
  core::RunEndReport measure(std::uint64_t size, const core::RunLimits& limits);
  /// Simulates until nothing is left to do; a timeline shows this as `phase`.
  core::RunEndReport simulate_phase(const core::RunLimits& limits, const std::string& phase);
  void refuse_lost();  ///< After a size: fails if a message has not arrived.
  [[nodiscard]] double value_of(const Row& row) const;

  const BenchmarkSettings& settings_;
  cluster::CardIf& cards_;
  model::MessageIf& net_;
  const std::unique_ptr<model::Benchmark> benchmark_;
  const std::optional<model::IsolatedPut> alone_put_;
  const std::unique_ptr<model::Benchmark> alone_;  ///< Replaces the benchmark, if set.
  std::unique_ptr<Starter> starter_;
  std::vector<Row> rows_;
};

}  // namespace gf::platforms::apenet
