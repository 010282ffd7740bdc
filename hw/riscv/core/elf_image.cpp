// SPDX-License-Identifier: Apache-2.0
#include "hw/riscv/core/elf_image.h"

#include <algorithm>
#include <cstring>
#include <elf.h>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/system/text_file.h"

namespace gf::hw::riscv {
namespace {

// Far above the size of linked firmware, so that a small file cannot claim to fill the memory.
constexpr std::uint64_t kMostFileBytes = 64u << 20;
constexpr std::size_t kMostSegments = 64;
constexpr std::uint64_t kMostSymbols = 1u << 20;
constexpr std::size_t kMostNameBytes = 256;

}  // namespace

ElfImage::ElfImage(const std::string& path)
    : ElfImage(core::read_file(path, "an ELF file for RISC-V of 32 bits", kMostFileBytes), path) {}

ElfImage::ElfImage(std::string bytes, const std::string& path)
    : path_(path), file_(std::move(bytes)) {
  check_header();
  entry_ = at<Elf32_Ehdr>(0, "its header").e_entry;
  read_segments();
  check_overlaps();
  read_functions();
}

void ElfImage::refuse(const std::string& cause, const std::string& expected) const {
  core::fail_input(path_, 0, cause, expected);
}

template <class T>
T ElfImage::at(std::uint64_t offset, const char* what) const {
  T made{};
  if (offset > file_.size() || file_.size() - offset < sizeof made)
    refuse(fmt::format("ends within {}, after {} B", what, file_.size()), "a whole ELF file");
  std::memcpy(&made, file_.data() + offset, sizeof made);
  return made;
}

void ElfImage::check_header() const {
  if (file_.compare(0, SELFMAG, ELFMAG) != 0) refuse("is no ELF file", "\"\\x7f\" and \"ELF\"");
  const auto header = at<Elf32_Ehdr>(0, "its header");
  if (header.e_ident[EI_CLASS] != ELFCLASS32 || header.e_ident[EI_DATA] != ELFDATA2LSB)
    refuse("is not of 32 bits, little-endian", "-march=rv32imc_zicsr -mabi=ilp32");
  if (header.e_machine != EM_RISCV)
    refuse(fmt::format("is of machine {}", header.e_machine), fmt::format("{}, RISC-V", EM_RISCV));
  if (header.e_type != ET_EXEC)
    refuse(fmt::format("is of type {}", header.e_type), "2, an executable at fixed addresses");
  if (header.e_phentsize != sizeof(Elf32_Phdr))
    refuse(fmt::format("has program headers of {} B", header.e_phentsize),
           fmt::format("{} B", sizeof(Elf32_Phdr)));
}

void ElfImage::read_segments() {
  const auto header = at<Elf32_Ehdr>(0, "its header");
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    const auto program = at<Elf32_Phdr>(header.e_phoff + std::uint64_t{i} * sizeof(Elf32_Phdr),
                                        "its program headers");
    if (program.p_type != PT_LOAD || program.p_memsz == 0) continue;
    const std::uint64_t end = std::uint64_t{program.p_offset} + program.p_filesz;
    if (end > file_.size())
      refuse(fmt::format("ends within segment {}, after {} of {} B", i, file_.size(), end),
             "a whole ELF file");
    if (program.p_filesz > program.p_memsz)
      refuse(fmt::format("has {} B in the file for {} B in memory in segment {}", program.p_filesz,
                         program.p_memsz, i),
             "no more bytes in the file than in memory");
    bytes += program.p_filesz;
    if (bytes > file_.size() || segments_.size() == kMostSegments)
      refuse(
          fmt::format(
              "has, up to segment {}, more than {} segments to load, or more bytes than the file",
              i, kMostSegments),
          "segments that do not share bytes of the file");
    segments_.push_back(
        {program.p_paddr,
         program.p_memsz,
         {file_.begin() + program.p_offset, file_.begin() + static_cast<std::ptrdiff_t>(end)}});
  }
  if (segments_.empty()) refuse("has nothing to load", "a segment of type LOAD");
}

void ElfImage::check_overlaps() const {
  for (const Segment& a : segments_)
    for (const Segment& b : segments_)
      if (&a != &b && a.address <= b.address && a.address + a.memory_bytes > b.address)
        refuse(fmt::format("has segments at {:#x} ({} B) and {:#x} that overlap", a.address,
                           a.memory_bytes, b.address),
               "segments that do not overlap");
}

void ElfImage::read_functions() {
  const auto header = at<Elf32_Ehdr>(0, "its header");
  std::uint64_t bytes = 0;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    const std::uint64_t size = sizeof(Elf32_Shdr);
    const auto symbols = at<Elf32_Shdr>(header.e_shoff + i * size, "its section headers");
    if (symbols.sh_type != SHT_SYMTAB || symbols.sh_link >= header.e_shnum) continue;
    bytes += symbols.sh_size;
    if (bytes > kMostSymbols * sizeof(Elf32_Sym))
      refuse("has symbol tables of " + std::to_string(bytes) + " B",
             fmt::format("up to {} symbols; strip it", kMostSymbols));
    const auto names = at<Elf32_Shdr>(header.e_shoff + symbols.sh_link * size, "its sections");
    add_functions(symbols.sh_offset, symbols.sh_size, names.sh_offset, names.sh_size);
  }
  std::stable_sort(functions_.begin(), functions_.end(),
                   [](const Function& a, const Function& b) { return a.address < b.address; });
}

void ElfImage::add_functions(std::uint64_t table, std::uint64_t bytes, std::uint64_t names,
                             std::uint64_t name_bytes) {
  if (names + name_bytes > file_.size()) refuse("ends within its symbol names", "a whole ELF file");
  for (std::uint64_t done = 0; done + sizeof(Elf32_Sym) <= bytes; done += sizeof(Elf32_Sym)) {
    const auto symbol = at<Elf32_Sym>(table + done, "its symbols");
    if (ELF32_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_name >= name_bytes) continue;
    const std::uint64_t from = names + symbol.st_name;
    const std::size_t bytes = std::min(file_.find('\0', from) - from, kMostNameBytes);
    functions_.push_back({symbol.st_value, symbol.st_size, file_.substr(from, bytes)});
  }
}

void ElfImage::load(const Writer& writer) const {
  for (const Segment& segment : segments_) {
    std::vector<std::uint8_t> bytes = segment.bytes;
    // Tests the space before allocating, because a file may claim 4 GiB of zeros.
    std::uint8_t last = 0;
    const std::uint64_t end = segment.address + segment.memory_bytes;
    if (end > 1ull << 32 || writer(static_cast<std::uint32_t>(end - 1), &last, 1) != 1)
      refuse(fmt::format("has a segment of {} B at {:#x}, beyond the memory", segment.memory_bytes,
                         segment.address),
             "a program that fits; enlarge the memory or change the program's linker script");
    bytes.resize(segment.memory_bytes);
    const auto size = static_cast<unsigned>(bytes.size());
    if (writer(segment.address, bytes.data(), size) != size)
      refuse(fmt::format("has a segment at {:#x}, where there is no memory", segment.address),
             "addresses inside the memory; see the program's linker script");
  }
}

const ElfImage::Function* ElfImage::function_at(std::uint32_t pc) const {
  const auto behind =
      std::upper_bound(functions_.begin(), functions_.end(), pc,
                       [](std::uint32_t at, const Function& f) { return at < f.address; });
  if (behind == functions_.begin()) return nullptr;
  const Function& found = *std::prev(behind);
  // Functions in assembler have no size; they end at the next function.
  return found.bytes == 0 || pc - found.address < found.bytes ? &found : nullptr;
}

std::string ElfImage::describe(std::uint32_t pc) const {
  const Function* const function = function_at(pc);
  if (function == nullptr) return fmt::format("{:#x} (in no function)", pc);
  return fmt::format("{:#x} ({}+{:#x})", pc, function->name, pc - function->address);
}

}  // namespace gf::hw::riscv
