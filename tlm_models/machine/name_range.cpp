// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/name_range.h"

#include "core/base/text_fields.h"

namespace gf::model {
namespace {

struct Range {
  unsigned first = 0, last = 0;
};

/// "0..7".
std::optional<Range> range_of(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return {};
  const auto first = core::parse_number<unsigned>(text.substr(0, dots));
  const auto last = core::parse_number<unsigned>(text.substr(dots + 2));
  if (!first || !last || *last < *first || *last - *first >= kMostNamesOfRange) return {};
  return Range{*first, *last};
}

}  // namespace

std::optional<std::vector<std::string>> names_of_range(std::string_view text) {
  std::vector<std::string> names{""};
  while (!text.empty()) {
    const std::size_t open = text.find('[');
    for (std::string& name : names) name += text.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = text.find(']', open);
    if (close == std::string_view::npos) return {};
    const auto range = range_of(text.substr(open + 1, close - open - 1));
    if (!range) return {};
    std::vector<std::string> longer;
    for (const std::string& name : names) {
      if (longer.size() > kMostNamesOfRange) return {};
      for (unsigned i = range->first; i <= range->last; ++i)
        longer.push_back(name + std::to_string(i));
    }
    names = std::move(longer);
    text.remove_prefix(close + 1);
  }
  if (names.size() > kMostNamesOfRange) return {};
  return names;
}

}  // namespace gf::model
