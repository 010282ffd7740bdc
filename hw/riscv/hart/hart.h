// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/riscv/hart/core_params.h"
#include "hw/riscv/hart/csr_file.h"
#include "hw/riscv/hart/hart_bus_if.h"
#include "hw/riscv/hart/hart_watch_client.h"
#include "hw/riscv/hart/instruction.h"
#include "hw/riscv/hart/tag_cache.h"

namespace gf::hw::riscv {

/// Reason why a hart has stopped.
enum class Halt : std::uint8_t {
  kLimit,   ///< It has used the given cycles.
  kWait,    ///< wfi: it waits for an interrupt.
  kTrap,    ///< A trap without a handler: see cause() and value().
  kWatched  ///< Its HartWatchClient requested it.
};

/// One RV32IMC hart in machine mode: registers, instructions and their cycles; independent of
/// SystemC. Instructions are decoded once, into a table for the attached memory.
/// Timing: in order, one cycle per instruction plus the cycles of CoreParams.
/// Order: a store to decoded instructions removes them from the table at once.
/// Traps: an exception before mtvec is set, or one whose handler cannot be fetched, halts the hart.
/// Not modelled: other modes, physical memory protection, misaligned accesses (they trap).
class Hart {
 public:
  Hart(const CoreParams& params, HartBusIf& bus);

  /// Attaches memory that is accessed directly: host bytes for addresses from `base` on.
  void set_memory(std::uint8_t* bytes, std::uint32_t base, std::uint32_t size);
  /// Adds `watch`, which is called from now on. If a watch stops the hart, those after it have not
  /// yet been called for the instruction.
  void add_watch(HartWatchClient& watch) { watches_.push_back(&watch); }
  void add_watch_in_front(HartWatchClient& watch) { watches_.insert(watches_.begin(), &watch); }
  void reset(std::uint32_t pc);

  /// Runs until it has used `cycles` more cycles, or halts.
  Halt run(std::uint64_t cycles);
  /// To be called during a bus access: adds the cycles of the access. Interrupts that are due are
  /// checked after it.
  void add_cycles(std::uint64_t cycles) {
    cycles_ += cycles;
    leave_at_ = 0;
  }

  [[nodiscard]] std::uint32_t pc() const { return pc_; }
  void set_pc(std::uint32_t pc) { pc_ = pc & ~1u; }
  [[nodiscard]] std::uint32_t reg(unsigned number) const { return x_[number]; }
  void set_reg(unsigned number, std::uint32_t value) {
    if (number != 0) x_[number] = value;
  }
  CsrFile csr;
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  [[nodiscard]] std::uint64_t instructions() const { return instructions_; }
  /// Counts stores, CSR accesses and traps: all effects of a program outside its registers.
  [[nodiscard]] std::uint64_t effects() const { return effects_; }
  /// To be called during a bus access: adds cycles and instructions without any other effect.
  void skip(std::uint64_t cycles, std::uint64_t instructions) {
    cycles_ += cycles;
    instructions_ += instructions;
  }
  [[nodiscard]] std::uint32_t cause() const { return cause_; }  ///< Of the trap that halted it.
  [[nodiscard]] std::uint32_t value() const { return value_; }  ///< Its mtval.
  [[nodiscard]] const TagCache& icache() const { return icache_; }
  [[nodiscard]] const TagCache& dcache() const { return dcache_; }
  /// Bytes of the attached memory have changed; discards the decoded instructions there.
  void forget_decoded(std::uint32_t offset, unsigned bytes);

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kSlots = 1u << (kPageBits - 1);  ///< One per half word.
  using Page = std::array<Instruction, kSlots>;

  template <bool kWatching>
  void run_until_left();
  bool instruction_comes();  ///< Returns whether a watch stops the hart before the instruction.
  void tell_access(std::uint32_t address, unsigned bytes, bool is_write);
  void tell_done(const Instruction& it, std::uint64_t began, std::uint64_t fetched);
  [[nodiscard]] HartStall stall_of(const Instruction& it, std::uint64_t cycles) const;
  [[nodiscard]] const Instruction* fetch();  ///< Null: it has trapped.
  [[nodiscard]] const Instruction* fetch_by_bus();
  Page* new_page(std::uint32_t number);
  bool decode_here(Instruction& place);
  bool read_half(std::uint32_t address, std::uint32_t& half);
  inline void execute(const Instruction& it);
  template <unsigned kBytes>
  inline bool load(std::uint32_t address, std::uint32_t& value);
  template <unsigned kBytes>
  inline void store(std::uint32_t address, std::uint32_t value);
  template <class T>
  inline void load_to(const Instruction& it);
  inline void jump(std::uint32_t to);
  /// Charges a load or store that misses the data cache, and loads its line.
  void look_up_data(std::uint32_t address) {
    if (dcache_.present() && !dcache_.look_up(address)) cycles_ += params_.miss_cycles;
  }
  void divide(const Instruction& it);
  void access_csr(const Instruction& it);
  void trap(std::uint32_t cause, std::uint32_t value);
  void halt(Halt why);
  [[nodiscard]] bool at_hand(std::uint32_t address, unsigned bytes) const {
    return address - base_ <= size_ - bytes && size_ >= bytes;
  }

  const CoreParams params_;
  const unsigned load_cycles_, branch_cycles_, multiply_cycles_, divide_cycles_;
  HartBusIf& bus_;
  std::vector<HartWatchClient*> watches_;
  std::uint8_t* memory_ = nullptr;
  std::uint32_t base_ = 0;
  std::uint32_t size_ = 0;
  std::vector<std::unique_ptr<Page>> pages_;
  /// The current instruction has used the bus; only maintained with watches.
  bool by_bus_ = false;
  Instruction fetched_;  ///< Used outside the attached memory.

  std::array<std::uint32_t, kNowhere + 1> x_{};
  std::uint32_t pc_ = 0;
  std::uint32_t next_pc_ = 0;  ///< Of the current instruction.
  std::uint64_t cycles_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t effects_ = 0;
  std::uint64_t leave_at_ = 0;           ///< The inner loop ends when cycles_ reaches it.
  std::uint64_t cycles_read_ = 0;        ///< Value of cycles_ included in csr.cycles.
  std::uint64_t instructions_read_ = 0;  ///< Value of instructions_ included in csr.instructions.
  Halt halt_ = Halt::kLimit;
  std::uint32_t cause_ = 0;
  std::uint32_t value_ = 0;
  TagCache icache_;
  TagCache dcache_;
};

}  // namespace gf::hw::riscv
