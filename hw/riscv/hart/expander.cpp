// SPDX-License-Identifier: Apache-2.0
// Expands compressed instructions to their full equivalents (unprivileged manual, 16).
#include "hw/riscv/hart/instruction.h"

namespace gf::hw::riscv {
namespace {

/// Moves `bits` bits of `half` from position `from` to position `to`.
constexpr std::uint32_t move(std::uint32_t half, unsigned from, unsigned bits, unsigned to) {
  return (half >> from & ((1u << bits) - 1)) << to;
}
constexpr std::uint32_t extend(std::uint32_t value, unsigned bits) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(value << (32 - bits)) >> (32 - bits));
}

// Register fields: five bits, or three bits for x8 to x15.
constexpr std::uint32_t rd_of(std::uint32_t h) { return move(h, 7, 5, 0); }
constexpr std::uint32_t rs2_of(std::uint32_t h) { return move(h, 2, 5, 0); }
constexpr std::uint32_t high_of(std::uint32_t h) { return 8 + move(h, 7, 3, 0); }
constexpr std::uint32_t low_of(std::uint32_t h) { return 8 + move(h, 2, 3, 0); }

constexpr std::uint32_t kStack = 2;  ///< x2
constexpr std::uint32_t kLink = 1;   ///< x1

std::uint32_t imm6(std::uint32_t h) { return extend(move(h, 12, 1, 5) | move(h, 2, 5, 0), 6); }

std::uint32_t i_type(std::uint32_t code, std::uint32_t f3, std::uint32_t rd, std::uint32_t rs1,
                     std::uint32_t imm) {
  return imm << 20 | rs1 << 15 | f3 << 12 | rd << 7 | code;
}
std::uint32_t r_type(std::uint32_t f7, std::uint32_t f3, std::uint32_t rd, std::uint32_t rs1,
                     std::uint32_t rs2) {
  return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x33;
}
std::uint32_t addi(std::uint32_t rd, std::uint32_t rs1, std::uint32_t imm) {
  return i_type(0x13, 0, rd, rs1, imm);
}
std::uint32_t lw(std::uint32_t rd, std::uint32_t rs1, std::uint32_t imm) {
  return i_type(0x03, 2, rd, rs1, imm);
}
std::uint32_t sw(std::uint32_t rs2, std::uint32_t rs1, std::uint32_t imm) {
  return imm >> 5 << 25 | rs2 << 20 | rs1 << 15 | 2u << 12 | (imm & 31) << 7 | 0x23;
}
std::uint32_t jalr(std::uint32_t rd, std::uint32_t rs1) { return i_type(0x67, 0, rd, rs1, 0); }
std::uint32_t jal(std::uint32_t rd, std::uint32_t h) {
  const std::uint32_t imm =
      extend(move(h, 12, 1, 11) | move(h, 11, 1, 4) | move(h, 9, 2, 8) | move(h, 8, 1, 10) |
                 move(h, 7, 1, 6) | move(h, 6, 1, 7) | move(h, 3, 3, 1) | move(h, 2, 1, 5),
             12);
  return move(imm, 20, 1, 31) | move(imm, 1, 10, 21) | move(imm, 11, 1, 20) | move(imm, 12, 8, 12) |
         rd << 7 | 0x6F;
}
std::uint32_t branch(std::uint32_t f3, std::uint32_t h) {
  const std::uint32_t imm = extend(move(h, 12, 1, 8) | move(h, 10, 2, 3) | move(h, 5, 2, 6) |
                                       move(h, 3, 2, 1) | move(h, 2, 1, 5),
                                   9);
  return move(imm, 12, 1, 31) | move(imm, 5, 6, 25) | high_of(h) << 15 | f3 << 12 |
         move(imm, 1, 4, 8) | move(imm, 11, 1, 7) | 0x63;
}

/// Returns the offset of c.lw and c.sw.
std::uint32_t word_offset(std::uint32_t h) {
  return move(h, 10, 3, 3) | move(h, 6, 1, 2) | move(h, 5, 1, 6);
}

std::uint32_t expand_0(std::uint32_t h) {
  switch (h >> 13) {
    case 0: {  // c.addi4spn
      const std::uint32_t imm =
          move(h, 11, 2, 4) | move(h, 7, 4, 6) | move(h, 6, 1, 2) | move(h, 5, 1, 3);
      return imm == 0 ? 0 : addi(low_of(h), kStack, imm);
    }
    case 2:
      return lw(low_of(h), high_of(h), word_offset(h));
    case 6:
      return sw(low_of(h), high_of(h), word_offset(h));
    default:
      return 0;  // floating point, reserved
  }
}

std::uint32_t arithmetic(std::uint32_t h) {
  const std::uint32_t rd = high_of(h), rs2 = low_of(h), amount = move(h, 2, 5, 0);
  const bool bit_12 = (h >> 12 & 1) != 0;  // amounts above 31, and the word operations of RV64
  switch (h >> 10 & 3) {
    case 0:
      return bit_12 ? 0 : i_type(0x13, 5, rd, rd, amount);  // c.srli
    case 1:
      return bit_12 ? 0 : i_type(0x13, 5, rd, rd, amount | 0x400);  // c.srai
    case 2:
      return i_type(0x13, 7, rd, rd, imm6(h));  // c.andi
    default:
      break;
  }
  if (bit_12) return 0;
  switch (h >> 5 & 3) {
    case 0:
      return r_type(0x20, 0, rd, rd, rs2);  // c.sub
    case 1:
      return r_type(0, 4, rd, rd, rs2);  // c.xor
    case 2:
      return r_type(0, 6, rd, rd, rs2);  // c.or
    default:
      return r_type(0, 7, rd, rd, rs2);  // c.and
  }
}

std::uint32_t expand_upper(std::uint32_t h) {
  if (imm6(h) == 0) return 0;
  if (rd_of(h) != kStack) return imm6(h) << 12 | rd_of(h) << 7 | 0x37;  // c.lui
  const std::uint32_t imm = extend(
      move(h, 12, 1, 9) | move(h, 6, 1, 4) | move(h, 5, 1, 6) | move(h, 3, 2, 7) | move(h, 2, 1, 5),
      10);
  return addi(kStack, kStack, imm);  // c.addi16sp
}

std::uint32_t expand_1(std::uint32_t h) {
  switch (h >> 13) {
    case 0:
      return addi(rd_of(h), rd_of(h), imm6(h));
    case 1:
      return jal(kLink, h);
    case 2:
      return addi(rd_of(h), 0, imm6(h));  // c.li
    case 3:
      return expand_upper(h);
    case 4:
      return arithmetic(h);
    case 5:
      return jal(0, h);
    case 6:
      return branch(0, h);
    default:
      return branch(1, h);
  }
}

std::uint32_t expand_jump_or_move(std::uint32_t h) {
  const std::uint32_t rd = rd_of(h), rs2 = rs2_of(h);
  const bool bit_12 = (h >> 12 & 1) != 0;
  if (rs2 != 0) return r_type(0, 0, rd, bit_12 ? rd : 0, rs2);  // c.add, c.mv
  if (rd == 0) return bit_12 ? 0x00100073 : 0;                  // c.ebreak
  return jalr(bit_12 ? kLink : 0, rd);
}

std::uint32_t expand_2(std::uint32_t h) {
  const std::uint32_t rd = rd_of(h);
  switch (h >> 13) {
    case 0:
      return (h >> 12 & 1) != 0 ? 0 : i_type(0x13, 1, rd, rd, move(h, 2, 5, 0));  // c.slli
    case 2: {
      const std::uint32_t offset = move(h, 12, 1, 5) | move(h, 4, 3, 2) | move(h, 2, 2, 6);
      return rd == 0 ? 0 : lw(rd, kStack, offset);
    }
    case 4:
      return expand_jump_or_move(h);
    case 6:
      return sw(rs2_of(h), kStack, move(h, 9, 4, 2) | move(h, 7, 2, 6));
    default:
      return 0;  // floating point
  }
}

}  // namespace

std::uint32_t expand(std::uint16_t half) {
  switch (half & 3) {
    case 0:
      return expand_0(half);
    case 1:
      return expand_1(half);
    case 2:
      return expand_2(half);
    default:
      return 0;
  }
}

}  // namespace gf::hw::riscv
