// SPDX-License-Identifier: Apache-2.0
// Holds: README.md DEVIATIONS.md docs/*.md
// Pages: every link leads somewhere, every deviation that is named is in the table.
#include <algorithm>
#include <regex>

#include "papers/citations.h"
#include "tests/support/captured.h"
#include "tests/support/deviations.h"
#include "tests/support/markdown.h"
#include "tests/support/matchers.h"

namespace gf::test::links_test {
namespace {

const fs::path kSource = GF_SOURCE_DIR;

/// Files of the repository's own folders whose names end so, and those at its top.
std::vector<fs::path> files(const std::vector<std::string>& endings) {
  std::vector<fs::path> found;
  const auto add = [&](const fs::path& file) {
    if (std::find(endings.begin(), endings.end(), file.extension()) != endings.end())
      found.push_back(file);
  };
  for (const auto& entry : fs::directory_iterator(kSource)) add(entry.path());
  for (const char* folder :
       {"core", "tlm_models", "workloads", "hw", "platforms", "explain", "runs", "papers",
        "sc_main", "waveforms", "docs", "python", "tests", "scripts"}) {
    if (!fs::exists(kSource / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(kSource / folder)) add(entry.path());
  }
  return found;
}

TEST(Docs, EveryLinkLeadsSomewhere) {
  const std::vector<fs::path> pages = files({".md"});
  EXPECT_GE(pages.size(), 5u);
  for (const fs::path& page : pages) EXPECT_THAT(broken_links(page), IsEmpty());
}

TEST(Docs, LinksAreFoundOutsideCodeOnly) {
  const std::string page =
      "# A page, of sorts\nSee [b](b.md#x) and `[c](c.md)`.\n\n    [d](d.md)\n\n"
      "```\n# [e](e.md)\n```\n<img src=\"f.svg\">\n";
  EXPECT_THAT(link_targets(page), ElementsAre("b.md#x", "f.svg"));
  EXPECT_THAT(anchors_of(page), ElementsAre("a-page-of-sorts"));
}

TEST(Docs, BrokenLinksAreNamed) {
  const ScratchDirectory scratch;
  write_file(scratch / "a.md",
             "# Top\n[1](a.md#top) [2](#top) [3](#gone) [4](b.md) [5](https://x.y)\n");
  EXPECT_THAT(broken_links(scratch / "a.md"),
              ElementsAre("a.md: no heading #gone", "a.md: no file b.md"));
}

/// What `pattern` matches in `text` from where `begin` is found on: std::regex alone would take
/// seconds for all the files.
std::set<std::string> matches(const std::string& text, const char* begin,
                              const std::regex& pattern) {
  std::set<std::string> found;
  for (std::size_t at = 0; (at = text.find(begin, at)) != text.npos; ++at) {
    auto from = std::regex_constants::match_continuous;
    if (at > 0) from |= std::regex_constants::match_prev_avail;
    std::smatch match;
    const auto start = text.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::regex_search(start, text.end(), match, pattern, from)) found.insert(match[1]);
  }
  return found;
}

TEST(Docs, EveryPaperThatIsNamedCanBeCited) {
  static const std::regex kKey("\\[([A-Z]{2,}[0-9]{2})\\b");
  static const std::regex kSeed("(seed 00[0-4])");
  std::set<std::string> named;
  std::set<std::string> known{"ONE20"};  // A paper that a test of reports makes up.
  for (const core::Citation& citation : core::citations()) known.insert(citation.key);
  for (const fs::path& file : files({".md", ".h", ".cpp", ".csv"})) {
    const std::string text = read_file(file);
    for (const std::string& key : matches(text, "[", kKey)) {
      named.insert(key);
      EXPECT_EQ(known.count(key), 1u) << file << ": [" << key << "]";
    }
    EXPECT_THAT(matches(text, "seed ", kSeed), IsEmpty()) << file;
  }
  EXPECT_GE(named.size(), 5u);
}

TEST(Docs, EveryDeviationThatIsNamedIsInTheTable) {
  static const std::regex kId("\\b((?:PCIE|LINK)-[0-9]+)\\b");
  std::set<std::string> known;
  for (const Deviation& row : read_deviations(read_file(kSource / "DEVIATIONS.md")))
    known.insert(row.id);
  for (const fs::path& file : files({".md", ".h", ".cpp"})) {
    const std::string text = read_file(file);
    for (const char* begin : {"PCIE-", "LINK-"})
      for (const std::string& id : matches(text, begin, kId))
        EXPECT_EQ(known.count(id), 1u) << id << " in " << file;
  }
}

}  // namespace
}  // namespace gf::test::links_test
