// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "platforms/apenet/benchmark_settings.h"
#include "platforms/apenet/ib_cluster.h"
#include "platforms/apenet/nios_files.h"
#include "platforms/apenet/nodes/apenet_cluster.h"
#include "platforms/apenet/nodes/apenet_copies.h"
#include "platforms/platform.h"
#include "platforms/schedule/schedule_part.h"
#include "workloads/messages/alone.h"
#include "workloads/messages/benchmark.h"

namespace gf::platforms::apenet {

/// Nodes with APEnet+ cards, one GPU each, running a communication benchmark ([APENET13]), or, on a
/// cluster, a schedule of copies. A cluster's benchmark may use InfiniBand instead of the cards.
class ApenetPlatform final : public Platform {
 public:
  enum class Kind { kNode, kCluster };  ///< A looped-back card, or a torus.
  explicit ApenetPlatform(Kind kind);

  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  /// Keeps a message in the form of IsolatedPut::text(); not possible with a schedule.
  [[nodiscard]] bool keep_only(const std::string& flow) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  [[nodiscard]] RunProgress progress() const override;
  void judge(RunOutcome& outcome) override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;
  void write_files(const core::RunDirectory& directory) const override;

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
  /// Busy time of processors and outgoing links so far.
  struct Work {
    std::vector<core::Ticks> processors;  ///< By node.
    std::vector<core::Ticks> links;       ///< By node and port.
  };
  struct Row {
    std::uint64_t size;
    model::BenchmarkSample sample;
    double processor;  ///< Busy share of the busiest, from first to last event.
    double link;
  };
  [[nodiscard]] Work work() const;
  [[nodiscard]] std::unique_ptr<model::Benchmark> make_benchmark(model::MessageNetIf& net);
  /// Divides the nodes among the ranks, if there are several.
  void use_threads();
  void build_ib(std::uint64_t seed);
  void build_benchmark();
  void set_size(std::uint64_t bytes);
  void build_schedule(std::uint64_t seed);
  core::RunEndReport run_schedule(const core::RunLimits& limits);
  void refuse_full_list(unsigned refused) const;
  void refuse_lost();  ///< After a size: fails if a message has not arrived.
  [[nodiscard]] std::vector<Result> benchmark_results() const;
  core::RunEndReport register_buffers(const core::RunLimits& limits);
  core::RunEndReport send_alone(const core::RunLimits& limits);
  core::RunEndReport measure(std::uint64_t size, const core::RunLimits& limits);
  /// Simulates until nothing is left to do; a timeline shows this as `phase`.
  core::RunEndReport simulate_phase(const core::RunLimits& limits, const std::string& phase);
  [[nodiscard]] double value_of(const Row& row) const;
  void write_sizes(const core::RunDirectory& directory) const;     ///< osu.csv
  void write_schedule(const core::RunDirectory& directory) const;  ///< tasks.csv, schedule.csv
  void append_card_results(std::vector<Result>& results) const;

  const Kind kind_;
  BenchmarkSettings settings_;
  CarrierParams carrier_;
  ApenetClusterParams params_;
  std::unique_ptr<ApenetCluster> cluster_;  ///< Of the cards, or null.
  std::unique_ptr<NiosFiles> nios_files_;
  std::unique_ptr<IbMessages> ib_;  ///< InfiniBand instead, or null.
  model::MessageNodes messages_{[this](unsigned node) { return cluster_->acts_here(node); }};
  std::unique_ptr<model::Benchmark> benchmark_;
  std::optional<model::IsolatedPut> alone_put_;  ///< The only message that is sent, if set.
  std::unique_ptr<model::Benchmark> alone_;      ///< Replaces the benchmark, if set.
  std::unique_ptr<Starter> starter_;
  std::vector<Row> rows_;
  schedule::SchedulePart schedule_{schedule::RunnerParams(
      core::gigabytes_per_second(144), "data sheet of the Tesla C2050, ECC off")};
  std::unique_ptr<ApenetCopies> copies_;  ///< Null: a benchmark runs.
};

}  // namespace gf::platforms::apenet
