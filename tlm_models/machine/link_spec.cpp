// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/link_spec.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/machine/pcie_generation.h"
#include "tlm_models/topology/nvlink/nvlink_generations.h"

namespace gf::model {
namespace {

using Words = std::vector<std::string_view>;

constexpr unsigned kMostNvlinks = 128;

/// Returns k of "<stem><k>".
std::optional<unsigned> number_behind(std::string_view word, std::string_view stem) {
  if (!core::begins_with(word, stem)) return {};
  return core::parse_number<unsigned>(word.substr(stem.size()));
}

std::optional<LinkSpec> pcie_link(const Words& words) {
  if (words.size() != 3) return {};
  const auto generation = number_behind(words[1], "gen");
  const auto lanes = number_behind(words[2], "x");
  if (!generation || *generation < 1 || *generation > kPcieGenerations.size() || !lanes) return {};
  if (std::count(kPcieWidths.begin(), kPcieWidths.end(), *lanes) == 0) return {};
  return LinkSpec{LinkFamily::kPcie, *generation, *lanes};
}

/// Parses a rate and a latency of 0, 2 or 4 words.
std::optional<LinkSpec> with_rate(LinkFamily family, const Words& words) {
  if (words.size() % 2 != 0 || words.size() > 4) return {};
  LinkSpec spec{family};
  try {
    const auto pair = [&](std::size_t at) {
      return std::string(words[at]) + ' ' + std::string(words[at + 1]);
    };
    if (!words.empty()) spec.rate = core::parse_byte_rate(pair(0));
    if (words.size() == 4) spec.latency = core::parse_time(pair(2));
  } catch (const core::UserError&) {
    return {};
  }
  const bool rate_is_legal =
      !spec.rate || (core::ByteRate(1e6) <= *spec.rate && *spec.rate <= core::ByteRate(1e15));
  const bool latency_is_legal =
      !spec.latency || (*spec.latency >= sc_core::sc_time(1, sc_core::SC_PS) &&
                        *spec.latency <= sc_core::sc_time(1, sc_core::SC_US));
  if (!rate_is_legal || !latency_is_legal) return {};
  return spec;
}

/// Parses "nvlink2", "xgmi3 x2", "nvlink4 x18 20 GB/s", "nvlink4 x18 20 GB/s 300 ns".
std::optional<LinkSpec> nvlink_link(Words words) {
  const auto& kinds = gpu_link_kinds();
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const NvlinkGeneration& one) { return one.name == words[0]; });
  if (kind == kinds.end()) return {};
  words.erase(words.begin());
  std::optional<unsigned> links = 1;
  if (!words.empty() && core::begins_with(words[0], "x")) {
    links = number_behind(words[0], "x");
    words.erase(words.begin());
  }
  if (!links || *links < 1 || *links > kMostNvlinks) return {};
  std::optional<LinkSpec> spec = with_rate(LinkFamily::kNvlink, words);
  if (!spec) return {};
  spec->generation = static_cast<unsigned>(kind - kinds.begin()) + 1;
  spec->width = *links;
  return spec;
}

std::string with_rate_text(const LinkSpec& spec) {
  std::string text = spec.rate ? core::to_text(*spec.rate) : "";
  if (spec.latency) text += ' ' + core::to_text(*spec.latency);
  return text;
}

}  // namespace

bool operator==(const LinkSpec& a, const LinkSpec& b) {
  return a.family == b.family && a.generation == b.generation && a.width == b.width &&
         a.rate == b.rate && a.latency == b.latency;
}

std::optional<core::ByteRate> LinkSpec::raw_rate() const {
  switch (family) {
    case LinkFamily::kPcie:
      return pcie_rate(generation, width);
    case LinkFamily::kNvlink:
      return nvlink_lanes().direction() * width;
    default:
      return rate;
  }
}

std::string LinkSpec::rate_source() const {
  switch (family) {
    case LinkFamily::kPcie:
      return pcie_rate_source(generation, width);
    case LinkFamily::kNvlink:
      if (rate) break;
      return gpu_link_kinds().at(generation - 1).source;
    default:
      break;
  }
  return "assumed: the machine's file";
}

bool LinkSpec::is_xgmi() const {
  return family == LinkFamily::kNvlink && generation > nvlink_generations().size();
}

NvlinkLanes LinkSpec::nvlink_lanes() const {
  NvlinkLanes lanes = gpu_link_kinds().at(generation - 1).link;
  if (rate) lanes.rate = *rate * (2.0 / lanes.lanes);
  return lanes;
}

std::string to_text(const LinkSpec& spec) {
  switch (spec.family) {
    case LinkFamily::kPcie:
      return fmt::format("pcie gen{} x{}", spec.generation, spec.width);
    case LinkFamily::kNvlink:
      return fmt::format("{} x{}{}{}", gpu_link_kinds().at(spec.generation - 1).name, spec.width,
                         spec.rate ? " " : "", with_rate_text(spec));
    case LinkFamily::kSocket:
      return spec.rate ? "socket " + with_rate_text(spec) : "socket";
    case LinkFamily::kBare:
      break;
  }
  return with_rate_text(spec);
}

std::optional<LinkSpec> link_spec(std::string_view text) {
  Words words = core::split_words(text);
  if (words.empty()) return {};
  if (words[0] == "pcie") return pcie_link(words);
  if (core::begins_with(words[0], "nvlink") || core::begins_with(words[0], "xgmi"))
    return nvlink_link(std::move(words));
  if (words[0] == "socket") {
    words.erase(words.begin());
    return with_rate(LinkFamily::kSocket, words);
  }
  return words.size() == 4 ? with_rate(LinkFamily::kBare, words) : std::nullopt;
}

}  // namespace gf::model
