// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "core/param/param.h"
#include "core/ranks/rank_data.h"
#include "core/stats/result_value.h"
#include "core/stats/stats.h"
#include "core/time/clock_domain.h"
#include "hw/router/nodes.h"
#include "platforms/network/growth.h"
#include "platforms/network/tally.h"

namespace gf::platforms::network {

class Network;

/// Parameters for measuring one point of a latency-load curve.
struct MeasurementParams : core::ParamGroup {
  core::Param<unsigned> period =
      param("period", 1000u, "averaging period, in cycles", "assumed: as BookSim2",
            core::between(10u, 1'000'000u), core::experiment_choice("measurement method"));
  core::Param<unsigned> warmup_least =
      param("warmup_least", 3u, "periods before the first test for a steady state", "assumed",
            core::between(1u, 1000u), core::experiment_choice("measurement method"));
  core::Param<unsigned> warmup_most =
      param("warmup_most", 30u,
            "maximum periods before a sample, including rejected samples; a point that needs more "
            "has no steady state",
            "assumed", core::between(1u, 100'000u), core::experiment_choice("measurement method"));
  core::Param<unsigned> samples =
      param("samples", 5u,
            "periods per sample, whose packets are measured; a sample without a steady state is "
            "followed by one twice as long",
            "assumed", core::between(1u, 10'000u), core::experiment_choice("measurement method"));
  core::Param<unsigned> drain_most =
      param("drain_most", 50u, "maximum periods to wait for the sample's packets", "assumed",
            core::between(1u, 100'000u), core::experiment_choice("measurement method"));
  core::Param<double> steady =
      param("steady", 0.05,
            "maximum relative change of latency and load between periods in a steady state",
            "assumed: as BookSim2", core::between(1e-4, 1.0),
            core::experiment_choice("measurement method"));
  core::Param<double> growth =
      param("growth", 0.01,
            "steady state: maximum growth of packets in flight over the sample, as a share of "
            "packets generated; compared with the upper end of the 99 % confidence interval",
            "assumed", core::between(1e-4, 1.0), core::experiment_choice("measurement method"));
};

/// Measures one point of a latency-load curve in three phases: warm-up, sample, drain.
///
/// Warm-up ends when mean latency and accepted load of a period differ from those of the period
/// before by at most `steady` (relative), twice in a row, or after `warmup_most` periods. This does
/// not prove a steady state: after n periods, a queue that grows for ever changes by 1 / n.
///
/// Therefore the sample is judged when it ends. It is steady if the packets under way do not grow,
/// which means that the accepted load equals the generated one. The test uses five counts per
/// period and 99 % confidence (class Growth): growth must not be proven above 0, and must be proven
/// to be at most the parameter `growth`. A sample that is not steady, or is too short for a
/// verdict, becomes part of the warm-up, and a sample of twice its length follows. If that one
/// would begin after `warmup_most` periods, there is no steady state.
///
/// Packets born in the sample count, whenever they end. Injection goes on until all of them have
/// ended; then it stops and the network runs empty. If no flit moves for a period although some are
/// in the network, injection stops at once, so that the run ends as a deadlock. A timeline shows
/// the phases.
///
/// New counts are kept apart until a period ends or a statistic is read. Then all ranks add theirs
/// to the total, and all take the same decisions.
class LoadMeasurement final : public sc_core::sc_module,
                              public hw::router::PacketClient,
                              private core::Clocked,
                              private core::RankData {
 public:
  LoadMeasurement(const sc_core::sc_module_name& name, const MeasurementParams& params);
  /// Connects the measurement to `network`. Call before the simulation starts. `replies`: each
  /// packet is answered by another one.
  void observe(Network& network, bool replies);
  /// Replaces the phases: all of `packets` packets count, and the run ends with the last of them.
  void take_all(std::uint64_t packets);

  bool packet_born(core::Cycle at) override;
  void flit_ends(const hw::router::Flit& flit) override;
  hw::router::PacketClient& client_of_part(unsigned part) override;
  void window_ended() override;

  [[nodiscard]] bool stable() const { return phase_ == Phase::kDone; }
  /// Returns why it is not stable; "" if it is.
  [[nodiscard]] std::string trouble() const;
  /// Returns the accepted load in the sample, in flits per node and cycle.
  [[nodiscard]] double accepted_load() const;
  /// Returns latency_mean, latency_p99, hops_local_mean, ... (docs/dragonfly.md).
  [[nodiscard]] std::vector<core::ResultValue> results() const;
  [[nodiscard]] static std::vector<core::OutputNote> result_notes();
  /// Writes "latency,minimal,nonminimal": numbers of sampled packets by their latency in cycles.
  void write_latencies(std::ostream& out) const;
  /// Shows the current phase on the timeline, if there is one. Call it when the run ends.
  void show_phase() const;
  /// Returns {work done, estimate of all work}: in cycles, or in packets with take_all().
  [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> run_progress() const;
  /// Number of sampled packets that have ended; born(): number of sampled packets generated.
  [[nodiscard]] std::uint64_t ended() const { return all_.ended(); }
  [[nodiscard]] std::uint64_t born() const { return all_.born; }

 private:
  enum class Phase { kWarmup, kSample, kDrain, kAll, kDone, kUnstable };
  static constexpr unsigned kParts = 5;  ///< Parts of a period in Tally::history.
  /// Keeps the packets and flits of one part of the network until the window is over. The sums do
  /// not depend on the order.
  class Notes final : public hw::router::PacketClient {
   public:
    explicit Notes(const LoadMeasurement& owner) : owner_(owner) {}
    bool packet_born(core::Cycle at) override;
    void flit_ends(const hw::router::Flit& flit) override { ended_.push_back(flit); }
    void apply_to(LoadMeasurement& owner);

   private:
    const LoadMeasurement& owner_;
    std::vector<core::Cycle> born_;
    std::vector<hw::router::Flit> ended_;
  };
  /// True if a packet with that time of birth is measured.
  [[nodiscard]] bool counts(core::Cycle birth) const {
    return birth >= sample_from_ && birth < sample_to_;
  }
  void cycle(core::Cycle now) override;
  [[nodiscard]] const Tally& fresh();  ///< fresh_, up to date.
  void pack(core::ByteWriter& writer) override;
  void merge(std::vector<Packed>& others) override;
  void enter(Phase next);
  void end_warmup_period(core::Cycle now);
  void begin_sample(core::Cycle now);
  void end_sample(core::Cycle now);
  Tally::Period& history_at(core::Cycle at);  ///< The part of fresh_ that holds cycle `at`.
  [[nodiscard]] Tally::Period whole_period(unsigned number) const;
  [[nodiscard]] Growth sample_growth() const;
  [[nodiscard]] bool stuck();  ///< Flits are in the network, and none moved for a period.
  [[nodiscard]] bool like_the_last() const;
  [[nodiscard]] double confidence() const;
  [[nodiscard]] bool all_ended() const;

  const MeasurementParams params_;
  Network* network_ = nullptr;
  core::ClockDomain* clock_ = nullptr;
  unsigned nodes_ = 0;
  Phase phase_ = Phase::kWarmup;
  core::Ticks phase_began_ = 0;
  unsigned periods_ = 0;  ///< Number of periods in this phase so far.
  unsigned warmup_periods_ = 0;
  unsigned sample_periods_;     ///< Length of this sample, or of the first one.
  unsigned steady_ = 0;         ///< Number of steady periods in a row.
  Tally all_;                   ///< Totals at the last collect().
  Tally fresh_;                 ///< Counts of this rank since then.
  std::uint64_t own_hops_ = 0;  ///< Flit hops of routers served here, at the last collect().
  std::uint64_t moved_ = 0;     ///< all_.moved at the begin of the period.
  core::Cycle sample_from_ = core::kNoCycle;
  core::Cycle sample_to_ = core::kNoCycle;
  Growth growth_;  ///< Growth in the last sample that has ended.
  bool replies_ = false;
  std::uint64_t total_ = 0;                    ///< Phase kAll: number of packets expected.
  std::vector<std::unique_ptr<Notes>> notes_;  ///< By part of a split clock.
  core::StatGroup stats_;
  core::Histogram latency_;
};

}  // namespace gf::platforms::network
