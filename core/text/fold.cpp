// SPDX-License-Identifier: Apache-2.0
#include "core/text/fold.h"

#include <algorithm>

#include "core/base/printable.h"

namespace gf::core {

std::vector<std::string> fold(std::string_view text, std::size_t width) {
  std::vector<std::string> lines = {""};
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    std::string& line = lines.back();
    if (line.empty())
      line = word;
    else if (width_of(line) + 1 + width_of(word) <= width)
      line += " " + std::string(word);
    else
      lines.emplace_back(word);
  }
  return lines;
}

std::string folded(std::string_view text, std::size_t width, std::string_view indent) {
  const std::size_t room = width > indent.size() ? width - indent.size() : 1;
  std::string out;
  for (const std::string& line : fold(text, room))
    out += (out.empty() ? "" : "\n" + std::string(indent)) + line;
  return out;
}

}  // namespace gf::core
