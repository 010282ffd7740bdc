// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/param/param.h"
#include "hw/apenet/nios/processor.h"

namespace gf::hw::apenet {

const std::vector<std::string>& generation_names();

/// Parameters that a generation depends on.
struct GenerationSettings : core::ParamGroup {
  core::Param<std::string> generation =
      param("generation", "v3", "version of the block that reads GPU memory",
            "[APENET13]: v3 is the latest", core::one_of(generation_names()));
  core::Param<core::Bytes> window = param(
      "window", core::kibibytes(32), "v2: prefetch window, in bytes requested but not yet received",
      "[APENET13]: 4 to 32 KB", core::between(core::Bytes(128), core::mebibytes(1)));
  core::Param<core::Bytes> block =
      param("block", core::kibibytes(2), "v2: block size by which the window moves",
            "calibrated: 20 % more from 4 to 8 KB ([APENET13])",
            core::between(core::Bytes(128), core::kibibytes(64)));

  void validate(const std::string& path) const;
};

/// How GPU memory is read for sending: how far ahead, and with how much work of the processor.
class GenerationIf {
 public:
  virtual ~GenerationIf() = default;
  /// Returns the bytes that one task of the processor may hand to the request generator.
  /// `page_left` is the number of bytes up to the end of the source's page, `packet_left` up to the
  /// end of the packet.
  [[nodiscard]] virtual std::uint64_t segment(std::uint64_t page_left,
                                              std::uint64_t packet_left) const = 0;
  /// Returns whether the last translated page is remembered: a task for the same page then skips
  /// the table walk.
  [[nodiscard]] virtual bool keeps_page() const = 0;
  /// Charges the cycles that the generation adds to that task.
  virtual void charge(const CostTable& costs, Meter& meter) const = 0;
  /// Returns the cycles per request if the processor writes the requests itself; 0:
  /// the generator does.
  [[nodiscard]] virtual unsigned software_cycles(const CostTable& costs) const = 0;
  /// Returns whether the next task may be posted, with `queued` bytes not yet requested and
  /// `outstanding` bytes requested but not there yet.
  [[nodiscard]] virtual bool may_feed(std::uint64_t queued, std::uint64_t outstanding) const = 0;
  /// Returns whether the next request of `bytes` may go out, with `asked` bytes requested so far
  /// and `arrived` of them there.
  [[nodiscard]] virtual bool may_request(std::uint64_t asked, std::uint64_t arrived,
                                         std::uint32_t bytes) const = 0;
};

/// Makes the generation. Throws UserError naming `path` for an unknown one or a window
/// it cannot use.
std::unique_ptr<GenerationIf> make_generation(const GenerationSettings& settings,
                                              const std::string& path);

}  // namespace gf::hw::apenet
