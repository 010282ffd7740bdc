// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gf::hw::riscv {

/// A linked program: an executable 32-bit ELF file for RISC-V.
class ElfImage {
 public:
  /// Writes `bytes` at `address` of a memory; returns how many of them fitted.
  using Writer = std::function<unsigned(std::uint32_t address, std::uint8_t* data, unsigned bytes)>;

  /// Throws UserError as core::read_file(), and kBadInput with the file and its error: it is
  /// truncated, for another machine, not an executable, or has overlapping segments.
  explicit ElfImage(const std::string& path);
  /// Reads the image from `bytes`, the contents of the file `path`.
  ElfImage(std::string bytes, const std::string& path);

  /// Writes all segments. Throws UserError (exit 5) if one does not fit.
  void load(const Writer& writer) const;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::uint32_t entry() const { return entry_; }
  /// Returns for example "0x80000124 (find_buffer+0x14)", with the function that contains `pc`, if
  /// known.
  [[nodiscard]] std::string describe(std::uint32_t pc) const;
  struct Function {
    std::uint32_t address;
    std::uint32_t bytes;  ///< 0: up to the next function.
    std::string name;
  };
  /// Returns the function that contains `pc`, or null if unknown.
  [[nodiscard]] const Function* function_at(std::uint32_t pc) const;

 private:
  struct Segment {
    std::uint32_t address;
    std::uint64_t memory_bytes;  ///< Bytes after those of the file are 0.
    std::vector<std::uint8_t> bytes;
  };
  [[noreturn]] void refuse(const std::string& cause, const std::string& expected) const;
  void check_header() const;
  void read_segments();
  void check_overlaps() const;
  void read_functions();
  void add_functions(std::uint64_t table, std::uint64_t bytes, std::uint64_t names,
                     std::uint64_t name_bytes);
  template <class T>
  [[nodiscard]] T at(std::uint64_t offset, const char* what) const;

  const std::string path_;
  std::string file_;  ///< The whole file.
  std::uint32_t entry_ = 0;
  std::vector<Segment> segments_;
  std::vector<Function> functions_;  ///< By address.
};

}  // namespace gf::hw::riscv
