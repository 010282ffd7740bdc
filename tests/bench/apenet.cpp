// SPDX-License-Identifier: Apache-2.0
// What a packet costs at each link of the torus, and what a task of the card's firmware costs.
#include <algorithm>
#include <benchmark/benchmark.h>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/time/watchdog.h"
#include "hw/apenet/network/torus_switch.h"
#include "hw/apenet/nios/processor.h"
#include "tests/bench/forked.h"

namespace {

using gf::bench::Cost;
using namespace gf::hw::apenet;

/// A node without a card: it sends packets to a partner as fast as its switch takes them.
class Injector final : public RoomClient, public PacketSink {
 public:
  Injector(TorusSwitch& out, PacketPool& pool, unsigned node, unsigned partner, unsigned packets)
      : out_(out), pool_(pool), node_(node), partner_(partner), left_(packets) {
    out.connect(*this);
  }
  void room_again() override { send(); }
  bool has_room(RoomClient&) override { return true; }
  void take(TorusPacket& packet) override { pool_.recycle(packet); }
  void send() {
    while (left_ > 0 && out_.has_room(*this)) {
      --left_;
      TorusPacket& packet = pool_.make();
      packet.header.source = node_;
      packet.header.destination = partner_;
      packet.payload_bytes = kMaxPacketPayload;
      packet.wire_bytes = wire_bytes_of(kMaxPacketPayload);
      out_.take(packet);
    }
  }

 private:
  TorusSwitch& out_;
  PacketPool& pool_;
  const unsigned node_;
  const unsigned partner_;
  unsigned left_;
};

/// All nodes of a torus of `side`^3 send to the one half of the torus away.
Cost packet_hops(unsigned side, unsigned packets) {
  const gf::model::Torus shape{{side, side, side}};
  const TorusSwitchParams params;
  PacketPool pool;
  std::vector<std::unique_ptr<TorusSwitch>> switches;
  std::vector<TorusSwitch*> all;
  std::vector<std::unique_ptr<Injector>> nodes;
  for (unsigned i = 0; i < shape.routers(); ++i) {
    const std::string name = "switch_" + std::to_string(i);
    switches.push_back(std::make_unique<TorusSwitch>(name.c_str(), params, shape, i, 1));
    all.push_back(switches.back().get());
    const unsigned partner = (i + shape.routers() / 2 + side / 2) % shape.routers();
    nodes.push_back(std::make_unique<Injector>(*all.back(), pool, i, partner, packets));
  }
  wire(shape, all);
  struct Starter final : sc_core::sc_module {
    SC_HAS_PROCESS(Starter);
    Starter(const sc_core::sc_module_name& name, std::function<void()> code)
        : sc_module(name), begin(std::move(code)) {
      SC_METHOD(run);
    }
    void run() { begin(); }
    std::function<void()> begin;
  } starter("starter", [&] {
    for (const auto& node : nodes) node->send();
  });
  Cost cost;
  cost.seconds = gf::bench::timed([] { gf::core::run_simulation({}); });
  for (const auto& each : switches) cost.events += each->stats().forwarded.value();
  return cost;
}

/// A task of two segments that posts itself again.
class Again final : public Firmware {
 public:
  Again(Processor& processor, unsigned tasks) : processor_(processor), left_(tasks) {}
  bool run(unsigned step, void*, Meter& meter) override {
    meter.charge(100);
    if (step == 0) return true;
    if (--left_ > 0) processor_.post(NiosTaskKind::kRxPacket, *this, nullptr);
    return false;
  }

 private:
  Processor& processor_;
  unsigned left_;
};

Cost firmware_tasks(unsigned processors, unsigned tasks) {
  std::vector<std::unique_ptr<Processor>> all;
  std::vector<std::unique_ptr<Again>> code;
  for (unsigned i = 0; i < processors; ++i) {
    const std::string name = "nios_" + std::to_string(i);
    all.push_back(std::make_unique<Processor>(name.c_str(), CostTable{}));
    code.push_back(std::make_unique<Again>(*all.back(), tasks));
    all.back()->post(NiosTaskKind::kRxPacket, *code.back(), nullptr);
  }
  Cost cost;
  cost.seconds = gf::bench::timed([] { gf::core::run_simulation({}); });
  for (const auto& each : all) cost.events += each->stats().tasks.value();
  return cost;
}

void report(benchmark::State& state, const Cost& cost, const char* what, unsigned processes) {
  const Cost bare =
      gf::bench::run_forked([=] { return gf::bench::bare_events(processes, 1'000'000); });
  state.SetIterationTime(cost.seconds);
  state.counters[std::string("ns/") + what] = cost.nanoseconds();
  state.counters[std::string("bare_events/") + what] = cost.nanoseconds() / bare.nanoseconds();
}

/// Argument: nodes along an edge.
void BM_ApenetPacketHop(benchmark::State& state) {
  const auto side = static_cast<unsigned>(state.range(0));
  const unsigned nodes = side * side * side;
  for (auto _ : state) {
    const Cost cost =
        gf::bench::run_forked([=] { return packet_hops(side, std::max(50u, 40'000u / nodes)); });
    report(state, cost, "packet_hop", nodes);
  }
}
BENCHMARK(BM_ApenetPacketHop)->Arg(2)->Arg(4)->Arg(8)->UseManualTime()->Iterations(3);

/// Argument: processors.
void BM_ApenetFirmwareTask(benchmark::State& state) {
  const auto processors = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const Cost cost =
        gf::bench::run_forked([=] { return firmware_tasks(processors, 400'000 / processors); });
    report(state, cost, "firmware_task", processors);
  }
}
BENCHMARK(BM_ApenetFirmwareTask)->Arg(8)->Arg(512)->UseManualTime()->Iterations(3);

}  // namespace
