// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>

#include "core/base/printable.h"
#include "core/text/colour.h"
#include "core/text/json.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/known_words.h"
#include "sc_main/inspect/input_kind.h"

namespace gf::app {
namespace {

using core::ExitCode;

/// The output for one file.
struct FileVerdict {
  std::string file;
  std::string kind;     ///< Its InputKind::what; empty if the file is wrong.
  std::string text;     ///< Its contents in words, or the error.
  std::string guessed;  ///< "kind tree, guessed from 'rc.kind' on line 2"; or empty.
  ExitCode code = ExitCode::kDone;
};

FileVerdict check_file(const std::string& file, const InputKind* forced) {
  FileVerdict verdict;
  verdict.file = file;
  try {
    GuessedKind kind{forced, ""};
    if (forced == nullptr) kind = guess_kind(file);
    if (!kind.reason.empty())
      verdict.guessed = fmt::format("kind {}, guessed {}", kind.kind->name, kind.reason);
    verdict.text = kind.kind->check(file);
    verdict.kind = kind.kind->what;
  } catch (const core::UserError& error) {
    verdict.text = error.what();
    verdict.code = error.code();
    const std::filesystem::path path(file);
    std::error_code ignored;
    if (path.extension().empty() && !std::filesystem::exists(path, ignored))
      verdict.text += did_you_mean(file, "a file");
  }
  return verdict;
}

void print(const FileVerdict& verdict) {
  const bool coloured = core::is_coloured(std::cout);
  const std::string guessed =
      verdict.guessed.empty() ? "" : fmt::format(" ({})", core::printable(verdict.guessed));
  if (verdict.code != ExitCode::kDone)
    std::cout << core::toned(verdict.text, core::Tone::kBad, coloured) << guessed << '\n';
  else
    std::cout << fmt::format("{}: {}, {}: {}{}\n", core::printable(verdict.file),
                             core::toned("ok", core::Tone::kGood, coloured), verdict.kind,
                             core::printable(verdict.text), guessed);
}

void print_json(const std::vector<FileVerdict>& verdicts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const FileVerdict& verdict : verdicts)
    list.push_back({{"file", verdict.file},
                    {"ok", verdict.code == ExitCode::kDone},
                    {"kind", verdict.kind},
                    {"text", verdict.text},
                    {"guessed", verdict.guessed}});
  std::cout << core::json_text(list, 2) << '\n';
}

}  // namespace

ExitCode run_check(const Arguments& arguments) {
  std::vector<std::string> files;
  std::string kind;
  bool json = false;
  CommandLine line(
      "check", "FILE... [OPTIONS]",
      "Reads input files and says what each contains, or what is wrong and where. The\n"
      "file extension decides the kind: .csv: congestion graphs; .dot: a tree; .signals:\n"
      "signal groups of a waveform; .workload: a GPU workload; .goal and .sched:\n"
      "schedules; NAME.0.et: Chakra traces of ranks. An .ini file is a workload if it has\n"
      "workload.name, a machine if it has keys that trees lack, a tree if it describes\n"
      "devices otherwise, and else parameters; the output says what was guessed and why.\n"
      "Machines and trees are built as `run` builds them, with the same errors. A machine\n"
      "is proved to be connected, with routes that all end and no cycle of channels that\n"
      "wait for each other. For other kinds the output says what was not checked.");
  line.operand("FILE", files);
  line.add("kind", kind, "KIND", "read every file as this kind", core::one_of(kind_names()));
  line.add("json", json, "print a JSON list of {file, ok, kind, text, guessed}");
  line.examples =
      "  gpufabric check graphs.csv my_tree.dot\n"
      "  gpufabric check --kind machine my_machine.ini\n"
      "  gpufabric check --kind tree my_tree.txt\n";
  line.exits = {ExitCode::kBadInput};
  if (!line.parse(arguments)) return ExitCode::kDone;
  if (files.empty()) line.fail("no FILE given");
  const InputKind* forced = kind.empty() ? nullptr : find_kind(kind);
  ExitCode worst = ExitCode::kDone;  // bad input ranks above a missing file
  std::vector<FileVerdict> verdicts;
  for (const std::string& file : files) {
    verdicts.push_back(check_file(file, forced));
    worst = std::max(worst, verdicts.back().code);
    if (!json) print(verdicts.back());
  }
  if (json) print_json(verdicts);
  return worst;
}

}  // namespace gf::app
