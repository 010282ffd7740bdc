// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/known_parts.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/text/csv.h"

namespace gf::model {

/// Text of "tlm_models/import/found/known_parts.csv" (cmake/EmbedText.cmake).
std::string_view known_parts_file(std::string_view path);

namespace {

constexpr const char* kFile = "tlm_models/import/found/known_parts.csv";

std::string lower(std::string_view text) {
  std::string made(text);
  std::transform(made.begin(), made.end(), made.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return made;
}

std::vector<std::string> fields(std::string_view text, char separator) {
  std::vector<std::string> made;
  for (const std::string_view field : core::split_fields(text, separator))
    if (!field.empty()) made.emplace_back(field);
  return made;
}

KnownPart part_at(const core::CsvTable& table, std::size_t row) {
  KnownPart part;
  part.kind = table.text(row, "kind");
  part.ids = fields(table.text(row, "ids"), ' ');
  part.names = fields(lower(table.text(row, "names")), '|');
  part.part = table.text(row, "part");
  part.preset = table.text(row, "preset");
  part.exact = table.text(row, "exact") == "yes";
  part.source = table.text(row, "source");
  const std::string& port = table.text(row, "port");
  const auto spec = link_spec((part.kind == "cpu" ? "socket " : "pcie ") + port);
  GF_CHECK(spec.has_value(), port);
  part.port = *spec;
  part.links = link_spec(table.text(row, "links"));
  return part;
}

}  // namespace

const std::vector<KnownPart>& known_parts() {
  static const std::vector<KnownPart> all = [] {
    const core::CsvTable table(known_parts_file(kFile), kFile);
    std::vector<KnownPart> parts;
    for (std::size_t row = 0; row < table.rows(); ++row) parts.push_back(part_at(table, row));
    return parts;
  }();
  return all;
}

const KnownPart* part_of_id(std::string_view kind, std::string_view id) {
  for (const KnownPart& part : known_parts())
    if (part.kind == kind && std::find(part.ids.begin(), part.ids.end(), id) != part.ids.end())
      return &part;
  return nullptr;
}

const KnownPart* part_of_name(std::string_view kind, std::string_view name) {
  const KnownPart* best = nullptr;
  std::size_t length = 0;
  const std::string wanted = lower(name);
  for (const KnownPart& part : known_parts())
    for (const std::string& glob : part.names)
      if (part.kind == kind && glob.size() > length && core::glob_match(glob, wanted)) {
        best = &part;
        length = glob.size();
      }
  return best;
}

const KnownPart* gpu_of_links(unsigned links) {
  for (const KnownPart& part : known_parts())
    if (part.kind == "gpu" && part.exact && part.links && part.links->width == links &&
        !part.links->is_xgmi())
      return &part;
  return nullptr;
}

}  // namespace gf::model
