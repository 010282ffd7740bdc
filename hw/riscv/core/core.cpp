// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/core/core.h"

#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/time/watchdog.h"

namespace gf::hw::riscv {

Core::Core(const sc_core::sc_module_name& name, const CoreParams& params, sc_core::sc_time period,
           Map map, sc_core::sc_time patience)
    : sc_module(name),
      Quiescent(this->name()),
      params_(params),
      period_(period),
      map_(map),
      patience_(patience),
      hart_(params, *this),
      probes_(*this, this->name(), period.value()),
      stats_(*this) {
  params_.validate(this->name());
  payload_.set_extension(&standing_);
  bus.register_invalidate_direct_mem_ptr(this, &Core::bus_changes);
  SC_THREAD(work);
}

Core::~Core() { payload_.clear_extension(&standing_); }

void Core::start_of_simulation() {
  if (probes_.on()) hart_.add_watch(probes_);
  tlm::tlm_generic_payload asked;
  asked.set_command(tlm::TLM_READ_COMMAND);
  asked.set_address(map_.base);
  tlm::tlm_dmi dmi;
  // Uses direct access only if it covers the whole memory, for reading and writing; otherwise uses
  // transactions.
  if (memory->get_direct_mem_ptr(asked, dmi) && dmi.is_read_write_allowed() &&
      dmi.get_start_address() <= map_.base &&
      dmi.get_end_address() >= std::uint64_t{map_.base} + map_.size - 1)
    hart_.set_memory(dmi.get_dmi_ptr() + (map_.base - dmi.get_start_address()), map_.base,
                     map_.size);
}

void Core::start(std::shared_ptr<const ElfImage> image) {
  image_ = std::move(image);
  image_->load([this](std::uint32_t address, std::uint8_t* data, unsigned bytes) {
    return debug(tlm::TLM_WRITE_COMMAND, address, data, bytes);
  });
  hart_.reset(image_->entry());
  wake_.notify(sc_core::SC_ZERO_TIME);
}

void Core::set_debugger(DebuggerIf& debugger) {
  debugger_ = &debugger;
  hart_.add_watch_in_front(debugger);  // an instruction that it stops has not reached the others
}

void Core::set_interrupt(std::uint32_t bit, bool on) {
  hart_.csr.set_pending(bit, on);
  // counts as progress: the program has handled a request, or has a new one
  alive_at_ = core::now_ticks();
  if (asleep_ && (polling_ || hart_.csr.pending() != 0)) wake_.notify();
}

void Core::work() {
  while (image_ == nullptr) wait(wake_);
  alive_at_ = core::now_ticks();
  if (debugger_ != nullptr) debugger_->stopped();
  for (;;) {
    const Halt halt = hart_.run(params_.quantum);
    count();
    sync();
    if (halt == Halt::kWait) sleep();
    if (halt == Halt::kTrap) fail_trap();
    if (halt == Halt::kWatched) debugger_->stopped();
    if (halt == Halt::kLimit) look_for_livelock();
  }
}

void Core::sync() {
  const std::uint64_t ahead = hart_.cycles() - synced_;
  synced_ = hart_.cycles();
  if (ahead != 0) wait(static_cast<double>(ahead) * period_);
}

void Core::sleep() {
  const core::Ticks began = core::now_ticks();
  asleep_ = true;
  ++stats_.sleeps;
  probes_.set_asleep(true);
  while (hart_.csr.pending() == 0) wait(wake_);
  asleep_ = false;
  probes_.set_asleep(false);
  alive_at_ = core::now_ticks();
  stats_.asleep.add_ticks(alive_at_ - began);
}

void Core::sleep_through_polls() {
  const core::Ticks began = core::now_ticks();
  asleep_ = polling_ = true;
  probes_.set_asleep(true);
  wait(wake_);
  probes_.set_asleep(false);
  asleep_ = polling_ = false;
  const core::Ticks turn = polls_.turn().cycles * period_.value();
  const std::uint64_t turns = (core::now_ticks() - began + turn - 1) / turn;
  hart_.skip(turns * polls_.turn().cycles, turns * polls_.turn().instructions);
  synced_ = hart_.cycles();
  stats_.accesses += turns;
  wait(core::to_time(began + turns * turn - core::now_ticks()));
  polls_.forget();
}

void Core::bus_changes(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) {
  if (polling_) wake_.notify();
}

void Core::count() {
  stats_.instructions += hart_.instructions() - std::exchange(counted_, hart_.instructions());
  stats_.cycles += hart_.cycles() - stats_.cycles.value();
}

void Core::look_for_livelock() {
  if (core::now_ticks() - alive_at_ < patience_.value()) return;
  core::stop_as_livelock(
      fmt::format("{}: the program has neither slept nor read or written anything new on the"
                  " bus for {} and is at {}",
                  name(), core::to_text(patience_), where()));
  wait(wake_);
}

void Core::fail_trap() {
  if (debugger_ != nullptr) debugger_->trapped(hart_.cause());
  core::fail_input(image_->path(), 0,
                   fmt::format("{}: {} ({:#x}) without a handler at {}", name(),
                               words_for(hart_.cause()), hart_.value(), where()),
                   "a program that sets mtvec, or one that does not trap");
}

std::string Core::where() const {
  return fmt::format("pc {}, {}", image_->describe(hart_.pc()),
                     core::to_text(sc_core::sc_time_stamp()));
}

std::string Core::words_for(std::uint32_t cause) {
  static const char* const kWords[] = {"misaligned instruction", "instruction access fault",
                                       "illegal instruction",    "breakpoint",
                                       "misaligned load",        "load access fault",
                                       "misaligned store",       "store access fault"};
  if (cause < std::size(kWords)) return kWords[cause];
  return cause == 11 ? "environment call" : fmt::format("cause {}", cause);
}

bool Core::read(std::uint32_t address, unsigned bytes, std::uint32_t& value) {
  value = 0;
  return access(tlm::TLM_READ_COMMAND, address, bytes, value);
}

bool Core::write(std::uint32_t address, unsigned bytes, std::uint32_t value) {
  return access(tlm::TLM_WRITE_COMMAND, address, bytes, value);
}

bool Core::gets_on(std::uint32_t address, std::uint32_t value) {
  if (!hart_.csr.raised()) return true;
  const auto [last, first] = seen_.try_emplace(address, value);
  return std::exchange(last->second, value) != value || first;
}

bool Core::access(tlm::tlm_command command, std::uint32_t address, unsigned bytes,
                  std::uint32_t& value) {
  const bool io = !in_memory(address);
  // Synchronizes so that others see the access at its time, and it sees their effects up to then.
  if (io) sync();
  std::uint64_t target = transport(io, command, address, bytes, value);
  if (io && command == tlm::TLM_READ_COMMAND && polls(address, value)) {
    sleep_through_polls();
    value = 0;
    target = transport(io, command, address, bytes, value);
  }
  hart_.add_cycles(target + (io ? params_.io_cycles.get() : 0));
  if (io) ++stats_.accesses;
  if (io && gets_on(address, value)) alive_at_ = core::now_ticks();
  return payload_.is_response_ok();
}

bool Core::polls(std::uint32_t address, std::uint32_t value) {
  return polls_.repeats(hart_, address, value) && standing_.stands && !hart_.csr.raised();
}

std::uint64_t Core::transport(bool io, tlm::tlm_command command, std::uint32_t address,
                              unsigned bytes, std::uint32_t& value) {
  standing_.stands = false;
  payload_.set_command(command);
  payload_.set_address(address);
  payload_.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload_.set_data_length(bytes);
  payload_.set_streaming_width(bytes);
  payload_.set_byte_enable_ptr(nullptr);
  payload_.set_dmi_allowed(false);
  payload_.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  sc_core::sc_time delay;
  if (io)
    bus->b_transport(payload_, delay);
  else
    memory->b_transport(payload_, delay);
  return (delay.value() + period_.value() - 1) / period_.value();
}

unsigned Core::debug(tlm::tlm_command command, std::uint32_t address, std::uint8_t* data,
                     unsigned bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(bytes);
  payload.set_streaming_width(bytes);
  if (!in_memory(address)) return bus->transport_dbg(payload);
  const unsigned moved = memory->transport_dbg(payload);
  if (command == tlm::TLM_WRITE_COMMAND) hart_.forget_decoded(address - map_.base, moved);
  return moved;
}

void Core::append_waits(std::vector<core::Wait>& waits) const {
  waits.push_back({name(), "its program, at " + where(), name()});
}

}  // namespace gf::hw::riscv
