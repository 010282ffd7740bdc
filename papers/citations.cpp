// SPDX-License-Identifier: Apache-2.0
#include "papers/citations.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/base/version.h"

namespace gf::core {
namespace {

std::vector<Citation> all() {
  const std::string revision = core::revision();
  return {
      {"NUMA17",
       {"Ugljesa Milic", "Oreste Villa", "Evgeny Bolotin", "Akhil Arunkumar", "Eiman Ebrahimi",
        "Aamer Jaleel", "Alex Ramirez", "David Nellans"},
       "Beyond the Socket: NUMA-Aware GPUs",
       "International Symposium on Microarchitecture (MICRO)",
       2017,
       "",
       "10.1145/3123939.3124534",
       "a draft of its section on asymmetric interconnects and its notes"},
      {"SC16",
       {"Maxime Martinasso", "Grzegorz Kwasniewski", "Sadaf R. Alam", "Thomas C. Schulthess",
        "Torsten Hoefler"},
       "A PCIe Congestion-Aware Performance Model for Densely Populated Accelerator Servers",
       "SC16",
       2016,
       "",
       "",
       ""},
      {"PROACT21",
       {"Muthukrishnan", "others"},
       "Efficient Multi-GPU Shared Memory via Automatic Optimization of Fine-Grained Transfers",
       "48th Annual International Symposium on Computer Architecture (ISCA)",
       2021,
       "",
       "10.1109/ISCA52012.2021.00020",
       ""},
      {"DF08",
       {"John Kim", "others"},
       "Technology-Driven, Highly-Scalable Dragonfly Topology",
       "International Symposium on Computer Architecture (ISCA)",
       2008,
       "",
       "",
       ""},
      {"HX09",
       {"Jung Ho Ahn", "Nathan Binkert", "Al Davis", "Moray McLaren", "Robert S. Schreiber"},
       "HyperX: Topology, Routing, and Packaging of Efficient Large-Scale Networks",
       "Conference on High Performance Computing Networking, Storage and Analysis (SC)",
       2009,
       "",
       "10.1145/1654059.1654101",
       "its abstract"},
      {"APENET13",
       {"Roberto Ammendola", "others"},
       "GPU peer-to-peer techniques applied to a cluster interconnect",
       "",
       2013,
       "1307.8276",
       "",
       ""},
      {"GPUFABRIC",
       {"The GPUFabric developers"},
       "GPUFabric: a SystemC model of multi-GPU nodes and of the fabrics between them",
       "",
       0,
       "",
       "",
       fmt::format("version {}{}", version(), revision.empty() ? "" : ", revision " + revision)},
  };
}

std::string plain_key(std::string_view key) {
  std::string plain;
  for (const char c : key)
    if (c != '[' && c != ']')
      plain += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return plain;
}

bool with_others(const Citation& citation) { return citation.authors.back() == "others"; }

std::string authors_text(const Citation& citation) {
  if (!with_others(citation)) return fmt::format("{}", fmt::join(citation.authors, ", "));
  const auto named = citation.authors.end() - 1;
  return fmt::format("{} and others", fmt::join(citation.authors.begin(), named, ", "));
}

/// In a second pair of braces BibTeX keeps the case and does not split a name.
std::string authors_bibtex(const Citation& citation) {
  const bool one_name = citation.authors.size() == 1;
  return fmt::format(one_name ? "{{{}}}" : "{}", fmt::join(citation.authors, " and "));
}

}  // namespace

const std::vector<Citation>& citations() {
  static const std::vector<Citation> table = all();
  return table;
}

const Citation& find_citation(std::string_view key) {
  const std::string wanted = plain_key(key);
  std::vector<std::string> keys;
  for (const Citation& citation : citations()) {
    if (citation.key == wanted) return citation;
    keys.push_back(citation.key);
  }
  throw UserError(
      ExitCode::kUsage,
      fmt::format("cite: \"{}\" is not a known key; nearest: {}; all of them: {}", excerpt(key),
                  nearest_names(wanted, keys, 1).front(), fmt::join(keys, ", ")));
}

std::string citation_text(const Citation& citation) {
  std::string text =
      fmt::format("[{}]\n  {}\n  {}\n", citation.key, citation.title, authors_text(citation));
  if (!citation.venue.empty()) text += fmt::format("  {}, {}\n", citation.venue, citation.year);
  if (!citation.arxiv.empty())
    text += fmt::format("  arXiv:{}, {}\n", citation.arxiv, citation.year);
  if (!citation.doi.empty()) text += fmt::format("  doi:{}\n", citation.doi);
  if (!citation.note.empty())
    text += fmt::format("  {}{}\n", citation.venue.empty() ? "" : "read here: ", citation.note);
  return text;
}

std::string citation_bibtex(const Citation& citation) {
  const bool paper = !citation.venue.empty();
  std::string text = fmt::format("@{}{{{},\n", paper ? "inproceedings" : "misc", citation.key);
  const auto field = [&](const char* name, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {} = {{{}}},\n", name, value);
  };
  field("title", "{" + citation.title + "}");
  field("author", authors_bibtex(citation));
  field("booktitle", citation.venue);
  if (citation.year > 0) field("year", std::to_string(citation.year));
  field("eprint", citation.arxiv);
  if (!citation.arxiv.empty()) field("archivePrefix", "arXiv");
  field("doi", citation.doi);
  if (!paper) field("note", citation.note);
  return text + "}\n";
}

}  // namespace gf::core
