// SPDX-License-Identifier: Apache-2.0
// Files that are no good programs are refused with the reason, exit 5.
#include "hw/riscv/core/elf_image.h"

#include "tests/support/captured.h"
#include "tests/support/errors.h"
#include "tests/support/matchers.h"
#include "tests/support/riscv_program.h"

namespace gf::hw::riscv::elf_image_test {
namespace {

using test::RiscvProgram;

/// Reads `bytes` as a file.
ElfImage image_of(const std::string& bytes) {
  const test::ScratchDirectory scratch;
  const std::string file = (scratch / "program.elf").string();
  test::write_file(file, bytes);
  return ElfImage(file);
}

std::string refusal_of(const std::string& bytes) {
  return test::error_of([&] { image_of(bytes); });
}

std::string small_program() {
  RiscvProgram program;
  program.addi(1, 0, 5);
  program.ecall();
  return program.elf();
}

/// A memory of `size` bytes at the program's base.
struct Memory {
  explicit Memory(std::size_t size) : bytes(size, 0xEE) {}
  unsigned write(std::uint32_t address, const std::uint8_t* data, unsigned count) {
    const std::uint64_t at = address - RiscvProgram::kBase;
    if (at >= bytes.size()) return 0;
    const auto fits = static_cast<unsigned>(std::min<std::uint64_t>(count, bytes.size() - at));
    std::copy(data, data + fits, bytes.begin() + static_cast<std::ptrdiff_t>(at));
    return fits;
  }
  std::vector<std::uint8_t> bytes;
};

void load(const ElfImage& image, Memory& memory) {
  image.load([&](std::uint32_t address, std::uint8_t* data, unsigned bytes) {
    return memory.write(address, data, bytes);
  });
}

TEST(RiscvElfImage, LoadsItsSegmentAndZerosBehindIt) {
  std::string file = small_program();
  Elf32_Phdr program{};
  std::memcpy(&program, file.data() + sizeof(Elf32_Ehdr), sizeof program);
  program.p_memsz += 8;
  std::memcpy(file.data() + sizeof(Elf32_Ehdr), &program, sizeof program);
  Memory memory(64);
  const ElfImage image = image_of(file);
  load(image, memory);
  EXPECT_EQ(image.entry(), RiscvProgram::kBase);
  EXPECT_EQ(memory.bytes[0], 0x93);
  EXPECT_EQ(memory.bytes[4], 0x73);
  EXPECT_EQ(memory.bytes[8], 0) << "of bss";
  EXPECT_EQ(memory.bytes[15], 0);
  EXPECT_EQ(memory.bytes[16], 0xEE) << "beyond";
}

TEST(RiscvElfImage, WhatIsCutOffIsRefusedWhereverItIs) {
  const std::string whole = small_program();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string error = refusal_of(whole.substr(0, size));
    ASSERT_THAT(error, HasSubstr(size < 4 ? "is no ELF file" : "ends within")) << size;
  }
}

/// The program with one field of its header changed.
template <class Change>
std::string changed(const Change& change) {
  std::string file = small_program();
  Elf32_Ehdr header{};
  std::memcpy(&header, file.data(), sizeof header);
  change(header);
  std::memcpy(file.data(), &header, sizeof header);
  return file;
}

TEST(RiscvElfImage, OtherMachinesAndFormsAreRefused) {
  EXPECT_THAT(refusal_of(changed([](Elf32_Ehdr& h) { h.e_machine = EM_386; })),
              HasSubstr("is of machine 3; expected 243, RISC-V"));
  EXPECT_THAT(refusal_of(changed([](Elf32_Ehdr& h) { h.e_ident[EI_CLASS] = ELFCLASS64; })),
              HasSubstr("is not of 32 bits"));
  EXPECT_THAT(refusal_of(changed([](Elf32_Ehdr& h) { h.e_type = ET_REL; })),
              HasSubstr("is of type 1"));
  EXPECT_THAT(refusal_of(changed([](Elf32_Ehdr& h) { h.e_phnum = 0; })),
              HasSubstr("has nothing to load"));
  EXPECT_THAT(test::error_of([] { ElfImage("/proc/nowhere.elf"); }),
              HasSubstr("/proc/nowhere.elf: no such file"));
}

TEST(RiscvElfImage, SegmentsThatOverlapAreRefused) {
  std::string file = changed([](Elf32_Ehdr& h) { h.e_phnum = 2; });
  std::memcpy(file.data() + sizeof(Elf32_Ehdr) + sizeof(Elf32_Phdr),
              file.data() + sizeof(Elf32_Ehdr), sizeof(Elf32_Phdr));
  EXPECT_THAT(refusal_of(file), HasSubstr("that overlap"));
}

TEST(RiscvElfImage, SegmentsThatShareTheFileDoNotFillMemory) {
  std::string file = small_program();
  Elf32_Phdr program{};
  std::memcpy(&program, file.data() + sizeof(Elf32_Ehdr), sizeof program);
  const auto size = static_cast<std::uint32_t>(sizeof(Elf32_Ehdr) + 3 * sizeof program);
  program.p_offset = 0;
  program.p_filesz = program.p_memsz = size;
  for (const unsigned segment : {0u, 1u, 2u}) {
    program.p_paddr = RiscvProgram::kBase + segment * size;
    const std::size_t at = sizeof(Elf32_Ehdr) + segment * sizeof program;
    file.resize(std::max(file.size(), at + sizeof program));
    std::memcpy(file.data() + at, &program, sizeof program);
  }
  file.resize(size);
  Elf32_Ehdr header{};
  std::memcpy(&header, file.data(), sizeof header);
  header.e_phnum = 3;
  std::memcpy(file.data(), &header, sizeof header);
  EXPECT_THAT(refusal_of(file), HasSubstr("segments that do not share bytes of the file"));
}

TEST(RiscvElfImage, WhatIsNoFileIsRefused) {
  EXPECT_THAT(test::error_of([] { ElfImage("/dev/zero"); }),
              HasSubstr("/dev/zero: is a pipe or a device"));
  EXPECT_THAT(test::error_of([] { ElfImage("/proc"); }), HasSubstr("/proc: is a directory"));
}

TEST(RiscvElfImage, WhatDoesNotFitIsRefused) {
  const ElfImage image = image_of(small_program());
  Memory small(4);
  EXPECT_THAT(test::error_of([&] { load(image, small); }), HasSubstr("beyond the memory"));
  EXPECT_THAT(small.bytes, testing::Each(0xEE)) << "nothing was written";
}

}  // namespace
}  // namespace gf::hw::riscv::elf_image_test
