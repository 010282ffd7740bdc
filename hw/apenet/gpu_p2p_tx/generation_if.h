// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/params.h"
#include "hw/apenet/nios/processor.h"

namespace gf::hw::apenet {

/// What a generation may look at.
struct GenerationSettings {
  std::string generation = "v3";             ///< One of generation_names().
  core::Bytes window = core::kibibytes(32);  ///< v2: bytes asked for and not there yet [APENET13]
  core::Bytes block = core::kibibytes(2);    ///< v2: the window moves by so much [C7, calibrated]
};

/// How GPU memory is read for sending: how far ahead, and what the processor does for it.
class GenerationIf {
 public:
  virtual ~GenerationIf() = default;
  /// Bytes that one task of the processor may hand to the request generator, of `page_left` bytes
  /// up to the end of the source's page and `packet_left` up to the end of the packet.
  [[nodiscard]] virtual std::uint64_t segment(std::uint64_t page_left,
                                              std::uint64_t packet_left) const = 0;
  /// What that task costs beyond the page check; `translates`: its page is not the last one.
  [[nodiscard]] virtual bool keeps_page() const = 0;  ///< The page translated last is remembered.
  virtual void charge(const CostTable& costs, Meter& meter) const = 0;
  /// The processor itself writes the requests, one in so many cycles; 0: the generator does.
  [[nodiscard]] virtual unsigned software_cycles(const CostTable& costs) const = 0;
  /// May the next task be posted, with `queued` bytes not yet asked for and `outstanding` bytes
  /// asked for and not there yet?
  [[nodiscard]] virtual bool may_feed(std::uint64_t queued, std::uint64_t outstanding) const = 0;
  /// May the next request of `bytes` go out, `asked` bytes so far, of which `arrived` are there?
  [[nodiscard]] virtual bool may_request(std::uint64_t asked, std::uint64_t arrived,
                                         std::uint32_t bytes) const = 0;
};

const std::vector<std::string>& generation_names();
/// Throws UserError naming `path` for an unknown generation or a window it cannot use.
std::unique_ptr<GenerationIf> make_generation(const GenerationSettings& settings,
                                              const std::string& path);

}  // namespace gf::hw::apenet
