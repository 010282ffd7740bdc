// SPDX-License-Identifier: Apache-2.0
#include "core/param/param_listing.h"

#include <algorithm>
#include <fmt/format.h>
#include <ostream>

#include "core/text/ini.h"
#include "core/text/json.h"
#include "core/text/text_table.h"

namespace gf::core {
namespace {

/// Returns "k80_*" for "k80_*.lanes"; empty at the root.
std::string instance_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

std::string name_of(const std::string& path) { return path.substr(path.rfind('.') + 1); }

/// Groups the rows by instance; instances are in the order of their first rows.
std::vector<std::vector<FoldedRow>> by_instance(const std::vector<ParamRow>& rows) {
  std::vector<std::vector<FoldedRow>> groups;
  for (FoldedRow& folded : fold(rows)) {
    const std::string instance = instance_of(folded.row.path);
    auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& candidate) {
      return instance_of(candidate.front().row.path) == instance;
    });
    if (group == groups.end()) group = groups.emplace(groups.end());
    group->push_back(std::move(folded));
  }
  return groups;
}

/// Stand-ins for an empty text, and for a range that only the type limits.
std::string shown(const std::string& text) { return text.empty() ? "\"\"" : text; }
std::string legal(const ParamRow& row) {
  if (row.type == "flag") return "true, false";
  if (!row.legal.empty()) return row.legal;
  return row.type == "integer" ? "0 or more" : "any " + row.type;
}

/// Returns `text` for a cell of a Markdown table.
std::string cell(std::string text) {
  for (std::size_t i = text.find('|'); i != std::string::npos; i = text.find('|', i + 2))
    text.insert(i, 1, '\\');
  return text;
}

/// The plausible range of a guess, if its declaration gives one.
PlausibleRange declared_range(const ParamRow& row) {
  if (provenance_of(row.source) == Provenance::kSourced) return {};
  const PlausibleRange range = row.plausible();
  return range.declared ? range : PlausibleRange{};
}

/// Returns the source, and for a guess the declared range.
std::string source(const ParamRow& row) {
  const PlausibleRange range = declared_range(row);
  if (!range.declared) return row.source;
  return fmt::format("{}; plausible: {} ... {} ({})", row.source, range.low, range.high, range.why);
}

nlohmann::ordered_json json_of(const ParamRow& row) {
  nlohmann::ordered_json json = {{"path", row.path},     {"type", row.type},
                                 {"value", row.value},   {"default", row.default_value},
                                 {"legal", row.legal},   {"meaning", row.meaning},
                                 {"source", row.source}, {"origin", row.origin}};
  if (const PlausibleRange range = declared_range(row); range.declared)
    json["plausible"] = {{"low", range.low}, {"high", range.high}, {"why", range.why}};
  return json;
}

constexpr const char* kMarkdownHead =
    "| Parameter | Default | Legal | Meaning | Source |\n|---|---|---|---|---|\n";

std::string markdown_row(const std::string& name, const ParamRow& row) {
  return fmt::format("| `{}` | {} | {} | {} | {} |\n", name, cell(row.default_value),
                     cell(legal(row)), cell(row.meaning), cell(source(row)));
}

}  // namespace

void print_params(std::ostream& out, const std::vector<ParamRow>& rows, std::size_t columns) {
  TextTable table({"parameter", "default", "value", "legal", "meaning", "source"});
  for (const auto& group : by_instance(rows))
    for (const auto& [row, instances] : group)
      table.add_row({row.path, shown(row.default_value), shown(row.value), legal(row),
                     instances > 1 ? fmt::format("{} (x{})", row.meaning, instances) : row.meaning,
                     row.source});
  table.print(out, columns);
}

void print_params_markdown(std::ostream& out, const std::string& title,
                           const std::vector<ParamRow>& rows) {
  out << "# " << title << '\n';
  for (const auto& group : by_instance(rows)) {
    const std::string instance = instance_of(group.front().row.path);
    out << "\n## " << (instance.empty() ? "At the root" : "`" + instance + "`") << "\n\n"
        << kMarkdownHead;
    for (const auto& [row, instances] : group) out << markdown_row(name_of(row.path), row);
  }
}

std::string params_table(const std::vector<ParamRow>& rows) {
  std::string table = kMarkdownHead;
  for (const ParamRow& row : rows) table += markdown_row(row.path, row);
  return table;
}

void print_params_json(std::ostream& out, const std::vector<ParamRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ParamRow& row : rows) list.push_back(json_of(row));
  out << json_text(list, 2) << '\n';
}

void write_resolved_ini(std::ostream& out, const std::string& title,
                        const std::vector<ParamRow>& rows) {
  out << "# " << title << '\n';
  for (const ParamRow& row : rows)
    out << fmt::format("\n# {}; {}; {}\n{} ={}{}\n", row.origin, legal(row), row.meaning, row.path,
                       row.value.empty() ? "" : " ", ini_text(row.value));
}

}  // namespace gf::core
