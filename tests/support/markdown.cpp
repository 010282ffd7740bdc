// SPDX-License-Identifier: Apache-2.0
#include "tests/support/markdown.h"

#include <cctype>
#include <regex>
#include <sstream>

#include "tests/support/captured.h"

namespace gf::test {
namespace {

bool is_fence(const std::string& line) { return line.rfind("```", 0) == 0; }

std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (c == ' ') {
      anchor += '-';
    } else if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_') {
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return anchor;
}

}  // namespace

std::string prose_of(const std::string& text) {
  static const std::regex kCode("`[^`]*`");
  std::string prose;
  std::istringstream in(text);
  bool fenced = false;
  for (std::string line; std::getline(in, line);) {
    if (is_fence(line)) {
      fenced = !fenced;
    } else if (!fenced && line.rfind("    ", 0) != 0) {
      prose += std::regex_replace(line, kCode, "") + "\n";
    }
  }
  return prose;
}

std::vector<std::string> link_targets(const std::string& text) {
  static const std::regex kLink(R"re(\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)")re");
  const std::string prose = prose_of(text);
  std::vector<std::string> targets;
  for (std::sregex_iterator i(prose.begin(), prose.end(), kLink), end; i != end; ++i)
    targets.push_back((*i)[1].matched ? i->str(1) : i->str(2));
  return targets;
}

std::set<std::string> anchors_of(const std::string& text) {
  std::set<std::string> anchors;
  std::istringstream in(text);
  bool fenced = false;
  for (std::string line; std::getline(in, line);) {
    if (is_fence(line)) fenced = !fenced;
    const std::size_t depth = line.find_first_not_of('#');
    if (fenced || depth == 0 || depth == std::string::npos || line[depth] != ' ') continue;
    anchors.insert(anchor_of(line.substr(depth + 1)));
  }
  return anchors;
}

std::vector<std::string> broken_links(const std::filesystem::path& page) {
  std::vector<std::string> broken;
  for (const std::string& target : link_targets(read_file(page))) {
    if (target.find("://") != std::string::npos) continue;
    const std::size_t hash = target.find('#');
    const auto file = hash == 0 ? page : page.parent_path() / target.substr(0, hash);
    if (!std::filesystem::exists(file)) {
      broken.push_back(page.filename().string() + ": no file " + target);
    } else if (hash != std::string::npos &&
               anchors_of(read_file(file)).count(target.substr(hash + 1)) == 0) {
      broken.push_back(page.filename().string() + ": no heading " + target);
    }
  }
  return broken;
}

}  // namespace gf::test
