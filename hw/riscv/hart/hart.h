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

/// Why a hart has stopped.
enum class Halt : std::uint8_t {
  kLimit,   ///< It has used the cycles that it was given.
  kWait,    ///< wfi: there is nothing to do.
  kTrap,    ///< A trap that the program has no handler for: cause() and value() tell of it.
  kWatched  ///< Its HartWatchClient wants it to.
};

/// One RV32IMC hart in machine mode: registers, instructions and their cycles, without a notion of
/// SystemC. Instructions are decoded once, into a table beside the memory at hand.
/// Timing: in order, a cycle an instruction, and what CoreParams adds.
/// Order: a store into instructions that were decoded takes them out of the table at once.
/// Traps: an exception before mtvec is set, or whose handler cannot be fetched, halts it.
/// Not modelled: other modes, physical memory protection, misaligned accesses (they trap).
class Hart {
 public:
  Hart(const CoreParams& params, HartBusIf& bus);

  /// Memory at hand: plain bytes of the host, for addresses from `base` on.
  void set_memory(std::uint8_t* bytes, std::uint32_t base, std::uint32_t size);
  /// `watch` sees what comes from now on. Where one stops the hart, those added after it have not
  /// yet been told of the instruction.
  void add_watch(HartWatchClient& watch) { watches_.push_back(&watch); }
  void add_watch_in_front(HartWatchClient& watch) { watches_.insert(watches_.begin(), &watch); }
  void reset(std::uint32_t pc);

  /// Runs until it has used `cycles` more, or halts before.
  Halt run(std::uint64_t cycles);
  /// In a call of the bus: cycles that it has taken. What is due is looked at behind it.
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
  /// Grows with each store, access of a CSR and trap: what a program does beside its registers.
  [[nodiscard]] std::uint64_t effects() const { return effects_; }
  /// In a call of the bus: as many more have passed, with no other effect.
  void skip(std::uint64_t cycles, std::uint64_t instructions) {
    cycles_ += cycles;
    instructions_ += instructions;
  }
  [[nodiscard]] std::uint32_t cause() const { return cause_; }  ///< Of the trap that halted it.
  [[nodiscard]] std::uint32_t value() const { return value_; }  ///< Its mtval.
  [[nodiscard]] const TagCache& icache() const { return icache_; }
  [[nodiscard]] const TagCache& dcache() const { return dcache_; }
  /// Bytes of the memory at hand have changed: what was decoded of them is forgotten.
  void forget_decoded(std::uint32_t offset, unsigned bytes);

 private:
  static constexpr unsigned kPageBits = 12;
  static constexpr std::uint32_t kSlots = 1u << (kPageBits - 1);  ///< One a half word.
  using Page = std::array<Instruction, kSlots>;

  template <bool kWatching>
  void run_until_left();
  bool instruction_comes();  ///< Whether a watch stops the hart in front of it.
  void tell_access(std::uint32_t address, unsigned bytes, bool is_write);
  void tell_done(const Instruction& it, std::uint64_t began, std::uint64_t fetched);
  [[nodiscard]] Stall stall_of(const Instruction& it, std::uint64_t cycles) const;
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
  bool by_bus_ = false;  ///< The instruction at hand has used the bus; only where one watches.
  Instruction fetched_;  ///< Where memory is not at hand.

  std::array<std::uint32_t, kNowhere + 1> x_{};
  std::uint32_t pc_ = 0;
  std::uint32_t next_pc_ = 0;  ///< Of the instruction at hand.
  std::uint64_t cycles_ = 0;
  std::uint64_t instructions_ = 0;
  std::uint64_t effects_ = 0;
  std::uint64_t leave_at_ = 0;           ///< The run ends when cycles_ has reached it.
  std::uint64_t cycles_read_ = 0;        ///< What of cycles_ is in csr.cycles.
  std::uint64_t instructions_read_ = 0;  ///< What of instructions_ is in csr.instructions.
  Halt halt_ = Halt::kLimit;
  std::uint32_t cause_ = 0;
  std::uint32_t value_ = 0;
  TagCache icache_;
  TagCache dcache_;
};

}  // namespace gf::hw::riscv
