// SPDX-License-Identifier: Apache-2.0
// Holds: hw/riscv/hart/hart.h hw/riscv/hart/instruction.h
// The same programs on the hart and on qemu-riscv32 end with the same registers and memory. Skipped
// without qemu-riscv32; compiled ones without riscv64-unknown-elf-gcc.
#include <gmock/gmock.h>

#include "core/base/random.h"
#include "core/system/find_program.h"
#include "core/system/scratch_directory.h"
#include "hw/riscv/core/elf_image.h"
#include "tests/support/captured.h"
#include "tests/support/riscv_program.h"

namespace gf::hw::riscv::qemu_test {
namespace {

using test::LoneHart;
using test::RiscvProgram;

constexpr unsigned kCounter = 30;  ///< Register with the iterations that are left.
constexpr unsigned kData = 31;     ///< Register with the address of the data.
constexpr unsigned kIterations = 200;
constexpr unsigned kUnits = 100;  ///< Random instructions, or groups of them, in the loop.
constexpr unsigned kSeeds = 100;
constexpr std::uint32_t kDataAt = 8192;  ///< Behind the first byte of the program.
constexpr std::uint32_t kDataBytes = 2048;

/// A loop of random instructions that ends by writing registers and data to standard output.
class RandomProgram {
 public:
  explicit RandomProgram(std::uint64_t seed) : random_(seed, "riscv programs") {
    for (unsigned r = 1; r < kCounter; ++r) program_.set(r, any());
    program_.set(kCounter, kIterations);
    program_.set(kData, RiscvProgram::kBase + kDataAt + kDataBytes / 2);
    const std::uint32_t loop = program_.here();
    for (unsigned i = 0; i < kUnits; ++i) unit(program_);
    program_.addi(kCounter, kCounter, -1);
    program_.branch(0, kCounter, 0, 8);
    program_.jal(0, static_cast<std::int32_t>(loop - program_.here()));
    write_out();
    EXPECT_LE(program_.size(), kDataAt);
    program_.fill_to(kDataAt);
    for (unsigned i = 0; i < kDataBytes / 4; ++i) program_.word(any());
    for (unsigned r = 0; r < 32; ++r) program_.word(0);
  }
  [[nodiscard]] const RiscvProgram& program() const { return program_; }

 private:
  std::uint32_t any() {
    static const std::uint32_t kCorners[] = {0, 1, ~0u, 0x80000000, 0x7FFFFFFF, 31, 0xFFFF8000};
    return below(4) == 0 ? kCorners[below(std::size(kCorners))]
                         : static_cast<std::uint32_t>(random_());
  }
  unsigned below(std::size_t bound) { return static_cast<unsigned>(random_.below(bound)); }
  unsigned source() { return below(kData); }  ///< Any register but that of the data.
  unsigned target() { return below(kCounter); }

  void unit(RiscvProgram& out) {
    switch (below(10)) {
      case 0:
        return load(out);
      case 1:
        return keep(out);
      case 2:
        return skip(out);
      case 3:
      case 4:
      case 5:
        return compressed(out);
      case 6:
        return out.r_type(1, below(8), target(), source(), source());
      default:
        return arithmetic(out);
    }
  }
  void arithmetic(RiscvProgram& out) {
    const unsigned f3 = below(8);
    const bool shift = f3 == 1 || f3 == 5;
    const unsigned alternative = (f3 == 5 || f3 == 0) && below(2) != 0 ? 0x20 : 0;
    switch (below(4)) {
      case 0:
        return out.word((any() & 0xFFFFF000) | target() << 7 | (below(2) ? 0x37 : 0x17));
      case 1:
        return out.r_type(alternative, f3, target(), source(), source());
      default:
        if (!shift)
          return out.i_type(0x13, f3, target(), source(), static_cast<std::int32_t>(any()) >> 20);
        return out.i_type(0x13, f3, target(), source(),
                          static_cast<std::int32_t>(below(32) | (f3 == 5 ? alternative << 5 : 0)));
    }
  }
  std::int32_t offset(unsigned bytes) {
    const auto first = static_cast<std::int32_t>(kDataBytes / 2);
    return (static_cast<std::int32_t>(below(kDataBytes / bytes)) *
            static_cast<std::int32_t>(bytes)) -
           first;
  }
  void load(RiscvProgram& out) {
    static const unsigned kF3[] = {0, 1, 2, 4, 5};
    const unsigned f3 = kF3[below(std::size(kF3))];
    out.i_type(0x03, f3, target(), kData, offset(1u << (f3 & 3)));
  }
  void keep(RiscvProgram& out) {
    const unsigned f3 = below(3);
    out.store(f3, source(), kData, offset(1u << f3));
  }
  /// A branch, jump or call over the unit behind it.
  void skip(RiscvProgram& out) {
    static const unsigned kF3[] = {0, 1, 4, 5, 6, 7};
    RiscvProgram skipped;
    unit(skipped);
    const auto length = static_cast<std::int32_t>(skipped.size());
    switch (below(4)) {
      case 0:
        out.jal(target(), 4 + length);
        break;
      case 1:
        out.word(5 << 7 | 0x17);  // auipc x5, 0
        out.i_type(0x67, 0, target(), 5, 8 + length);
        break;
      default:
        out.branch(kF3[below(std::size(kF3))], source(), source(), 4 + length);
    }
    out.append(skipped);
  }
  /// Of all compressed forms those that keep within the program; c.lw and the like with x8 or x2 at
  /// the data.
  void compressed(RiscvProgram& out) {
    for (;;) {
      const auto half = static_cast<std::uint16_t>(random_());
      const Instruction it = decode(half);
      if (!is_compressed(half) || it.op == Op::kIllegal) continue;
      const bool access = it.op == Op::kLw || it.op == Op::kSw;
      const bool plain = it.op >= Op::kAddi && it.op <= Op::kAnd;
      const bool free = it.rd == kNowhere || it.rd < kCounter;
      if (!free || !(access || plain || it.op == Op::kLui)) continue;
      if (access) out.addi(it.rs1, kData, 0);
      return out.half(half);
    }
  }
  void write_out() {
    const std::uint32_t after = RiscvProgram::kBase + kDataAt + kDataBytes;
    program_.addi(kData, kData, kDataBytes / 2 - 128);
    // Registers behind the data, by way of the pointer that every program has in the same place.
    for (unsigned r = 1; r < kCounter; ++r)
      program_.sw(r, kData, 128 + 4 * static_cast<std::int32_t>(r));
    program_.addi(10, 0, 1);
    program_.set(11, RiscvProgram::kBase + kDataAt);
    program_.set(12, after + 128 - RiscvProgram::kBase - kDataAt);
    program_.addi(17, 0, 64);  // write
    program_.ecall();
    program_.addi(10, 0, 0);
    program_.addi(17, 0, 93);  // exit
    program_.ecall();
  }
  core::RandomStream random_;
  RiscvProgram program_;
};

/// What a program writes to its standard output, with the two calls of Linux that it needs.
struct Written {
  std::string text;
  std::uint64_t instructions = 0;
};
Written run_here(Hart& hart, const std::uint8_t* memory, std::uint32_t base) {
  Written written;
  for (;;) {
    const Halt halt = hart.run(100'000'000);
    EXPECT_EQ(halt, Halt::kTrap);
    if (halt != Halt::kTrap || hart.cause() != 11 || hart.reg(17) == 93) break;
    const char* const from = reinterpret_cast<const char*>(memory + (hart.reg(11) - base));
    written.text.append(from, hart.reg(12));
    hart.set_reg(10, hart.reg(12));
    hart.set_pc(hart.pc() + 4);
  }
  EXPECT_EQ(hart.cause(), 11u) << "trapped at " << std::hex << hart.pc();
  written.instructions = hart.instructions();
  return written;
}

TEST(RiscvQemu, RandomProgramsEndAlike) {
  const auto qemu = core::find_program("qemu-riscv32");
  if (!qemu) GTEST_SKIP() << "no qemu-riscv32 (Debian: qemu-user)";
  const core::ScratchDirectory scratch;
  const std::string file = (scratch / "program.elf").string();
  std::uint64_t instructions = 0;
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    const RandomProgram random(seed);
    random.program().write_elf(file);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    const test::Captured there = test::capture({qemu->string(), file});
    ASSERT_EQ(there.code, 0) << "seed " << seed << ": " << there.err;
    LoneHart lone(random.program());
    const Written here = run_here(lone.hart, lone.memory.data(), RiscvProgram::kBase);
    ASSERT_EQ(here.text.size(), kDataBytes + 128u);
    ASSERT_TRUE(here.text == there.out) << "seed " << seed;
    instructions += here.instructions;
  }
  EXPECT_GE(instructions, 1'000'000u);
  RecordProperty("instructions", std::to_string(instructions));
}

/// Sorts, divides, multiplies and hashes, and writes what comes of it.
constexpr const char* kCompiled = R"(
typedef unsigned int u32;
typedef unsigned long long u64;
static u32 state = 12345;
static u32 next(void) { return state = state * 1664525u + 1013904223u; }
static int call(int number, int a, const void* b, int c) {
  register int a7 __asm__("a7") = number;
  register int a0 __asm__("a0") = a;
  register const void* a1 __asm__("a1") = b;
  register int a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
  return a0;
}
struct item { signed char kind; short weight; u32 key; u64 sum; };
static struct item items[300];
void* memcpy(void* to, const void* from, __SIZE_TYPE__ bytes) {
  for (__SIZE_TYPE__ i = 0; i < bytes; ++i) ((volatile char*)to)[i] = ((const char*)from)[i];
  return to;
}
static void sort(struct item* first, struct item* last) {
  for (struct item* at = first + 1; at < last; ++at)
    for (struct item* low = at; low > first && low->key < low[-1].key; --low) {
      const struct item moved = *low;
      *low = low[-1];
      low[-1] = moved;
    }
}
void _start(void) {
  for (u32 i = 0; i < 300; ++i) {
    struct item* const it = &items[i];
    it->key = next() % 1000;
    it->kind = (signed char)next();
    it->weight = (short)(next() >> 8);
    it->sum = (u64)next() * next() + (u64)((long long)it->weight * it->kind);
  }
  sort(items, items + 300);
  for (u32 i = 1; i < 300; ++i) {
    items[i].sum ^= items[i - 1].sum / (items[i].key | 1);
    items[i].weight = (short)(items[i].weight % (items[i].kind | 1));
    switch (items[i].key % 7) {
      case 0: items[i].sum <<= items[i].key % 40; break;
      case 1: items[i].sum = (u64)((long long)items[i].sum >> 3); break;
      case 2: items[i].kind = (signed char)~items[i].kind; break;
      case 3: items[i].sum %= 1000003; break;
      default: items[i].sum += i; break;
    }
  }
  call(64, 1, items, sizeof items);
  call(93, 0, 0, 0);
}
)";

TEST(RiscvQemu, CompiledProgramsEndAlikeWhateverTheOptimization) {
  const auto qemu = core::find_program("qemu-riscv32");
  const auto compiler = core::find_program("riscv64-unknown-elf-gcc");
  if (!qemu || !compiler) GTEST_SKIP() << "no qemu-riscv32 or no riscv64-unknown-elf-gcc";
  // The linker puts the file's headers into the page before the text.
  constexpr std::uint32_t kBase = RiscvProgram::kBase - 4096;
  const core::ScratchDirectory scratch;
  const std::string source = (scratch / "program.c").string();
  const std::string file = (scratch / "program.elf").string();
  test::write_file(source, kCompiled);
  for (const char* const level : {"-O0", "-O1", "-O2", "-O3", "-Os"})
    for (const char* const march : {"-march=rv32im", "-march=rv32imc", "-march=rv32i"}) {
      exits(0, test::capture({compiler->string(), level, march, "-mabi=ilp32", "-ffreestanding",
                              "-nostdlib", "-Wl,-Ttext=0x100000", "-Wl,-no-warn-rwx-segments", "-o",
                              file, source, "-lgcc"}));
      const test::Captured there = test::capture({qemu->string(), file});
      ASSERT_EQ(there.code, 0) << level << " " << march;
      std::vector<std::uint8_t> memory(1 << 20);
      const ElfImage image(file);
      image.load([&](std::uint32_t address, std::uint8_t* data, unsigned bytes) {
        const std::size_t at = address - kBase;
        if (at >= memory.size()) return 0u;
        std::copy(data, data + bytes, memory.begin() + static_cast<std::ptrdiff_t>(at));
        return bytes;
      });
      test::EmptyHartBus bus;
      Hart hart(CoreParams{}, bus);
      hart.set_memory(memory.data(), kBase, static_cast<std::uint32_t>(memory.size()));
      hart.reset(image.entry());
      hart.set_reg(2, kBase + static_cast<std::uint32_t>(memory.size()));
      const Written here = run_here(hart, memory.data(), kBase);
      EXPECT_EQ(here.text.size(), 300u * 16);
      EXPECT_TRUE(here.text == there.out) << level << " " << march;
    }
}

}  // namespace
}  // namespace gf::hw::riscv::qemu_test
