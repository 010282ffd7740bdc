// SPDX-License-Identifier: Apache-2.0
#include "platforms/network/load_measurement.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <ostream>
#include <utility>

#include "core/stats/student_t.h"
#include "core/trace/hop_journal.h"
#include "core/trace/timeline.h"
#include "platforms/network/network.h"

namespace gf::platforms::network {
namespace {

using Note = core::OutputNote;

constexpr Note kAcceptedLoad{"accepted_load", "flits/node/cycle",
                             "load that arrives at its destinations"};
constexpr Note kMean{"latency_mean", "cycles",
                     "mean time from a packet's creation to the arrival of its last flit"};
constexpr Note kMeanConfidence{"latency_confidence", "cycles",
                               "half of the 95 % confidence interval of that mean"};
constexpr Note kP50{"latency_p50", "cycles", "median latency of the packets"};
constexpr Note kP99{"latency_p99", "cycles", "latency that 99 % of the packets do not exceed"};
constexpr Note kMax{"latency_max", "cycles", "latency of the slowest packet"};
constexpr Note kMinimalMean{"latency_minimal_mean", "cycles",
                            "mean latency of packets on minimal routes"};
constexpr Note kNonminimalMean{"latency_nonminimal_mean", "cycles",
                               "mean latency of packets on non-minimal routes"};
constexpr Note kNonminimalPart{"nonminimal_part", "ratio",
                               "share of the packets on non-minimal routes"};
constexpr Note kLocalHops{"hops_local_mean", "channels",
                          "mean number of channels within groups that a packet crosses"};
constexpr Note kGlobalHops{"hops_global_mean", "channels",
                           "mean number of channels between groups that a packet crosses"};
constexpr Note kPackets{"packets", "count", "packets that were measured"};
constexpr Note kWarmup{"warmup", "cycles", "time before the measurement"};
constexpr Note kStable{"stable", "flag",
                       "1: a steady state; 0: there is none, and the latencies are not to be used"};
constexpr Note kRoundTrip{
    "round_trip_mean", "cycles",
    "mean time from a packet's creation to the arrival of its reply's last flit", "reply_flits"};

double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

template <class Packets>  // a period, or a class
double mean_latency(const Packets& of) {
  return ratio(static_cast<double>(of.latency), static_cast<double>(of.packets));
}

}  // namespace

LoadMeasurement::LoadMeasurement(const sc_core::sc_module_name& name,
                                 const MeasurementParams& params)
    : sc_module(name),
      RankData(When::kSample, Receiver::kAll),
      params_(params),
      sample_periods_(params.samples),
      stats_(*this),
      latency_(stats_, "latency", core::Unit::kCount,
               "cycles from a packet's generation to the arrival of its last bit at the node") {}

void LoadMeasurement::observe(Network& network, bool replies) {
  network_ = &network;
  replies_ = replies;
  clock_ = &network.clock();
  nodes_ = network.graph().nodes();
  // The conductor acts before routers and nodes of its cycle, so its decisions do not depend on the
  // order in which those are served.
  clock_->conduct(*this);
  clock_->wake_conductor(params_.period);
}

void LoadMeasurement::take_all(std::uint64_t packets) {
  phase_ = Phase::kAll;
  total_ = packets;
  sample_from_ = 0;
}

bool LoadMeasurement::packet_born(core::Cycle at) {
  // Counting goes by birth, not by arrival: a packet that arrives in the sample but was born
  // earlier belongs to the load of an earlier time.
  const bool counted = counts(at);
  fresh_.born += counted ? 1 : 0;
  ++history_at(at).born;
  return counted;
}

Tally::Period& LoadMeasurement::history_at(core::Cycle at) {
  const std::size_t part = at * kParts / params_.period;
  if (fresh_.history.size() <= part) fresh_.history.resize(part + 1);
  return fresh_.history[part];
}

Tally::Period LoadMeasurement::whole_period(unsigned number) const {
  Tally::Period whole;
  for (std::size_t part = 0; part < kParts; ++part)
    if (const std::size_t at = std::size_t{number} * kParts + part; at < all_.history.size())
      whole.add(all_.history[at]);
  return whole;
}

hw::router::PacketClient& LoadMeasurement::client_of_part(unsigned part) {
  while (notes_.size() <= part) notes_.push_back(std::make_unique<Notes>(*this));
  return *notes_[part];
}

void LoadMeasurement::window_ended() {
  for (const auto& notes : notes_) notes->apply_to(*this);
}

bool LoadMeasurement::Notes::packet_born(core::Cycle at) {
  born_.push_back(at);
  return owner_.counts(at);
}

void LoadMeasurement::Notes::apply_to(LoadMeasurement& owner) {
  for (const core::Cycle at : born_) owner.packet_born(at);
  born_.clear();
  for (const hw::router::Flit& flit : ended_) owner.flit_ends(flit);
  ended_.clear();
}

void LoadMeasurement::flit_ends(const hw::router::Flit& flit) {
  const core::Cycle at = flit.at;
  Tally::Period& now = history_at(at);
  ++now.flits;
  // The accepted load counts all flits that end in the sample, whatever their birth: it is a rate
  // of the network, not a property of the packets.
  if (at >= sample_from_ && at < sample_to_) ++fresh_.accepted;
  fresh_.last_end = std::max(fresh_.last_end, at);
  if (!flit.tail) return;
  const core::Cycle latency = at - flit.birth;
  // The birth decides, not the packet's mark, which a discarded sample may have set.
  const bool counted = counts(flit.birth);
  now.ended += flit.reply == replies_ ? 1 : 0;
  if (flit.reply) {
    if (counted) fresh_.round_trip.record(latency);
    return;
  }
  ++now.packets;
  now.latency += latency;
  if (!counted) return;
  (flit.minimal ? fresh_.minimal : fresh_.nonminimal).record(latency);
  const std::size_t sample = (flit.birth - sample_from_) / params_.period;
  if (fresh_.sampled.size() <= sample) fresh_.sampled.resize(sample + 1);
  Tally::Period& birth = fresh_.sampled[sample];
  ++birth.packets;
  birth.latency += latency;
  fresh_.hops_local += flit.hops_local;
  fresh_.hops_global += flit.hops_global;
}

const Tally& LoadMeasurement::fresh() {
  fresh_.moved = network_->own_flit_hops() - own_hops_;
  fresh_.in_flight = network_->flits_in_flight();
  return fresh_;
}

void LoadMeasurement::pack(core::ByteWriter& writer) {
  if (network_ != nullptr) fresh().pack(writer);
}

void LoadMeasurement::merge(std::vector<Packed>& others) {
  if (network_ == nullptr) return;
  all_.in_flight = 0;  // a current value; all other numbers are totals of the run
  const auto take = [this](const Tally& tally) {
    all_.add(tally);
    tally.record_in(latency_);
  };
  take(fresh());
  for (Packed& other : others) take(Tally::unpacked(other.reader));
  own_hops_ += fresh_.moved;
  fresh_ = {};
}

bool LoadMeasurement::all_ended() const {
  return ended() == born() && (!replies_ || all_.round_trip.packets == born()) &&
         (phase_ != Phase::kAll || born() == total_);
}

void LoadMeasurement::cycle(core::Cycle now) {
  collect();
  // Nothing moved in a whole period although flits are under way. Injection ends, so that the run
  // comes to rest and reports the waits of all routers as a deadlock.
  if (stuck()) {
    enter(Phase::kUnstable);
    network_->stop_injection();
    return;
  }
  ++periods_;
  if (phase_ == Phase::kWarmup) {
    ++warmup_periods_;
    end_warmup_period(now);
  } else if (phase_ == Phase::kSample && periods_ == sample_periods_) {
    end_sample(now);
  } else if (phase_ == Phase::kDrain && periods_ >= params_.drain_most) {
    enter(Phase::kUnstable);
  }
  if ((phase_ == Phase::kDrain || phase_ == Phase::kAll) && all_ended()) enter(Phase::kDone);
  if (phase_ == Phase::kDone) {
    network_->stop_injection();
  } else if (phase_ == Phase::kUnstable) {
    // Without a steady state, the queues may take longer to empty than the whole run so far.
    sc_core::sc_stop();
  } else {
    clock_->wake_conductor(now + params_.period);
  }
}

void LoadMeasurement::enter(Phase next) {
  show_phase();
  phase_ = next;
  phase_began_ = core::now_ticks();
}

void LoadMeasurement::show_phase() const {
  static const char* const kNames[] = {"warm-up",     "sample",          "drain",
                                       "all packets", "network empties", "unstable"};
  core::Timeline* const timeline = core::Timeline::active();
  const core::Ticks now = core::now_ticks();
  if (timeline == nullptr || now == phase_began_) return;
  timeline->slice("measurement", "phases", kNames[static_cast<std::size_t>(phase_)], phase_began_,
                  now, {{"ended_packets", ended()}, {"born_packets", born()}});
}

/// The estimate allows a warm-up that goes on at least one more period. The length of the drain is
/// unknown; the estimate counts it as one period and advances as packets of the sample end.
std::pair<std::uint64_t, std::uint64_t> LoadMeasurement::run_progress() const {
  if (total_ > 0) return {ended(), total_};
  const std::uint64_t warmup = phase_ == Phase::kWarmup
                                   ? std::max(warmup_periods_ + 1, params_.warmup_least.get())
                                   : warmup_periods_;
  const std::uint64_t period = params_.period;
  const std::uint64_t all = (warmup + sample_periods_ + 1) * period;
  if (phase_ == Phase::kDone) return {all, all};
  const std::uint64_t before_drain = (warmup + sample_periods_) * period;
  if (phase_ != Phase::kDrain) return {std::min(clock_->now(), before_drain), all};
  return {before_drain + period * ended() / std::max<std::uint64_t>(born(), 1), all};
}

bool LoadMeasurement::stuck() {
  const std::uint64_t before = std::exchange(moved_, all_.moved);
  return moved_ == before && all_.in_flight > 0;
}

void LoadMeasurement::end_warmup_period(core::Cycle now) {
  steady_ = like_the_last() ? steady_ + 1 : 0;
  // It must hold twice in a row, because two successive periods may be similar by chance while the
  // queues still fill. Queues near saturation may vary for ever, though: then the sample decides.
  if ((periods_ >= params_.warmup_least && steady_ >= 2) || periods_ >= params_.warmup_most)
    begin_sample(now);
}

void LoadMeasurement::begin_sample(core::Cycle now) {
  enter(Phase::kSample);
  periods_ = 0;
  sample_from_ = now;
  sample_to_ = now + core::Cycle{sample_periods_} * params_.period;
  all_.begin_sample(sample_periods_);
  latency_.reset();
  if (core::HopJournal* const journal = core::HopJournal::active())
    journal->sample_begins(core::now_ticks());
}

void LoadMeasurement::end_sample(core::Cycle now) {
  growth_ = sample_growth();
  if (growth_.steady(params_.growth)) {
    enter(Phase::kDrain);
    periods_ = 0;
  } else if (warmup_periods_ + sample_periods_ > params_.warmup_most) {
    enter(Phase::kUnstable);
  } else {
    warmup_periods_ += sample_periods_;
    sample_periods_ *= 2;
    begin_sample(now);
  }
}

Growth LoadMeasurement::sample_growth() const {
  const std::size_t from = std::size_t{warmup_periods_} * kParts;
  const std::size_t to = from + std::size_t{sample_periods_} * kParts;
  std::vector<double> under_way = {0};  // only the growth matters
  std::uint64_t generated = 0;
  for (std::size_t part = from; part < to; ++part) {
    const Tally::Period now = part < all_.history.size() ? all_.history[part] : Tally::Period();
    under_way.push_back(under_way.back() + static_cast<double>(now.born) -
                        static_cast<double>(now.ended));
    generated += now.born;
  }
  return growth_of(under_way, static_cast<double>(generated));
}

bool LoadMeasurement::like_the_last() const {
  // The first period begins with an empty network and has no period before it to compare with.
  if (periods_ < 2) return false;
  const Tally::Period last = whole_period(warmup_periods_ - 1);
  const Tally::Period before = whole_period(warmup_periods_ - 2);
  const auto near = [this](double a, double b) {
    return std::abs(a - b) <= params_.steady * std::max(std::abs(a), std::abs(b));
  };
  return near(mean_latency(last), mean_latency(before)) &&
         near(static_cast<double>(last.flits), static_cast<double>(before.flits));
}

std::string LoadMeasurement::trouble() const {
  if (phase_ == Phase::kDone) return "";
  if (phase_ != Phase::kUnstable) return "the run ended before the measurement did";
  if (!growth_.steady(params_.growth)) {
    std::string what = fmt::format(
        "no steady state: in {} periods of {} cycles, packets in flight grew by {} of those "
        "generated (99 % confidence)",
        sample_periods_, params_.period, growth_.text());
    if (!growth_.grows())
      what += fmt::format(
          ", too uncertain to show growth below {:.4g} %; a larger measurement.period or "
          "measurement.warmup_most may help",
          100 * params_.growth);
    return what;
  }
  return fmt::format("{} of {} packets of the sample did not arrive in {} periods of {} cycles",
                     born() - ended(), born(), periods_, params_.period);
}

double LoadMeasurement::accepted_load() const {
  if (sample_from_ != core::kNoCycle) {
    const core::Cycle end = total_ > 0 ? all_.last_end + 1 : clock_->now() + 1;
    const core::Cycle seen = std::min<core::Cycle>(sample_to_, end) - sample_from_;
    return ratio(static_cast<double>(all_.accepted), static_cast<double>(seen) * nodes_);
  }
  const std::size_t whole = warmup_periods_;  // never steady: the second half of the warm-up
  const std::size_t first = whole / 2;
  std::uint64_t flits = 0;
  for (std::size_t i = first; i < whole; ++i) flits += whole_period(static_cast<unsigned>(i)).flits;
  return ratio(static_cast<double>(flits),
               static_cast<double>((whole - first) * params_.period) * nodes_);
}

/// Returns half of the 95 % confidence interval of the mean latency, from the means of the periods.
double LoadMeasurement::confidence() const {
  std::vector<double> means;
  for (const Tally::Period& period : all_.sampled)
    if (period.packets > 0) means.push_back(mean_latency(period));
  if (means.size() < 2) return 0;
  double mean = 0, squares = 0;
  for (double m : means) mean += m / static_cast<double>(means.size());
  for (double m : means) squares += (m - mean) * (m - mean);
  const auto freedom = static_cast<double>(means.size() - 1);
  return core::student_t(freedom) *
         std::sqrt(squares / freedom / static_cast<double>(means.size()));
}

std::vector<core::OutputNote> LoadMeasurement::result_notes() {
  return {kAcceptedLoad, kMean,           kMeanConfidence, kP50,       kP99,        kMax,
          kMinimalMean,  kNonminimalMean, kNonminimalPart, kLocalHops, kGlobalHops, kPackets,
          kWarmup,       kStable,         kRoundTrip};
}

std::vector<core::ResultValue> LoadMeasurement::results() const {
  const auto packets = static_cast<double>(ended());
  std::vector<core::ResultValue> results = {
      kAcceptedLoad.result(accepted_load()),
      kMean.result(latency_.mean()),
      kMeanConfidence.result(confidence()),
      kP50.result(latency_.percentile(50)),
      kP99.result(latency_.percentile(99)),
      kMax.result(latency_.max()),
      kMinimalMean.result(mean_latency(all_.minimal)),
      kNonminimalMean.result(mean_latency(all_.nonminimal)),
      kNonminimalPart.result(ratio(static_cast<double>(all_.nonminimal.packets), packets)),
      kLocalHops.result(ratio(static_cast<double>(all_.hops_local), packets)),
      kGlobalHops.result(ratio(static_cast<double>(all_.hops_global), packets)),
      kPackets.result(packets),
      kWarmup.result(static_cast<double>(warmup_periods_) * params_.period),
      kStable.result(stable())};
  if (replies_) results.push_back(kRoundTrip.result(mean_latency(all_.round_trip)));
  return results;
}

void LoadMeasurement::write_latencies(std::ostream& out) const {
  out << "latency,minimal,nonminimal\n";
  const auto at = [](const Tally::Class& way, std::size_t bin) {
    return bin < way.counts.size() ? way.counts[bin] : 0;
  };
  const std::size_t bins = std::max(all_.minimal.counts.size(), all_.nonminimal.counts.size());
  for (std::size_t bin = 0; bin < bins; ++bin) {
    if (at(all_.minimal, bin) + at(all_.nonminimal, bin) == 0) continue;
    out << bin << ',' << at(all_.minimal, bin) << ',' << at(all_.nonminimal, bin) << '\n';
  }
}

}  // namespace gf::platforms::network
