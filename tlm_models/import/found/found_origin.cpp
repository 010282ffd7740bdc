// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/found_origin.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/base/text_match.h"

namespace gf::model {

std::string origin_text(const std::vector<FilePlace>& places) {
  constexpr std::size_t kShown = 3;
  std::vector<std::string> texts;
  for (const FilePlace& place : places) {
    const std::string text =
        fmt::format("{}:{}", core::printable(core::excerpt_of_path(place.file, 60)), place.line);
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }
  return "from " + core::first_of(texts, kShown, ", ");
}

}  // namespace gf::model
