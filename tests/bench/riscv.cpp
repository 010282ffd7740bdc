// SPDX-License-Identifier: Apache-2.0
// What an instruction of a core costs when nothing else happens: no access of the bus, a quantum a
// timed event.
#include <benchmark/benchmark.h>
#include <memory>
#include <string>
#include <vector>

#include "core/system/scratch_directory.h"
#include "core/time/watchdog.h"
#include "hw/riscv/core/core.h"
#include "hw/riscv/core/tight_memory.h"
#include "tests/bench/forked.h"
#include "tests/support/riscv_program.h"

namespace {

using namespace gf::hw::riscv;
using gf::bench::Cost;
using gf::test::RiscvProgram;

/// A loop as compilers make them: loads, arithmetic, a store, branches taken and not, `turns`
/// times.
RiscvProgram busy_loop(std::uint32_t turns) {
  RiscvProgram program;
  program.set(1, RiscvProgram::kBase + 4096);
  program.set(2, turns);
  const std::uint32_t loop = program.here();
  program.lw(3, 1, 0);
  program.addi(4, 3, 1);
  program.r_type(0, 4, 5, 4, 3);  // xor
  program.branch(0, 5, 0, 8);     // never taken: they differ in a bit
  program.i_type(0x13, 1, 6, 5, 3);
  program.sw(4, 1, 0);
  program.addi(2, 2, -1);
  program.branch(1, 2, 0, static_cast<std::int32_t>(loop - program.here()));
  program.wfi();
  program.fill_to(8192);
  return program;
}

/// The bus has nobody.
class NoDevice final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<NoDevice> socket{"socket"};
  explicit NoDevice(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &NoDevice::access);
  }

 private:
  void access(tlm::tlm_generic_payload&, sc_core::sc_time&) {}
};

Cost instructions(unsigned cores, std::uint32_t turns) {
  const gf::core::ScratchDirectory scratch;
  const std::string file = (scratch / "loop.elf").string();
  busy_loop(turns).write_elf(file);
  const auto image = std::make_shared<const ElfImage>(file);
  std::vector<std::unique_ptr<sc_core::sc_module>> parts;
  std::vector<Core*> all;
  for (unsigned i = 0; i < cores; ++i) {
    const std::string number = std::to_string(i);
    auto memory =
        std::make_unique<TightMemory>(("memory_" + number).c_str(), RiscvProgram::kBase, 1 << 16);
    auto device = std::make_unique<NoDevice>(("device_" + number).c_str());
    auto core = std::make_unique<Core>(
        ("core_" + number).c_str(), CoreParams{}, sc_core::sc_time(5, sc_core::SC_NS),
        Core::Map{RiscvProgram::kBase, 1 << 16}, sc_core::sc_time(100, sc_core::SC_SEC));
    core->memory.bind(memory->socket);
    core->bus.bind(device->socket);
    core->start(image);
    all.push_back(core.get());
    parts.push_back(std::move(memory));
    parts.push_back(std::move(device));
    parts.push_back(std::move(core));
  }
  Cost cost;
  cost.seconds = gf::bench::timed([] { gf::core::run_simulation({}); });
  for (const Core* core : all) cost.events += core->stats().instructions.value();
  return cost;
}

/// Argument: cores.
void BM_RiscvInstruction(benchmark::State& state) {
  const auto cores = static_cast<unsigned>(state.range(0));
  for (auto _ : state) {
    const Cost cost =
        gf::bench::run_forked([=] { return instructions(cores, 10'000'000 / cores); });
    const Cost bare =
        gf::bench::run_forked([=] { return gf::bench::bare_events(cores, 1'000'000); });
    state.SetIterationTime(cost.seconds);
    state.counters["ns/instruction"] = cost.nanoseconds();
    state.counters["M instructions/s"] = 1e3 / cost.nanoseconds();
    state.counters["instructions/bare_event"] = bare.nanoseconds() / cost.nanoseconds();
  }
}
BENCHMARK(BM_RiscvInstruction)->Arg(1)->Arg(8)->UseManualTime()->Iterations(3);

}  // namespace
