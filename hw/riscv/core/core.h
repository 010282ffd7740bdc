// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <unordered_map>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/time/quiescence.h"
#include "hw/riscv/core/core_probes.h"
#include "hw/riscv/core/elf_image.h"
#include "hw/riscv/hart/hart.h"
#include "hw/riscv/hart/poll_watch.h"
#include "hw/riscv/hart/stable_value_extension.h"

namespace gf::hw::riscv {

/// Debugs a core. It is called when the core stops; simulated time does not advance until it
/// returns.
class DebuggerIf : public HartWatchClient {
 public:
  /// Called before the first instruction, and whenever instruction_comes() has stopped the hart.
  virtual void stopped() = 0;
  /// Called when the program has trapped without a handler. On return the run ends.
  virtual void trapped(std::uint32_t cause) = 0;
};

/// A processor core: a hart and two TLM-2.0 initiator sockets. `memory` holds the program and its
/// data, and may grant direct access. All other addresses go to the `bus`, where nothing is cached.
/// Timing: the hart's cycles of `period`. The core is temporally decoupled: it runs ahead of
/// simulated time by at most a quantum, and waits for simulated time before each bus access. The
/// access takes `io_cycles` and the delay that the target adds.
/// Interrupts are lines. One is taken at the next bus access or end of a quantum; an interrupt that
/// ends a wfi is taken at once.
/// A core that sleeps in wfi has no events. The same holds while its program polls a value that a
/// target has promised not to change (StableValueExtension) and no line is high. It then continues
/// at the poll at which it would have been; until then its polls are not in the statistics. Errors:
/// a program that traps without a handler ends the run (exit 5) with pc, cause, function and
/// simulated time. A livelock (exit 4) is reported if, for `patience`, the program neither sleeps
/// nor makes a new bus access. While an interrupt line is high, an access that repeats the last
/// value of its address, as in polling, is not new. While no line is high every bus access is new,
/// so the program may poll without limit.
class Core final : public sc_core::sc_module, public core::Quiescent, private HartBusIf {
 public:
  tlm_utils::simple_initiator_socket<Core> memory{"memory"};
  tlm_utils::simple_initiator_socket<Core> bus{"bus"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter instructions{*this, "instructions", core::Unit::kCount, "instructions executed"};
    core::Counter cycles{*this, "cycles", core::Unit::kCount, "cycles in which it did not sleep"};
    core::Counter accesses{*this, "io", core::Unit::kCount, "bus accesses"};
    core::Counter sleeps{*this, "sleeps", core::Unit::kCount, "times that it slept in wfi"};
    core::Duration asleep{*this, "asleep", "time in wfi"};
  };
  /// The addresses of memory: `size` bytes from `base` on.
  struct Map {
    std::uint32_t base;
    std::uint32_t size;
  };

  SC_HAS_PROCESS(Core);
  Core(const sc_core::sc_module_name& name, const CoreParams& params, sc_core::sc_time period,
       Map map, sc_core::sc_time patience);
  ~Core() override;

  /// Loads `image` by transport_dbg and starts at its entry. Call before or during the simulation.
  void start(std::shared_ptr<const ElfImage> image);
  void set_debugger(DebuggerIf& debugger);
  void set_interrupt(std::uint32_t bit, bool on);  ///< kExternalInterrupt, ...

  [[nodiscard]] Hart& hart() { return hart_; }
  [[nodiscard]] const ElfImage* image() const { return image_.get(); }
  /// Functional access to memory or bus; returns the number of bytes accessed.
  unsigned debug(tlm::tlm_command command, std::uint32_t address, std::uint8_t* data,
                 unsigned bytes);
  /// Returns the time of the program's next instruction, which may be ahead of simulated time.
  [[nodiscard]] core::Ticks date() const {
    return core::now_ticks() + (hart_.cycles() - synced_) * period_.value();
  }
  /// Returns the name of an exception's cause.
  static std::string words_for(std::uint32_t cause);
  [[nodiscard]] std::string where() const;  ///< pc, function and simulated time.
  [[nodiscard]] const Stats& stats() const { return stats_; }
  [[nodiscard]] bool idle() const override {
    return image_ == nullptr || (asleep_ && !hart_.csr.raised());
  }
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void work();  ///< SC_THREAD; the only process of the core.
  void start_of_simulation() override;
  void sync();
  void sleep();
  void sleep_through_polls();
  void bus_changes(sc_dt::uint64 first, sc_dt::uint64 last);  ///< A promised value has ended.
  void count();
  void look_for_livelock();
  void fail_trap();
  bool read(std::uint32_t address, unsigned bytes, std::uint32_t& value) override;
  bool write(std::uint32_t address, unsigned bytes, std::uint32_t value) override;
  /// Returns whether this bus access shows progress of the program.
  [[nodiscard]] bool gets_on(std::uint32_t address, std::uint32_t value);
  bool access(tlm::tlm_command command, std::uint32_t address, unsigned bytes,
              std::uint32_t& value);
  std::uint64_t transport(bool io, tlm::tlm_command command, std::uint32_t address, unsigned bytes,
                          std::uint32_t& value);  ///< Returns the target's cycles.
  /// Returns whether the last read repeats earlier ones and will repeat until its value changes.
  [[nodiscard]] bool polls(std::uint32_t address, std::uint32_t value);
  [[nodiscard]] bool in_memory(std::uint32_t address) const {
    return address - map_.base < map_.size;
  }

  const CoreParams params_;
  const sc_core::sc_time period_;
  const Map map_;
  const sc_core::sc_time patience_;
  Hart hart_;
  DebuggerIf* debugger_ = nullptr;
  std::shared_ptr<const ElfImage> image_;
  tlm::tlm_generic_payload payload_;
  StableValueExtension standing_;
  PollWatch polls_;
  std::uint64_t synced_ = 0;   ///< Cycles of the hart that have also passed in simulated time.
  std::uint64_t counted_ = 0;  ///< Instructions included in the statistics.
  core::Ticks alive_at_ = 0;   ///< Time of the last progress.
  std::unordered_map<std::uint32_t, std::uint32_t> seen_;  ///< Last value by bus address.
  bool asleep_ = false;
  bool polling_ = false;  ///< Asleep instead of polling.
  sc_core::sc_event wake_{"wake"};
  CoreProbes probes_;
  Stats stats_;
};

}  // namespace gf::hw::riscv
