// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/instruction.h hw/riscv/hart/expander.cpp
// Which forms there are is said a second time here, as masks and values.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "hw/riscv/hart/instruction.h"

namespace gf::hw::riscv::decoder_test {
namespace {

/// An instruction is legal if `word & mask == value` in a row.
struct Form {
  std::uint32_t mask, value;
};
constexpr Form kForms[] = {
    {0x7F, 0x37},
    {0x7F, 0x17},
    {0x7F, 0x6F},
    {0x707F, 0x67},  // lui ... jalr
    {0x707F, 0x0063},
    {0x707F, 0x1063},
    {0x707F, 0x4063},
    {0x707F, 0x5063},  // branches
    {0x707F, 0x6063},
    {0x707F, 0x7063},  //
    {0x707F, 0x0003},
    {0x707F, 0x1003},
    {0x707F, 0x2003},
    {0x707F, 0x4003},  // loads
    {0x707F, 0x5003},  //
    {0x707F, 0x0023},
    {0x707F, 0x1023},
    {0x707F, 0x2023},  // stores
    {0x707F, 0x0013},
    {0x707F, 0x2013},
    {0x707F, 0x3013},
    {0x707F, 0x4013},  // immediates
    {0x707F, 0x6013},
    {0x707F, 0x7013},  //
    {0xFE00707F, 0x00001013},
    {0xFE00707F, 0x00005013},
    {0xFE00707F, 0x40005013},  // shifts
    {0xFE00007F, 0x00000033},
    {0xFE00007F, 0x02000033},  // add ... remu
    {0xFE00707F, 0x40000033},
    {0xFE00707F, 0x40005033},  // sub, sra
    {0x707F, 0x000F},
    {0x707F, 0x100F},  // fences
    {~0u, 0x00000073},
    {~0u, 0x00100073},
    {~0u, 0x30200073},
    {~0u, 0x10500073},  // ecall ... wfi
    {0x707F, 0x1073},
    {0x707F, 0x2073},
    {0x707F, 0x3073},  // CSRs
    {0x707F, 0x5073},
    {0x707F, 0x6073},
    {0x707F, 0x7073},  //
};
// Compressed forms, and behind them what of these is reserved.
constexpr Form kHalves[] = {
    {0xE003, 0x0000}, {0xE003, 0x4000}, {0xE003, 0xC000},                    // addi4spn, lw, sw
    {0xE003, 0x0001}, {0xE003, 0x2001}, {0xE003, 0x4001}, {0xE003, 0x6001},  // addi ... lui
    {0xFC03, 0x8001}, {0xFC03, 0x8401}, {0xEC03, 0x8801}, {0xFC03, 0x8C01},  // srli ... and
    {0xE003, 0xA001}, {0xE003, 0xC001}, {0xE003, 0xE001},                    // j, beqz, bnez
    {0xF003, 0x0002}, {0xE003, 0x4002}, {0xE003, 0x8002}, {0xE003, 0xC002},  // slli ... swsp
};
constexpr Form kReservedHalves[] = {
    {0xFFE3, 0x0000},
    {0xF07F, 0x6001},
    {0xEF83, 0x4002},
    {0xFFFF, 0x8002},
};

template <std::size_t kCount>
bool is_one_of(const Form (&forms)[kCount], std::uint32_t word) {
  for (const Form& form : forms)
    if ((word & form.mask) == form.value) return true;
  return false;
}

TEST(RiscvDecoder, EachCompressedFormIsThereOrIllegal) {
  for (std::uint32_t half = 0; half < 0x10000; ++half) {
    if (!is_compressed(half)) continue;
    const bool legal = is_one_of(kHalves, half) && !is_one_of(kReservedHalves, half);
    ASSERT_EQ(decode(half).op != Op::kIllegal, legal) << std::hex << half;
    ASSERT_EQ(decode(half).bytes, 2);
  }
}

TEST(RiscvDecoder, EachFormOfFourBytesIsThereOrIllegal) {
  core::RandomStream random(1, "words");
  for (unsigned code = 3; code < 0x80; code += 4)
    for (unsigned f3 = 0; f3 < 8; ++f3)
      for (unsigned f7 = 0; f7 < 0x80; ++f7)
        for (unsigned i = 0; i < 8; ++i) {
          std::uint32_t middle = static_cast<std::uint32_t>(random()) & 0x01FF8F80;
          // Sparse fields, too: system instructions have most of them at 0.
          if (i < 3) middle &= 1u << (15 + random.below(10));
          const std::uint32_t word = f7 << 25 | f3 << 12 | code | middle;
          ASSERT_EQ(decode(word).op != Op::kIllegal, is_one_of(kForms, word)) << std::hex << word;
        }
}

TEST(RiscvDecoder, ImmediatesHaveTheirSigns) {
  EXPECT_EQ(decode(0xFFF00093).imm, -1);               // addi x1, x0, -1
  EXPECT_EQ(decode(0xFE000EE3).imm, -4);               // beq x0, x0, -4
  EXPECT_EQ(decode(0x80000037).imm, -2147483647 - 1);  // lui x0, 0x80000
  EXPECT_EQ(decode(0xFFDFF06F).imm, -4);               // jal x0, -4
  EXPECT_EQ(decode(0x4020D093).imm, 2);                // srai x1, x1, 2
  EXPECT_EQ(decode(0x4020D093).op, Op::kSrai);
}

}  // namespace
}  // namespace gf::hw::riscv::decoder_test
