// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "hw/riscv/core/elf_image.h"
#include "hw/riscv/hart/hart.h"

namespace gf::hw::riscv {

/// Cycles of a hart by function and by who called it. A call is an instruction of another function
/// than the one before; a return, one of a function that is further up. What recurs is one frame,
/// and what a compiler has inlined is its caller's.
class FunctionProfile final : public HartWatchClient {
 public:
  FunctionProfile(const Hart& hart, const ElfImage& image) : hart_(hart), image_(image) {}

  bool instruction_comes(std::uint32_t pc) override;
  void access_comes(std::uint32_t, unsigned, bool) override {}

  /// Folded stacks, as flame graphs are drawn of: "PREFIX;main;receive_packet 123", a line each.
  void write(std::ostream& out, const std::string& prefix) const;

 private:
  struct Frame {
    const ElfImage::Function* function;  ///< Null: of no function.
    std::size_t caller;                  ///< Of frames_; of the first one itself.
    std::uint64_t cycles = 0;
  };
  void enter(std::uint32_t pc);
  [[nodiscard]] std::size_t called(const ElfImage::Function* function);
  [[nodiscard]] std::string stack_of(std::size_t frame) const;

  const Hart& hart_;
  const ElfImage& image_;
  std::vector<Frame> frames_{{nullptr, 0}};
  std::size_t at_ = 0;
  std::uint32_t begin_ = 0;  ///< Of the function at hand.
  std::uint32_t bytes_ = 0;
  std::uint64_t counted_ = 0;  ///< Cycles of the hart that are in frames_.
};

}  // namespace gf::hw::riscv
