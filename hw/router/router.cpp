// SPDX-License-Identifier: Apache-2.0
#include "hw/router/router.h"

#include <algorithm>
#include <string>

#include "core/base/bits.h"
#include "core/base/error.h"
#include "core/trace/hop_journal.h"
#include "hw/router/router_journal.h"

namespace gf::hw::router {
Router::Router(const sc_core::sc_module_name& name, unsigned number, unsigned ports,
               const RouterParams& params, Transit& transit, RoutingIf& routing,
               const CongestionIf& congestion)
    : sc_module(name),
      Quiescent(this->name()),
      vcs_(params.vcs),
      words_((ports * params.vcs + 63) / 64),
      member_(transit.clock().add(*this)),
      router_latency_(params.router_latency),
      transit_(transit),
      clock_(transit.clock()),
      input_vcs_(std::size_t{ports} * vcs_),
      parked_(ports, vcs_),
      inputs_(ports),
      outputs_(ports),
      arbiter_(make_arbiter(params.arbiter)),
      routing_(routing),
      decides_everywhere_(routing.decides_everywhere()),
      congestion_(congestion),
      params_(params),
      number_(number),
      waiting_(routing.reach() == Reach::kNothing ? 0 : input_vcs_.size()),
      backlogs_(routing.reach() == Reach::kGroup ? ports : 0),
      stats_(*this) {
  GF_CHECK(ports <= kMostPorts, this->name());
  for (unsigned input_vc = 0; input_vc < input_vcs_.size(); ++input_vc)
    input_vcs_[input_vc].input = static_cast<std::uint8_t>(input_vc / vcs_);
}

void Router::connect_output(unsigned port, FlitSink& sink, unsigned sink_port,
                            const ChannelTiming& timing, unsigned buffer, const std::string& peer,
                            std::uint16_t cut) {
  const unsigned round_trip =
      // Out to the last bit in, through the idle router at the other end, and back as a credit.
      2 * timing.latency + timing.flit_cycles - 1 + params_.router_latency + params_.credit_latency;
  outputs_[port].connect({sink, sink_port, timing, buffer, round_trip, cut}, vcs_, peer, *this,
                         port);
  // Initial value in waveforms: outputs to routers have equal buffers, those to nodes have none.
  if (buffer != 0) observers_.buffer = buffer;
  if (params_.credit_delay.on && buffer != 0)
    outputs_[port].keep_round_trips(params_.credit_delay.by_vc);
}

void Router::connect_input(unsigned port, OutputPort& source, unsigned latency, bool delays_credits,
                           std::uint16_t cut) {
  inputs_[port].source = &source;
  inputs_[port].latency = static_cast<std::uint16_t>(latency + params_.credit_latency);
  inputs_[port].cut = cut;
  inputs_[port].delays_credits = delays_credits && params_.credit_delay.on;
  if (inputs_[port].delays_credits) last_credits_.resize(input_vcs_.size());
}

void Router::watch() {
  if (observers_.inputs) return;
  observers_.inputs = std::make_unique<InputProbes>(name(), clock_.period(), inputs_.size(), vcs_);
  for (unsigned port = 0; port < outputs_.size(); ++port) {
    if (!outputs_[port].connected() || outputs_[port].endless()) continue;
    observers_.outputs.push_back(std::make_unique<OutputProbes>(
        std::string(name()) + ".out_" + std::to_string(port), clock_.period(), vcs_));
    outputs_[port].watch(*observers_.outputs.back());
  }
}

Router::~Router() = default;

JournalEnd* Router::journal_end() { return observers_.journal.get(); }

void Router::start_of_simulation() {
  if (params_.journal && core::HopJournal::active() != nullptr)
    observers_.journal = std::make_unique<RouterJournal>(*this);
  for (const auto& probes : observers_.outputs) probes->start(observers_.buffer);
}

void Router::renew() {
  for (Input& input : inputs_) input.next_vc = 0;
  for (OutputPort& output : outputs_) output.renew();
}

void Router::flit_comes(unsigned port, const Flit& flit) {
  const unsigned index = port * vcs_ + flit.vc;
  InputVc& input_vc = input_vcs_[index];
  const bool first = input_vc.queue.empty();
  input_vc.queue.push_slot() = flit;
  // A head that comes to the front has no output yet and so waits for none.
  if (input_vc.routed) count_waiting(input_vc, +1);
  if (core::Probe::any_on() && observers_.inputs) observers_.inputs->flit(index, flit.at, +1);
  // A flit behind the front needs no wake-up: the front has one, and its departure checks the next
  // flit.
  if (!first) return;
  const core::Cycle ready = flit.at + router_latency_;
  occupied_[index / 64] |= bit(index % 64);
  clock_.wake(member_, ready);
}

void Router::put_counts(core::ByteWriter& writer) const {
  for (const core::Counter* const one : {&stats_.flits, &stats_.no_credit, &stats_.lost})
    writer.put(one->value());
  for (const OutputPort& output : outputs_) writer.put(output.flits());
}

void Router::take_counts(core::ByteReader& reader) {
  for (core::Counter* const one : {&stats_.flits, &stats_.no_credit, &stats_.lost}) {
    one->reset();
    *one += reader.get<std::uint64_t>();
  }
  for (OutputPort& output : outputs_) output.take_count(reader.get<std::uint64_t>());
}

std::uint64_t Router::flits_held() const {
  std::uint64_t flits = 0;
  for (const InputVc& input_vc : input_vcs_) flits += input_vc.queue.size();
  for (const OutputPort& output : outputs_) flits += output.queue.size();
  return flits;
}

unsigned Router::waiting_for(unsigned port) const {
  unsigned flits = 0;
  for (unsigned vc = 0; vc < vcs_; ++vc) flits += waiting_for(port, vc);
  return flits;
}

bool Router::idle() const {
  if (flits_held() != 0) return false;
  return std::all_of(outputs_.begin(), outputs_.end(),
                     [](const OutputPort& output) { return !output.connected() || output.home(); });
}

void Router::append_waits(std::vector<core::Wait>& waits) const {
  for (unsigned index = 0; index < input_vcs_.size(); ++index) {
    const InputVc& input_vc = input_vcs_[index];
    if (input_vc.queue.empty()) continue;
    waits.push_back({name(),
                     "input " + std::to_string(input_vc.input) + " VC " +
                         std::to_string(index % vcs_) + ": a credit of VC " +
                         std::to_string(input_vc.out_vc) + " at output " +
                         std::to_string(input_vc.out_port),
                     outputs_[input_vc.out_port].peer()});
  }
}

}  // namespace gf::hw::router
