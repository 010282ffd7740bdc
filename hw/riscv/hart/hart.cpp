// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/hart/hart.h"

#include <cstring>
#include <limits>
#include <utility>

namespace gf::hw::riscv {
namespace {

// Causes of exceptions (privileged manual, 3.1.15).
enum Cause : std::uint32_t {
  kFetchFault = 1,
  kIllegalInstruction = 2,
  kBreakpoint = 3,
  kLoadMisaligned = 4,
  kLoadFault = 5,
  kStoreMisaligned = 6,
  kStoreFault = 7,
  kEcallFromMachine = 11,
};

std::int32_t as_signed(std::uint32_t value) { return static_cast<std::int32_t>(value); }
std::uint32_t high_word(std::int64_t product) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(product) >> 32);
}

}  // namespace

Hart::Hart(const CoreParams& params, HartBusIf& bus)
    : params_(params),
      load_cycles_(params.load_cycles),
      branch_cycles_(params.branch_cycles),
      multiply_cycles_(params.multiply_cycles),
      divide_cycles_(params.divide_cycles),
      bus_(bus),
      icache_(params.icache.count(), params.line.count()),
      dcache_(params.dcache.count(), params.line.count()) {}

void Hart::set_memory(std::uint8_t* bytes, std::uint32_t base, std::uint32_t size) {
  memory_ = bytes;
  base_ = base;
  size_ = size;
  pages_.clear();
  pages_.resize((size + (1u << kPageBits) - 1) >> kPageBits);
}

void Hart::forget_decoded(std::uint32_t offset, unsigned bytes) {
  if (pages_.empty()) return;
  // An instruction of four bytes may begin two bytes earlier.
  for (std::uint32_t at = offset < 2 ? 0 : (offset - 2) & ~1u; at < offset + bytes; at += 2)
    if (Page* const page = pages_[at >> kPageBits].get(); page != nullptr)
      (*page)[at >> 1 & (kSlots - 1)].op = Op::kUndecoded;
}

void Hart::reset(std::uint32_t pc) {
  x_ = {};
  csr = {};
  cycles_read_ = cycles_;
  instructions_read_ = instructions_;
  set_pc(pc);
}

Halt Hart::run(std::uint64_t cycles) {
  const std::uint64_t end = cycles_ + cycles;
  halt_ = Halt::kLimit;
  // The inner loop is left early when an interrupt may be due: after changes of the interrupt
  // registers and after bus accesses.
  do {
    leave_at_ = end;
    if (const std::uint32_t cause = csr.interrupt(); cause != 0) {
      pc_ = csr.enter_trap(pc_, cause, 0);
      ++effects_;
      cycles_ += branch_cycles_;
    }
    if (!watches_.empty())
      run_until_left<true>();
    else
      run_until_left<false>();
  } while (halt_ == Halt::kLimit && cycles_ < end);
  return halt_;
}

void Hart::halt(Halt why) {
  halt_ = why;
  leave_at_ = 0;
}

template <bool kWatching>
void Hart::run_until_left() {
  while (cycles_ < leave_at_) {
    if (kWatching && instruction_comes()) return halt(Halt::kWatched);
    const std::uint64_t began = cycles_;
    const Instruction* const it = fetch();
    if (it == nullptr) continue;
    next_pc_ = pc_ + it->bytes;
    const std::uint64_t fetched = cycles_;
    ++cycles_;
    ++instructions_;
    execute(*it);
    if (kWatching) tell_done(*it, began, fetched);
    pc_ = next_pc_;
  }
}

const Instruction* Hart::fetch() {
  if (!at_hand(pc_, 2)) return fetch_by_bus();
  if (icache_.present() && !icache_.look_up(pc_)) cycles_ += params_.fetch_miss_cycles;
  const std::uint32_t offset = pc_ - base_;
  Page* page = pages_[offset >> kPageBits].get();
  if (page == nullptr) page = new_page(offset >> kPageBits);
  Instruction& place = (*page)[offset >> 1 & (kSlots - 1)];
  if (place.op == Op::kUndecoded && !decode_here(place)) return nullptr;
  return &place;
}

const Instruction* Hart::fetch_by_bus() { return decode_here(fetched_) ? &fetched_ : nullptr; }

Hart::Page* Hart::new_page(std::uint32_t number) {
  pages_[number] = std::make_unique<Page>();
  return pages_[number].get();
}

bool Hart::read_half(std::uint32_t address, std::uint32_t& half) {
  if (at_hand(address, 2)) {
    std::uint16_t bits = 0;
    std::memcpy(&bits, memory_ + (address - base_), sizeof bits);
    half = bits;
    return true;
  }
  if (bus_.read(address, 2, half)) return true;
  // Counts a cycle without an instruction, because a handler that cannot be fetched would otherwise
  // loop for ever.
  cause_ = kFetchFault;
  value_ = address;
  const std::uint32_t from = pc_;
  if (csr.has_handler()) pc_ = csr.enter_trap(pc_, kFetchFault, address);
  if (pc_ == from) halt(Halt::kTrap);
  cycles_ += 1 + branch_cycles_;
  return false;
}

bool Hart::decode_here(Instruction& place) {
  std::uint32_t low = 0, high = 0;
  if (!read_half(pc_, low)) return false;
  if (!is_compressed(low) && !read_half(pc_ + 2, high)) return false;
  place = decode(high << 16 | low);
  return true;
}

template <unsigned kBytes>
bool Hart::load(std::uint32_t address, std::uint32_t& value) {
  if (!watches_.empty()) tell_access(address, kBytes, false);
  if (address % kBytes != 0) {
    trap(kLoadMisaligned, address);
    return false;
  }
  cycles_ += load_cycles_;
  if (at_hand(address, kBytes)) {
    value = 0;
    std::memcpy(&value, memory_ + (address - base_), kBytes);
    look_up_data(address);
    return true;
  }
  if (bus_.read(address, kBytes, value)) return true;
  trap(kLoadFault, address);
  return false;
}

template <unsigned kBytes>
void Hart::store(std::uint32_t address, std::uint32_t value) {
  ++effects_;
  if (!watches_.empty()) tell_access(address, kBytes, true);
  if (address % kBytes != 0) return trap(kStoreMisaligned, address);
  if (at_hand(address, kBytes)) {
    std::memcpy(memory_ + (address - base_), &value, kBytes);
    look_up_data(address);
    return forget_decoded(address - base_, kBytes);
  }
  if (!bus_.write(address, kBytes, value)) trap(kStoreFault, address);
}

template <class T>
void Hart::load_to(const Instruction& it) {
  std::uint32_t value = 0;
  if (!load<sizeof(T)>(x_[it.rs1] + static_cast<std::uint32_t>(it.imm), value)) return;
  x_[it.rd] = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<T>(value)));
}

void Hart::jump(std::uint32_t to) {
  next_pc_ = to;
  cycles_ += branch_cycles_;
}

void Hart::execute(const Instruction& it) {
  const std::uint32_t a = x_[it.rs1], b = x_[it.rs2];
  const auto imm = static_cast<std::uint32_t>(it.imm);
  std::uint32_t& rd = x_[it.rd];
  const auto branch = [&](bool taken) {
    if (taken) jump(pc_ + imm);
  };
  switch (it.op) {
    case Op::kLui:
      rd = imm;
      break;
    case Op::kAuipc:
      rd = pc_ + imm;
      break;
    case Op::kJal:
      rd = next_pc_;
      jump(pc_ + imm);
      break;
    case Op::kJalr:
      rd = next_pc_;
      jump((a + imm) & ~1u);
      break;
    case Op::kBeq:
      branch(a == b);
      break;
    case Op::kBne:
      branch(a != b);
      break;
    case Op::kBlt:
      branch(as_signed(a) < as_signed(b));
      break;
    case Op::kBge:
      branch(as_signed(a) >= as_signed(b));
      break;
    case Op::kBltu:
      branch(a < b);
      break;
    case Op::kBgeu:
      branch(a >= b);
      break;
    case Op::kLb:
      load_to<std::int8_t>(it);
      break;
    case Op::kLh:
      load_to<std::int16_t>(it);
      break;
    case Op::kLw:
      load_to<std::int32_t>(it);
      break;
    case Op::kLbu:
      load_to<std::uint8_t>(it);
      break;
    case Op::kLhu:
      load_to<std::uint16_t>(it);
      break;
    case Op::kSb:
      store<1>(a + imm, b);
      break;
    case Op::kSh:
      store<2>(a + imm, b);
      break;
    case Op::kSw:
      store<4>(a + imm, b);
      break;
    case Op::kAddi:
      rd = a + imm;
      break;
    case Op::kSlti:
      rd = as_signed(a) < it.imm;
      break;
    case Op::kSltiu:
      rd = a < imm;
      break;
    case Op::kXori:
      rd = a ^ imm;
      break;
    case Op::kOri:
      rd = a | imm;
      break;
    case Op::kAndi:
      rd = a & imm;
      break;
    case Op::kSlli:
      rd = a << imm;
      break;
    case Op::kSrli:
      rd = a >> imm;
      break;
    case Op::kSrai:
      rd = static_cast<std::uint32_t>(as_signed(a) >> imm);
      break;
    case Op::kAdd:
      rd = a + b;
      break;
    case Op::kSub:
      rd = a - b;
      break;
    case Op::kSll:
      rd = a << (b & 31);
      break;
    case Op::kSlt:
      rd = as_signed(a) < as_signed(b);
      break;
    case Op::kSltu:
      rd = a < b;
      break;
    case Op::kXor:
      rd = a ^ b;
      break;
    case Op::kSrl:
      rd = a >> (b & 31);
      break;
    case Op::kSra:
      rd = static_cast<std::uint32_t>(as_signed(a) >> (b & 31));
      break;
    case Op::kOr:
      rd = a | b;
      break;
    case Op::kAnd:
      rd = a & b;
      break;
    case Op::kMul:
      cycles_ += multiply_cycles_;
      rd = a * b;
      break;
    case Op::kMulh:
      cycles_ += multiply_cycles_;
      rd = high_word(std::int64_t{as_signed(a)} * as_signed(b));
      break;
    case Op::kMulhsu:
      cycles_ += multiply_cycles_;
      rd = high_word(std::int64_t{as_signed(a)} * std::int64_t{b});
      break;
    case Op::kMulhu:
      cycles_ += multiply_cycles_;
      rd = static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
      break;
    case Op::kDiv:
    case Op::kDivu:
    case Op::kRem:
    case Op::kRemu:
      divide(it);
      break;
    case Op::kFence:
    case Op::kFenceI:  // stores have already discarded decoded instructions
      break;
    case Op::kEcall:
      trap(kEcallFromMachine, 0);
      break;
    case Op::kEbreak:
      trap(kBreakpoint, pc_);
      break;
    case Op::kMret:
      jump(csr.leave_trap());
      ++effects_;
      leave_at_ = 0;  // an interrupt may be due now
      break;
    case Op::kWfi:
      if (csr.pending() == 0) halt(Halt::kWait);
      break;
    case Op::kCsrrw:
    case Op::kCsrrs:
    case Op::kCsrrc:
    case Op::kCsrrwi:
    case Op::kCsrrsi:
    case Op::kCsrrci:
      access_csr(it);
      break;
    case Op::kUndecoded:
    case Op::kIllegal:
      trap(kIllegalInstruction, imm);
      break;
  }
}

void Hart::divide(const Instruction& it) {
  cycles_ += divide_cycles_;
  const std::uint32_t a = x_[it.rs1], b = x_[it.rs2];
  const bool is_signed = it.op == Op::kDiv || it.op == Op::kRem;
  const bool quotient = it.op == Op::kDiv || it.op == Op::kDivu;
  std::uint32_t& rd = x_[it.rd];
  // Two cases are defined in hardware but not in C++ (unprivileged manual, 7.2).
  if (b == 0) {
    rd = quotient ? ~0u : a;
  } else if (is_signed && b == ~0u && as_signed(a) == std::numeric_limits<std::int32_t>::min()) {
    rd = quotient ? a : 0;
  } else if (is_signed) {
    rd = static_cast<std::uint32_t>(quotient ? as_signed(a) / as_signed(b)
                                             : as_signed(a) % as_signed(b));
  } else {
    rd = quotient ? a / b : a % b;
  }
}

void Hart::access_csr(const Instruction& it) {
  ++effects_;
  // This instruction has already been counted, but it reads the counters' previous values.
  csr.cycles += cycles_ - 1 - std::exchange(cycles_read_, cycles_ - 1);
  csr.instructions += instructions_ - 1 - std::exchange(instructions_read_, instructions_ - 1);
  const bool immediate = it.op >= Op::kCsrrwi;
  const bool swaps = it.op == Op::kCsrrw || it.op == Op::kCsrrwi;
  const bool sets = it.op == Op::kCsrrs || it.op == Op::kCsrrsi;
  const std::uint32_t given = immediate ? it.rs1 : x_[it.rs1];
  const auto number = static_cast<std::uint32_t>(it.imm);
  std::uint32_t before = 0;
  bool good = csr.read(number, before);
  // Setting or clearing no bits, with x0 or 0, is not a write, and is legal for read-only
  // registers.
  if (good && (swaps || it.rs1 != 0)) {
    good = csr.write(number, swaps ? given : sets ? before | given : before & ~given);
    // Writing a counter replaces the count of this instruction (unprivileged manual, 9.1).
    if (is_cycle_counter(number)) cycles_read_ = cycles_;
    if (is_instruction_counter(number)) instructions_read_ = instructions_;
  }
  if (!good) return trap(kIllegalInstruction, 0);
  x_[it.rd] = before;
  leave_at_ = 0;  // an interrupt may be due now
}

void Hart::trap(std::uint32_t cause, std::uint32_t value) {
  ++effects_;
  next_pc_ = pc_;
  cause_ = cause;
  value_ = value;
  if (!csr.has_handler()) return halt(Halt::kTrap);
  jump(csr.enter_trap(pc_, cause, value));
}

}  // namespace gf::hw::riscv
