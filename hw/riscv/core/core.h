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
#include "hw/riscv/hart/standing_extension.h"

namespace gf::hw::riscv {

/// Stops a core: told where it stands, with simulated time standing while it does not return.
class DebuggerIf : public HartWatchClient {
 public:
  /// Before the first instruction, and whenever instruction_comes() has stopped the hart.
  virtual void stopped() = 0;
  /// The program has trapped without a handler. True: it has been looked at, and stops().
  virtual void trapped(std::uint32_t cause) = 0;
};

/// A processor core: a hart, and two TLM-2.0 initiator sockets. `memory` has the program and its
/// data, and may grant direct access; everything else is the `bus`, where nothing is cached.
/// Timing: the hart's cycles of `period`. Temporally decoupled: it runs ahead of simulated time by
/// a quantum at most, and waits for it before each access of the bus; the access takes `io_cycles`
/// and what the target adds to its delay.
/// Interrupts are lines. One is taken at the next access of the bus or end of a quantum; one that
/// ends a wfi at once.
/// Asleep in wfi, it has no events. Nor while its program polls what a target says stands
/// (StandingExtension) and no line is high: it goes on at the poll that it would have been at, and
/// until then its polls are in no statistics. A program that traps without a handler ends the run
/// (exit 5) with pc, cause, function and simulated time. One that neither sleeps, nor reads or
/// writes on the bus what it has not there before, for `patience` is a livelock (exit 4): so does
/// one that polls while a line is high. While none is, nobody waits for it, and it may poll as long
/// as it likes.
class Core final : public sc_core::sc_module, public core::Quiescent, private HartBusIf {
 public:
  tlm_utils::simple_initiator_socket<Core> memory{"memory"};
  tlm_utils::simple_initiator_socket<Core> bus{"bus"};

  struct Stats : core::StatGroup {
    explicit Stats(const sc_core::sc_object& owner) : StatGroup(owner) {}
    core::Counter instructions{*this, "instructions", core::Unit::kCount, "instructions executed"};
    core::Counter cycles{*this, "cycles", core::Unit::kCount, "cycles in which it did not sleep"};
    core::Counter accesses{*this, "io", core::Unit::kCount, "accesses of the bus"};
    core::Counter sleeps{*this, "sleeps", core::Unit::kCount, "times that it slept in wfi"};
    core::Duration asleep{*this, "asleep", "time in wfi"};
  };
  /// Memory takes the addresses from `base` on, `size` bytes of them.
  struct Map {
    std::uint32_t base;
    std::uint32_t size;
  };

  SC_HAS_PROCESS(Core);
  Core(const sc_core::sc_module_name& name, const CoreParams& params, sc_core::sc_time period,
       Map map, sc_core::sc_time patience);
  ~Core() override;

  /// Loads `image` by transport_dbg and starts at its entry. Before the simulation, or in it.
  void start(std::shared_ptr<const ElfImage> image);
  void set_debugger(DebuggerIf& debugger);
  void set_interrupt(std::uint32_t bit, bool on);  ///< kExternalInterrupt, ...

  [[nodiscard]] Hart& hart() { return hart_; }
  [[nodiscard]] const ElfImage* image() const { return image_.get(); }
  /// Functional access to memory or bus; returns how many bytes there were.
  unsigned debug(tlm::tlm_command command, std::uint32_t address, std::uint8_t* data,
                 unsigned bytes);
  /// Of what comes next in the program, which may be ahead of simulated time.
  [[nodiscard]] core::Ticks date() const {
    return core::now_ticks() + (hart_.cycles() - synced_) * period_.value();
  }
  /// Cause of an exception in words.
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
  void bus_changes(sc_dt::uint64 first, sc_dt::uint64 last);  ///< What stood there does no more.
  void count();
  void look_for_livelock();
  void fail_trap();
  bool read(std::uint32_t address, unsigned bytes, std::uint32_t& value) override;
  bool write(std::uint32_t address, unsigned bytes, std::uint32_t value) override;
  /// An access of the bus: whether it shows that the program gets on.
  [[nodiscard]] bool gets_on(std::uint32_t address, std::uint32_t value);
  bool access(tlm::tlm_command command, std::uint32_t address, unsigned bytes,
              std::uint32_t& value);
  std::uint64_t transport(bool io, tlm::tlm_command command, std::uint32_t address, unsigned bytes,
                          std::uint32_t& value);  ///< Returns the target's cycles.
  /// What was read just now has been read like that before, and will be.
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
  StandingExtension standing_;
  PollWatch polls_;
  std::uint64_t synced_ = 0;   ///< Cycles of the hart that have passed in simulated time, too.
  std::uint64_t counted_ = 0;  ///< Instructions that are in the statistics.
  core::Ticks alive_at_ = 0;   ///< When it got on last.
  std::unordered_map<std::uint32_t, std::uint32_t> seen_;  ///< By address of the bus: last value.
  bool asleep_ = false;
  bool polling_ = false;  ///< Asleep for its polls.
  sc_core::sc_event wake_{"wake"};
  CoreProbes probes_;
  Stats stats_;
};

}  // namespace gf::hw::riscv
