// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// A source that parameters, rows of papers and READMEs cite by its key: "[SC16], II-A".
struct Citation {
  std::string key;                   ///< "SC16".
  std::vector<std::string> authors;  ///< In the order of the paper; "others" stands for the rest.
  std::string title;
  std::string venue;  ///< "SC16"; empty: only on arXiv, or no paper.
  unsigned year = 0;  ///< 0: not given.
  std::string arxiv;  ///< "1307.8276", or empty.
  std::string doi;    ///< "10.1145/3123939.3124534", or empty.
  std::string note;   ///< Which version was read, if not the paper itself.
};

/// Returns the papers whose systems are modelled, in the order of papers/papers.h, then GPUFabric
/// itself with its version.
const std::vector<Citation>& citations();

/// Returns the citation of `key`, in any case and with or without brackets; throws
/// UserError(kUsage) that names the nearest key.
const Citation& find_citation(std::string_view key);

/// Returns "[SC16]", then title, authors, venue and year, identifiers and note, each on its own
/// line.
[[nodiscard]] std::string citation_text(const Citation& citation);
/// Returns an entry for a BibTeX file.
[[nodiscard]] std::string citation_bibtex(const Citation& citation);

}  // namespace gf::core
