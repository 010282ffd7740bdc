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

namespace gf::app {
namespace {

using core::OutputNote;

/// Files in the directory of a run, with the option that asks for them unless all runs have them.
constexpr OutputNote kCommonFiles[] = {
    {"run.json", "",
     "version, command line, defaults, host, wall time, exit reason, inputs, files"},
    {"config.resolved.ini", "",
     "all parameters and the origins of their values; input for --config"},
    {"inputs/*", "", "copies of the files that parameters name"},
    {"stats.json", "", "results and statistics"},
    {"stats.csv", "", "statistics: path, name, value, unit"},
    {"summary.txt", "", "results and statistics as text"},
    {"run.html", "", "the run's page for a browser; not with --no-page"},
    {"record.json", "", "data of the page"},
    {"waves.vcd", "", "with --vcd: signals; waves.fst with --vcd-format fst"},
    {"waves.fst", "", "with --vcd-format fst"},
    {"waves.gtkw", "", "with --vcd: groups of signals for GTKWave"},
    {"timeline.json", "", "with --timeline: timeline for Perfetto"},
    {"series.csv", "", "with --series: statistics over time"}};

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

std::vector<OutputNote> with_common(const std::vector<OutputNote>& own) {
  std::vector<OutputNote> files(std::begin(kCommonFiles), std::end(kCommonFiles));
  files.insert(files.end(), own.begin(), own.end());
  return files;
}

nlohmann::ordered_json json_of(const std::vector<OutputNote>& notes) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const OutputNote& note : notes) {
    nlohmann::ordered_json json{{"name", note.name}};
    if (*note.unit != '\0') json["unit"] = note.unit;
    json["meaning"] = note.text();
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
  const platforms::Outputs outputs = entry.make()->outputs();
  print_title(out, "Results");
  if (outputs.results.empty()) {
    out << "This platform does not describe them; stats.json of a run has them.\n";
  } else {
    core::TextTable table({"result", "unit", "meaning"});
    for (const OutputNote& note : outputs.results)
      table.add_row({note.name, note.unit, note.text()});
    table.print(out);
  }
  print_title(out, "Files with --outdir");
  core::TextTable files({"file", "holds"});
  for (const OutputNote& file : with_common(outputs.files)) files.add_row({file.name, file.text()});
  files.print(out);
}

void print_platform_help_json(std::ostream& out, const platforms::PlatformEntry& entry) {
  std::ostringstream parameters;
  core::print_params_json(parameters, parameters_of(entry));
  nlohmann::ordered_json all{{"name", entry.name},
                             {"source", entry.source},
                             {"summary", entry.summary},
                             {"parameters", core::parse_json(parameters.str())}};
  const platforms::Outputs outputs = entry.make()->outputs();
  all["results"] = json_of(outputs.results);
  all["files"] = json_of(with_common(outputs.files));
  out << core::json_text(all, 2) << '\n';
}

}  // namespace gf::app
