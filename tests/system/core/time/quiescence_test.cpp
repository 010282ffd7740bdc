// SPDX-License-Identifier: Apache-2.0
// Holds: hw/pcie/port/egress.h hw/pcie/port/ingress.h hw/pcie/device/requester.h
// Deadlocks made on purpose: the run ends, somebody is not idle, and the report names the chain.
#include "core/time/watchdog.h"
#include "tests/support/foreign_targets.h"
#include "tests/support/lt_initiator.h"
#include "tests/support/matchers.h"
#include "tests/support/pcie_bench.h"

namespace gf::quiescence_test {
namespace {

/// `text` has these names one after the other.
void expect_in_order(const std::string& text, const std::vector<std::string>& names) {
  std::size_t at = 0;
  for (const std::string& name : names) {
    at = text.find(name, at);
    ASSERT_NE(at, std::string::npos) << name << " is missing or out of place in\n" << text;
  }
}

TEST(Deadlock, ConsumerThatNeverReturnsCreditsIsAtTheEndOfTheChain) {
  test::PcieBench bench("t2");
  bench.endpoint(4).stuck = true;
  bench.copy(0, 4, 10 << 20);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  expect_in_order(
      report.explanation,
      {"gpu0.copy_engine", "gpu0.egress", "k80_0.ingress_0", "k80_0.egress_2", "plx_a.ingress_0",
       "plx_a.egress_2", "rc.ingress_0", "rc.egress_1", "plx_b.ingress_2", "plx_b.egress_0",
       "k80_2.ingress_2", "k80_2.egress_0", "gpu4"});
  EXPECT_THAT(report.explanation, HasSubstr("posted credit"));
}

TEST(Deadlock, MemoryThatNeverRespondsIsNamed) {
  test::PcieBench bench("t2");
  test::AtTarget target("target", test::AtTarget::Style::kSilent);
  bench.gpu(3).memory.socket.bind(target.socket);
  bench.copy(1, 3, 1 << 20);
  sc_core::sc_start();
  const std::string text = core::explain(core::pending_waits());
  expect_in_order(text, {"gpu1.copy_engine", "gpu1.egress", "k80_0.ingress_1", "plx_a.ingress_0",
                         "k80_1.ingress_2", "k80_1.egress_1", "gpu3"});
  EXPECT_THAT(text, HasSubstr("memory accesses to end from gpu3.memory"));
}

TEST(Deadlock, ReadThatIsNeverAnsweredIsNamed) {
  test::PcieBench bench("t2");
  test::AtTarget target("target", test::AtTarget::Style::kSilent);
  bench.gpu(3).memory.socket.bind(target.socket);
  const std::uint64_t address = bench.gpu(3).window().first;
  test::LtInitiator host("host", [&](test::LtInitiator& self) {
    std::vector<std::uint8_t> bytes(64);
    self.read(address, bytes);
  });
  host.socket.bind(bench.gpu(0).requester.socket);
  sc_core::sc_start();
  EXPECT_FALSE(host.done);
  EXPECT_THAT(core::explain(core::pending_waits()),
              AllOf(HasSubstr("gpu0.requester waits for 64 of 64 B"), HasSubstr("gpu3.memory")));
}

/// A device that frees a place only when its answer to the packet has left: two of them, each with
/// one place, wait for one another.
class Echo final : public sc_core::sc_module,
                   public core::Quiescent,
                   private hw::link::TransmitterClient,
                   private hw::link::ReceiverClient {
 public:
  SC_HAS_PROCESS(Echo);
  explicit Echo(const sc_core::sc_module_name& name)
      : sc_module(name),
        Quiescent(this->name()),
        tx("tx", {}, 1, *this, {"a"}),
        rx("rx", {}, one_place(), 1, *this) {}

  hw::link::Transmitter tx;
  hw::link::Receiver rx;

  void begin() { tx.send(first_); }
  [[nodiscard]] bool idle() const override { return owed_ == 0; }
  void append_waits(std::vector<core::Wait>& waits) const override {
    waits.push_back({name(), "credit for its answer", tx.peer()});
  }

 private:
  static model::Packet packet() {
    model::Packet packet;
    packet.wire_bytes = 20;
    return packet;
  }
  static model::CreditLimitTable one_place() {
    model::CreditLimitTable limits{};
    limits[0] = {1, 0};
    return limits;
  }
  void on_packet(model::Packet&, core::Ticks, core::Ticks tail_at) override {
    ++owed_;
    wakeup_.at(tail_at);
  }
  void answer() {
    if (owed_ == 0 || !tx.credits().covers(0, {1, 0}, core::now_ticks())) return;
    --owed_;
    tx.send(answer_);
    rx.release(0, {1, 0}, core::now_ticks());
  }
  unsigned debug_access(tlm::tlm_generic_payload&) override { return 0; }
  void credit_comes(core::Ticks at) override { wakeup_.at(at); }
  void link_free_again() override {}

  unsigned owed_ = 0;
  core::Wakeup wakeup_{this, core::Runs<&Echo::answer>{}};
  model::Packet first_ = packet();
  model::Packet answer_ = packet();
};

TEST(Deadlock, CycleOfWaitsIsNamed) {
  Echo a("a");
  Echo b("b");
  a.tx.connect(b.rx);
  b.tx.connect(a.rx);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  a.begin();
  b.begin();
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kDeadlock);
  EXPECT_THAT(report.explanation, HasSubstr("cycle: a -> b -> a"));
}

TEST(Deadlock, RunThatEndsWellHasNone) {
  test::PcieBench bench("t1");
  bench.copy(0, 7, 1 << 20);
  const core::RunEndReport report = core::run_simulation({});
  EXPECT_EQ(report.end, core::RunEnd::kQuiescent);
  EXPECT_THAT(report.explanation, Not(HasSubstr("wait")));
}

}  // namespace
}  // namespace gf::quiescence_test
