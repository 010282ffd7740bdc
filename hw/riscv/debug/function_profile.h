// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "hw/riscv/core/elf_image.h"
#include "hw/riscv/hart/hart.h"

namespace gf::hw::riscv {

/// Counts the cycles of a hart by function and call stack. An instruction of another function than
/// the previous one is a call, or a return if that function is on the stack. Recursion is one
/// frame, and inlined code belongs to its caller.
class FunctionProfile final : public HartWatchClient {
 public:
  FunctionProfile(const Hart& hart, const ElfImage& image) : hart_(hart), image_(image) {}

  bool instruction_comes(std::uint32_t pc) override;
  void access_comes(std::uint32_t, unsigned, bool) override {}

  /// Writes folded stacks for flame graphs, one per line: "PREFIX;main;receive_packet 123".
  void write(std::ostream& out, const std::string& prefix) const;

 private:
  struct Frame {
    const ElfImage::Function* function;  ///< Null: no known function.
    std::size_t caller;                  ///< Index in frames_; the first frame is its own caller.
    std::uint64_t cycles = 0;
  };
  void enter(std::uint32_t pc);
  [[nodiscard]] std::size_t called(const ElfImage::Function* function);
  [[nodiscard]] std::string stack_of(std::size_t frame) const;

  const Hart& hart_;
  const ElfImage& image_;
  std::vector<Frame> frames_{{nullptr, 0}};
  std::size_t at_ = 0;
  std::uint32_t begin_ = 0;  ///< Address of the current function.
  std::uint32_t bytes_ = 0;
  std::uint64_t counted_ = 0;  ///< Cycles of the hart included in frames_.
};

}  // namespace gf::hw::riscv
