// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/readers/gpu_list_text.h"

#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"

namespace gf::model {
namespace {

/// Returns k of "GPU k: ..." or "Link k: ...", and the text behind the colon.
struct Numbered {
  unsigned number = 0;
  std::string_view rest;
};
std::optional<Numbered> numbered(std::string_view line, std::string_view stem) {
  line = core::trimmed(line);
  const std::size_t colon = line.find(": ");
  if (!core::begins_with(line, stem) || colon == line.npos || colon < stem.size()) return {};
  const auto number =
      core::parse_number<unsigned>(core::trimmed(line.substr(stem.size(), colon - stem.size())));
  if (!number) return {};
  return Numbered{*number, core::trimmed(line.substr(colon + 2))};
}

/// "GPU 0: NAME (UUID: GPU-...)".
std::optional<Numbered> gpu_of(std::string_view line) {
  const auto gpu = numbered(line, "GPU ");
  return gpu && gpu->rest.find("(UUID: ") != gpu->rest.npos ? gpu : std::nullopt;
}

core::ByteRate rate_of(const Numbered& link, const FilePlace& place) {
  try {
    const core::ByteRate rate = core::parse_byte_rate(link.rest);
    if (core::ByteRate(1e6) <= rate && rate <= core::ByteRate(1e15)) return rate;
  } catch (const core::UserError&) {
  }
  place.fail(fmt::format("link {} has the rate '{}'", link.number, core::excerpt(link.rest)),
             "a rate such as 25 GB/s, or <inactive>");
}

}  // namespace

bool is_gpu_list(const std::vector<ImportLine>& lines) {
  for (const ImportLine& line : lines)
    if (gpu_of(line.text)) return true;
  return false;
}

FoundMachine read_gpu_list(const std::vector<ImportLine>& lines) {
  FoundMachine machine;
  std::optional<unsigned> gpu;
  for (const ImportLine& line : lines) {
    if (const auto named = gpu_of(line.text)) {
      for (const FoundDevice& device : machine.devices)
        if (device.number == named->number)
          line.place.fail(
              fmt::format("a second GPU {}, first on line {}", named->number, device.place.line),
              "each GPU once");
      FoundDevice device;
      device.part = named->rest.substr(0, named->rest.find(" (UUID: "));
      device.number = named->number;
      device.place = line.place;
      gpu = machine.add(std::move(device));
      continue;
    }
    const auto link = gpu ? numbered(line.text, "Link ") : std::nullopt;
    if (!link || link->rest.find("inactive") != link->rest.npos) continue;
    const core::ByteRate rate = rate_of(*link, line.place);
    if (machine.links.empty() || machine.links.back().from != *gpu) {
      machine.links.push_back({*gpu, kNoFound, 1, false, rate, line.place});
      continue;
    }
    FoundLinks& known = machine.links.back();
    if (*known.rate != rate)
      line.place.fail(fmt::format("link {} has {}, others of this GPU have {}", link->number,
                                  core::to_text(rate), core::to_text(*known.rate)),
                      "one rate for all links of a GPU");
    ++known.count;
  }
  return machine;
}

}  // namespace gf::model
