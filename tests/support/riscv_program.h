// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <fstream>
#include <string>
#include <vector>

#include "hw/riscv/hart/hart.h"

namespace gf::test {

/// Writes programs for RV32, instruction by instruction.
class RiscvProgram {
 public:
  static constexpr std::uint32_t kBase = 0x100000;

  void word(std::uint32_t bits) {
    half(static_cast<std::uint16_t>(bits));
    half(static_cast<std::uint16_t>(bits >> 16));
  }
  void half(std::uint16_t bits) {
    bytes_.push_back(static_cast<std::uint8_t>(bits));
    bytes_.push_back(static_cast<std::uint8_t>(bits >> 8));
  }
  void append(const RiscvProgram& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
  }
  void fill_to(std::size_t size) { bytes_.resize(size); }
  [[nodiscard]] std::uint32_t here() const {
    return kBase + static_cast<std::uint32_t>(bytes_.size());
  }
  [[nodiscard]] std::size_t size() const { return bytes_.size(); }
  [[nodiscard]] const std::vector<std::uint8_t>& bytes() const { return bytes_; }

  // Instructions by format, with the names of the manual.
  void i_type(std::uint32_t code, unsigned f3, unsigned rd, unsigned rs1, std::int32_t imm) {
    word(static_cast<std::uint32_t>(imm) << 20 | rs1 << 15 | f3 << 12 | rd << 7 | code);
  }
  void r_type(unsigned f7, unsigned f3, unsigned rd, unsigned rs1, unsigned rs2) {
    word(f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x33);
  }
  void addi(unsigned rd, unsigned rs1, std::int32_t imm) { i_type(0x13, 0, rd, rs1, imm); }
  void lw(unsigned rd, unsigned rs1, std::int32_t imm) { i_type(0x03, 2, rd, rs1, imm); }
  void store(unsigned f3, unsigned rs2, unsigned rs1, std::int32_t imm) {
    const auto bits = static_cast<std::uint32_t>(imm);
    word((bits >> 5 & 127) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | (bits & 31) << 7 | 0x23);
  }
  void sw(unsigned rs2, unsigned rs1, std::int32_t imm) { store(2, rs2, rs1, imm); }
  void branch(unsigned f3, unsigned rs1, unsigned rs2, std::int32_t offset) {
    const auto b = static_cast<std::uint32_t>(offset);
    word((b >> 12 & 1) << 31 | (b >> 5 & 63) << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 |
         (b >> 1 & 15) << 8 | (b >> 11 & 1) << 7 | 0x63);
  }
  void jal(unsigned rd, std::int32_t offset) {
    const auto b = static_cast<std::uint32_t>(offset);
    word((b >> 20 & 1) << 31 | (b >> 1 & 1023) << 21 | (b >> 11 & 1) << 20 | (b >> 12 & 255) << 12 |
         rd << 7 | 0x6F);
  }
  void csrrw(unsigned rd, unsigned csr, unsigned rs1) {
    i_type(0x73, 1, rd, rs1, static_cast<std::int32_t>(csr));
  }
  void csrrs(unsigned rd, unsigned csr, unsigned rs1) {
    i_type(0x73, 2, rd, rs1, static_cast<std::int32_t>(csr));
  }
  /// `rd` = `value`, by two instructions.
  void set(unsigned rd, std::uint32_t value) {
    word(((value + 0x800) & 0xFFFFF000) | rd << 7 | 0x37);
    addi(rd, rd, static_cast<std::int32_t>(value << 20) >> 20);
  }
  void ecall() { word(0x73); }
  void wfi() { word(0x10500073); }
  void mret() { word(0x30200073); }

  /// An executable file with this as its one segment.
  [[nodiscard]] std::string elf() const {
    Elf32_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS32;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_RISCV;
    header.e_version = EV_CURRENT;
    header.e_entry = kBase;
    header.e_phoff = sizeof header;
    header.e_ehsize = sizeof header;
    header.e_phentsize = sizeof(Elf32_Phdr);
    header.e_phnum = 1;
    header.e_flags = 1;  // compressed instructions
    Elf32_Phdr program{};
    program.p_type = PT_LOAD;
    program.p_offset = kPageBytes;
    program.p_vaddr = program.p_paddr = kBase;
    program.p_filesz = program.p_memsz = static_cast<Elf32_Word>(bytes_.size());
    program.p_flags = PF_R | PF_W | PF_X;
    program.p_align = kPageBytes;
    std::string file(reinterpret_cast<const char*>(&header), sizeof header);
    file.append(reinterpret_cast<const char*>(&program), sizeof program);
    file.resize(kPageBytes);
    return file.append(bytes_.begin(), bytes_.end());
  }
  void write_elf(const std::string& path) const { std::ofstream(path, std::ios::binary) << elf(); }

 private:
  static constexpr unsigned kPageBytes = 4096;
  std::vector<std::uint8_t> bytes_;
};

/// A bus on which nobody answers.
struct EmptyHartBus final : hw::riscv::HartBusIf {
  bool read(std::uint32_t, unsigned, std::uint32_t&) override { return false; }
  bool write(std::uint32_t, unsigned, std::uint32_t) override { return false; }
};

/// A hart with a program at hand and nothing else.
struct LoneHart {
  explicit LoneHart(const RiscvProgram& program, const hw::riscv::CoreParams& params = {},
                    std::size_t memory_bytes = 1 << 20)
      : memory(program.bytes()), hart(params, bus) {
    memory.resize(std::max(memory.size(), memory_bytes));
    hart.set_memory(memory.data(), RiscvProgram::kBase, static_cast<std::uint32_t>(memory.size()));
    hart.reset(RiscvProgram::kBase);
  }
  EmptyHartBus bus;
  std::vector<std::uint8_t> memory;
  hw::riscv::Hart hart;
};

}  // namespace gf::test
