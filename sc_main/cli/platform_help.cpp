// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/platform_help.h"

#include <fmt/format.h>
#include <ostream>
#include <sstream>

#include "core/param/param_listing.h"
#include "core/text/colour.h"
#include "core/text/fold.h"
#include "core/text/json.h"
#include "core/text/text_table.h"
#include "sc_main/cli/configured_platform.h"
#include "sc_main/cli/platform_outputs.h"

namespace gf::app {
namespace {

std::vector<core::ParamRow> parameters_of(const platforms::PlatformEntry& entry) {
  PlatformChoice choice;
  choice.platform = entry.name;
  return ConfiguredPlatform(CommandLine("help", "", ""), choice).params().rows();
}

void print_title(std::ostream& out, const std::string& title) {
  out << '\n' << core::toned(title, core::Tone::kHead, core::is_coloured(out)) << '\n';
}

void print_parameters(std::ostream& out, const std::vector<core::ParamRow>& rows) {
  core::TextTable table({"parameter", "default", "meaning"});
  for (const core::FoldedRow& folded : core::fold(rows))
    table.add_row({folded.row.path, folded.row.default_value, folded.row.meaning});
  table.print(out);
}

void print_files(std::ostream& out, const std::vector<OutputNote>& own) {
  core::TextTable table({"file", "holds"});
  for (const OutputNote& file : files_of_every_run()) table.add_row({file.name, file.meaning});
  for (const OutputNote& file : own) table.add_row({file.name, file.meaning});
  table.print(out);
}

nlohmann::ordered_json json_of(const std::vector<OutputNote>& notes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OutputNote& note : notes) {
    nlohmann::ordered_json json{{"name", note.name}};
    if (!note.unit.empty()) json["unit"] = note.unit;
    json["meaning"] = note.meaning;
    list.push_back(json);
  }
  return list;
}

}  // namespace

const platforms::PlatformEntry* find_platform(const std::string& name) {
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    if (entry.name == name) return &entry;
  return nullptr;
}

void print_platform_help(std::ostream& out, const platforms::PlatformEntry& entry) {
  const std::string what = fmt::format("{}: {} ({})", entry.name, entry.summary, entry.source);
  out << core::folded(what, core::columns_of(out), "")
      << fmt::format("\n\nUsage: gpufabric run {} [--NAME VALUE]... [OPTIONS]\n", entry.name);
  print_title(out, "Parameters");
  out << fmt::format(
      "Legal values and sources: gpufabric params {}.\n"
      "Some parameters decide which others exist.\n\n",
      entry.name);
  print_parameters(out, parameters_of(entry));
  const PlatformOutputs* const outputs = find_outputs(entry.name);
  print_title(out, "Results");
  if (outputs == nullptr) {
    out << "Not described; run.json and stats.json of a run have them.\n";
  } else {
    core::TextTable table({"result", "unit", "meaning"});
    for (const OutputNote& note : outputs->results)
      table.add_row({note.name, note.unit, note.meaning});
    table.print(out);
  }
  print_title(out, "Files with --outdir");
  print_files(out, outputs == nullptr ? std::vector<OutputNote>() : outputs->files);
}

void print_platform_help_json(std::ostream& out, const platforms::PlatformEntry& entry) {
  std::ostringstream parameters;
  core::print_params_json(parameters, parameters_of(entry));
  nlohmann::ordered_json all{{"name", entry.name},
                             {"source", entry.source},
                             {"summary", entry.summary},
                             {"parameters", core::parse_json(parameters.str())}};
  const PlatformOutputs* const outputs = find_outputs(entry.name);
  all["results"] = json_of(outputs == nullptr ? std::vector<OutputNote>() : outputs->results);
  std::vector<OutputNote> files = files_of_every_run();
  if (outputs != nullptr) files.insert(files.end(), outputs->files.begin(), outputs->files.end());
  all["files"] = json_of(files);
  out << core::json_text(all, 2) << '\n';
}

}  // namespace gf::app
