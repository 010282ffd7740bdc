// SPDX-License-Identifier: Apache-2.0
// Holds: docs/glossary.md
// The glossary: in the order of the alphabet, each term once, with links to files that exist.
#include <algorithm>
#include <cctype>
#include <sstream>

#include "tests/support/captured.h"
#include "tests/support/markdown.h"
#include "tests/support/matchers.h"

namespace gf::test::glossary_test {
namespace {

const std::filesystem::path kPage = std::filesystem::path(GF_SOURCE_DIR) / "docs/glossary.md";

/// A paragraph "**term**: text [where](file)."
struct Entry {
  std::string term, text;
};

std::vector<Entry> entries(const std::string& page) {
  std::vector<Entry> found;
  std::istringstream in(page);
  for (std::string line; std::getline(in, line);) {
    const std::size_t end = line.find("**: ", 2);
    if (line.rfind("**", 0) == 0 && end != line.npos)
      found.push_back({line.substr(2, end - 2), line.substr(end + 4)});
  }
  return found;
}

std::string small(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Terms that stand behind one that comes later in the alphabet, or that is the same.
std::vector<std::string> misplaced(const std::vector<Entry>& all) {
  std::vector<std::string> terms;
  for (std::size_t i = 1; i < all.size(); ++i)
    if (small(all[i].term) <= small(all[i - 1].term)) terms.push_back(all[i].term);
  return terms;
}

/// Terms that do not say where they are modelled, or not in one to three sentences.
std::vector<std::string> incomplete(const std::vector<Entry>& all) {
  std::vector<std::string> terms;
  for (const auto& [term, text] : all) {
    const std::string words = text.substr(0, text.rfind(" [", text.find("](")));
    std::size_t sentences = 1;
    for (std::size_t at = 0; (at = words.find(". ", at)) != words.npos; ++at) ++sentences;
    if (link_targets(text).empty() || words.empty() || words.back() != '.' || sentences > 3)
      terms.push_back(term);
  }
  return terms;
}

TEST(Glossary, HasEachTermOnceInOrder) {
  const std::vector<Entry> all = entries(read_file(kPage));
  EXPECT_GE(all.size(), 80u);
  EXPECT_THAT(misplaced(all), IsEmpty());
}

TEST(Glossary, SaysWhereEachTermIsModelled) {
  EXPECT_THAT(incomplete(entries(read_file(kPage))), IsEmpty());
  EXPECT_THAT(broken_links(kPage), IsEmpty());
}

TEST(Glossary, WhatIsWrongIsSeen) {
  const auto all = entries(
      "# Glossary\n**b**: One. [x](x.h).\n\n**a**: No link.\n\n**A**: No point [x](x.h).\n"
      "**c**: One. Two. Three. Four. [x](x.h).\n");
  EXPECT_THAT(misplaced(all), ElementsAre("a", "A"));
  EXPECT_THAT(incomplete(all), ElementsAre("a", "A", "c"));
}

}  // namespace
}  // namespace gf::test::glossary_test
