// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/hart/instruction.h"

namespace gf::hw::riscv {
namespace {

constexpr std::uint32_t field(std::uint32_t word, unsigned low, unsigned bits) {
  return word >> low & ((1u << bits) - 1);
}
constexpr std::int32_t sign_extend(std::uint32_t value, unsigned bits) {
  return static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits);
}

std::int32_t i_imm(std::uint32_t w) { return sign_extend(w >> 20, 12); }
std::int32_t s_imm(std::uint32_t w) {
  return sign_extend(field(w, 25, 7) << 5 | field(w, 7, 5), 12);
}
std::int32_t b_imm(std::uint32_t w) {
  return sign_extend(
      field(w, 31, 1) << 12 | field(w, 7, 1) << 11 | field(w, 25, 6) << 5 | field(w, 8, 4) << 1,
      13);
}
std::int32_t j_imm(std::uint32_t w) {
  return sign_extend(
      field(w, 31, 1) << 20 | field(w, 12, 8) << 12 | field(w, 20, 1) << 11 | field(w, 21, 10) << 1,
      21);
}

Instruction illegal(std::uint32_t word) {
  return {Op::kIllegal, kNowhere, 0, 0, 4, static_cast<std::int32_t>(word)};
}

/// Selects by funct3; Op::kIllegal if the row has no such operation.
Op one_of(const Op (&row)[8], std::uint32_t word) { return row[field(word, 12, 3)]; }

constexpr Op kNone = Op::kIllegal;
constexpr Op kBranches[8] = {Op::kBeq, Op::kBne, kNone,     kNone,
                             Op::kBlt, Op::kBge, Op::kBltu, Op::kBgeu};
constexpr Op kLoads[8] = {Op::kLb, Op::kLh, Op::kLw, kNone, Op::kLbu, Op::kLhu, kNone, kNone};
constexpr Op kStores[8] = {Op::kSb, Op::kSh, Op::kSw, kNone, kNone, kNone, kNone, kNone};
constexpr Op kImmediates[8] = {Op::kAddi, Op::kSlli, Op::kSlti, Op::kSltiu,
                               Op::kXori, Op::kSrli, Op::kOri,  Op::kAndi};
constexpr Op kRegisters[8] = {Op::kAdd, Op::kSll, Op::kSlt, Op::kSltu,
                              Op::kXor, Op::kSrl, Op::kOr,  Op::kAnd};
constexpr Op kProducts[8] = {Op::kMul, Op::kMulh, Op::kMulhsu, Op::kMulhu,
                             Op::kDiv, Op::kDivu, Op::kRem,    Op::kRemu};
constexpr Op kCsrs[8] = {kNone, Op::kCsrrw,  Op::kCsrrs,  Op::kCsrrc,
                         kNone, Op::kCsrrwi, Op::kCsrrsi, Op::kCsrrci};

constexpr std::uint32_t kAlternative = 0x20;  ///< funct7 of sub, sra, srai.
constexpr std::uint32_t kProduct = 0x01;      ///< funct7 of the M extension.

Op immediate_op(std::uint32_t word) {
  const Op op = one_of(kImmediates, word);
  const std::uint32_t funct7 = word >> 25;
  if (op == Op::kSlli) return funct7 == 0 ? op : kNone;
  if (op != Op::kSrli || funct7 == 0) return op;
  return funct7 == kAlternative ? Op::kSrai : kNone;
}

Op register_op(std::uint32_t word) {
  const std::uint32_t funct7 = word >> 25;
  if (funct7 == kProduct) return one_of(kProducts, word);
  const Op op = one_of(kRegisters, word);
  if (funct7 == 0) return op;
  if (funct7 != kAlternative) return kNone;
  if (op == Op::kAdd) return Op::kSub;
  return op == Op::kSrl ? Op::kSra : kNone;
}

Op system_op(std::uint32_t word) {
  switch (word) {
    case 0x00000073:
      return Op::kEcall;
    case 0x00100073:
      return Op::kEbreak;
    case 0x30200073:
      return Op::kMret;
    case 0x10500073:
      return Op::kWfi;
    default:
      return one_of(kCsrs, word);
  }
}

Op fence_op(std::uint32_t word) {
  const std::uint32_t funct3 = field(word, 12, 3);
  // Reserved fields for finer fences must be ignored (unprivileged manual, 2.7).
  return funct3 == 0 ? Op::kFence : funct3 == 1 ? Op::kFenceI : kNone;
}

/// The immediate of a shift is only its amount: kSrai has a bit above it.
std::int32_t immediate_of(Op op, std::uint32_t word) {
  const bool shift = op == Op::kSlli || op == Op::kSrli || op == Op::kSrai;
  return shift ? static_cast<std::int32_t>(field(word, 20, 5)) : i_imm(word);
}

Instruction decode_whole(std::uint32_t word) {
  const auto rd = static_cast<std::uint8_t>(field(word, 7, 5) == 0 ? kNowhere : field(word, 7, 5));
  const auto rs1 = static_cast<std::uint8_t>(field(word, 15, 5));
  const auto rs2 = static_cast<std::uint8_t>(field(word, 20, 5));
  const auto upper = static_cast<std::int32_t>(word & 0xFFFFF000);
  switch (word & 0x7F) {
    case 0x37:
      return {Op::kLui, rd, 0, 0, 4, upper};
    case 0x17:
      return {Op::kAuipc, rd, 0, 0, 4, upper};
    case 0x6F:
      return {Op::kJal, rd, 0, 0, 4, j_imm(word)};
    case 0x67:
      return {field(word, 12, 3) == 0 ? Op::kJalr : kNone, rd, rs1, 0, 4, i_imm(word)};
    case 0x63:
      return {one_of(kBranches, word), kNowhere, rs1, rs2, 4, b_imm(word)};
    case 0x03:
      return {one_of(kLoads, word), rd, rs1, 0, 4, i_imm(word)};
    case 0x23:
      return {one_of(kStores, word), kNowhere, rs1, rs2, 4, s_imm(word)};
    case 0x13:
      return {immediate_op(word), rd, rs1, 0, 4, immediate_of(immediate_op(word), word)};
    case 0x33:
      return {register_op(word), rd, rs1, rs2, 4, 0};
    case 0x0F:
      return {fence_op(word), kNowhere, 0, 0, 4, 0};
    case 0x73:
      return {system_op(word), rd, rs1, 0, 4, static_cast<std::int32_t>(word >> 20)};
    default:
      return illegal(word);
  }
}

}  // namespace

Instruction decode(std::uint32_t word) {
  const bool compressed = is_compressed(word);
  const std::uint32_t whole = compressed ? expand(static_cast<std::uint16_t>(word)) : word;
  Instruction made = decode_whole(whole);
  if (made.op == Op::kIllegal) made = illegal(compressed ? word & 0xFFFF : word);
  made.bytes = compressed ? 2 : 4;
  return made;
}

}  // namespace gf::hw::riscv
