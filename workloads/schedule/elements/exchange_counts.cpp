// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/elements/exchange_counts.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/units.h"
#include "core/system/text_file.h"
#include "workloads/schedule/slice.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMostOfPair = std::uint64_t{1} << 40;

std::optional<std::uint64_t> bytes_of(std::string_view text) {
  if (const auto plain = core::parse_number<std::uint64_t>(text)) return plain;
  try {
    return core::parse_bytes(text).count();
  } catch (const core::UserError&) {  // reported by the caller, with the line
    return {};
  }
}

}  // namespace

std::vector<std::uint64_t> read_exchange_counts(const std::string& file, unsigned ranks,
                                                unsigned unit) {
  const std::string lines = fmt::format("{} lines with {} sizes, one for each GPU", ranks, ranks);
  core::TextFile text(file, lines);
  std::vector<std::uint64_t> counts;
  std::string line;
  unsigned number = 0;
  while (std::getline(text, line)) {
    ++number;
    const std::string_view content = core::trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    const auto fields = core::split_fields(content, ',');
    if (fields.size() != ranks || counts.size() == std::size_t{ranks} * ranks)
      core::fail_input(file, number, fmt::format("{} fields", fields.size()), lines);
    for (const std::string_view field : fields) {
      const auto bytes = bytes_of(field);
      if (!bytes || *bytes % unit != 0 || *bytes > kMostOfPair)
        core::fail_input(file, number, core::excerpt(field),
                         fmt::format("a size such as 65536 or 64 KiB, a multiple of {} B", unit));
      counts.push_back(*bytes / kElementBytes);
    }
  }
  if (counts.size() < std::size_t{ranks} * ranks)
    core::fail_input(file, number, fmt::format("{} lines", counts.size() / ranks), lines);
  return counts;
}

std::vector<std::uint64_t> skewed_counts(std::uint64_t elements, unsigned ranks, double skew,
                                         std::uint64_t unit) {
  const auto others =
      static_cast<std::uint64_t>(static_cast<double>(elements) / (skew + ranks - 1)) / unit * unit;
  std::vector<std::uint64_t> counts(std::size_t{ranks} * ranks, others);
  for (unsigned rank = 0; rank < ranks; ++rank)
    counts[std::size_t{rank} * ranks] = elements / unit * unit - others * (ranks - 1);
  return counts;
}

std::uint64_t longest_side(const std::vector<std::uint64_t>& counts, unsigned ranks) {
  std::uint64_t longest = 0;
  for (unsigned rank = 0; rank < ranks; ++rank) {
    std::uint64_t given = 0, taken = 0;
    for (unsigned other = 0; other < ranks; ++other) {
      given += counts[std::size_t{rank} * ranks + other];
      taken += counts[std::size_t{other} * ranks + rank];
    }
    longest = std::max({longest, given, taken});
  }
  return longest;
}

}  // namespace gf::model
