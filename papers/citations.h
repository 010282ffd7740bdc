// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gf::core {

/// Something that sources of parameters, rows of papers and READMEs name by its key: "[SC16],
/// II-A".
struct Citation {
  std::string key;                   ///< "SC16".
  std::vector<std::string> authors;  ///< In the order of the paper; "others" stands for the rest.
  std::string title;
  std::string venue;  ///< "SC16"; empty: only on arXiv, or no paper.
  unsigned year = 0;  ///< 0: none is said.
  std::string arxiv;  ///< "1307.8276", or empty.
  std::string doi;    ///< "10.1145/3123939.3124534", or empty.
  std::string note;   ///< What was read of it, if not the paper itself.
};

/// The papers whose systems are modelled, in the order of papers/papers.h; at the end GPUFabric
/// itself, with its version.
const std::vector<Citation>& citations();

/// The citation of `key`, in any case and with or without brackets; throws UserError(kUsage) that
/// names the nearest.
const Citation& find_citation(std::string_view key);

/// "[SC16]" and below it title, authors, venue and year, identifiers, note: a line each.
[[nodiscard]] std::string citation_text(const Citation& citation);
/// An entry for a BibTeX file.
[[nodiscard]] std::string citation_bibtex(const Citation& citation);

}  // namespace gf::core
