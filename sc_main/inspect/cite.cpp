// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "core/text/json.h"
#include "papers/citations.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {
namespace {

/// Returns the citations of `keys`, in that order, or all if there are no keys.
std::vector<core::Citation> wanted(const std::vector<std::string>& keys) {
  if (keys.empty()) return core::citations();
  std::vector<core::Citation> found;
  for (const std::string& key : keys) found.push_back(core::find_citation(key));
  return found;
}

nlohmann::ordered_json json_of(const core::Citation& citation) {
  return {{"key", citation.key},     {"authors", citation.authors}, {"title", citation.title},
          {"venue", citation.venue}, {"year", citation.year},       {"arxiv", citation.arxiv},
          {"doi", citation.doi},     {"note", citation.note}};
}

void print_json(const std::vector<core::Citation>& citations) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const core::Citation& citation : citations) list.push_back(json_of(citation));
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

core::ExitCode run_cite(const Arguments& arguments) {
  std::vector<std::string> keys;
  bool bibtex = false;
  bool json = false;
  CommandLine line(
      "cite", "[KEY...] [OPTIONS]",
      "Shows what a key in brackets stands for, such as [SC16] in the source of a\n"
      "parameter, in a row of a paper or in a README. The last entry is GPUFabric itself.");
  line.operand("KEY", keys);
  line.add("bibtex", bibtex, "print entries for a BibTeX file");
  line.add("json", json,
           "print a JSON list of {key, authors, title, venue, year, arxiv, doi, note}");
  line.examples =
      "  gpufabric cite\n"
      "  gpufabric cite SC16\n"
      "  gpufabric cite --bibtex > gpufabric.bib\n";
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (json && bibtex) line.fail("--json and --bibtex exclude each other");
  if (json) {
    print_json(wanted(keys));
    return core::ExitCode::kDone;
  }
  const char* before = "";
  for (const core::Citation& citation : wanted(keys)) {
    std::cout << before
              << (bibtex ? core::citation_bibtex(citation) : core::citation_text(citation));
    before = "\n";
  }
  return core::ExitCode::kDone;
}

}  // namespace gf::app
