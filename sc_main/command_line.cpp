// SPDX-License-Identifier: Apache-2.0
#include "sc_main/command_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <sstream>

#include "core/printable.h"
#include "core/text_match.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;
using core::ExitCode;

constexpr unsigned kColumns = 100;
// Without guessing: a word that is no option is the name of a parameter, and would else be taken
// for an option that begins like it.
constexpr int kStyle = po::command_line_style::default_style &  //
                       ~po::command_line_style::allow_guessing;

/// Set while read_command_line() asks.
std::function<void(const CommandLine&)>& reader() {
  static std::function<void(const CommandLine&)> use;
  return use;
}

}  // namespace

const char* meaning_of(ExitCode code) {
  switch (code) {
    case ExitCode::kDone:
      return "done";
    case ExitCode::kCheckFailed:
      return "a check within the run failed";
    case ExitCode::kUsage:
      return "invalid command line, parameter or output directory";
    case ExitCode::kNoSteadyState:
      return "no steady state; the results are written and flagged";
    case ExitCode::kDeadlock:
      return "deadlock; the report says who waits for whom";
    case ExitCode::kBadInput:
      return "invalid input file; the message names the line";
    case ExitCode::kInterrupted:
      return "interrupted (Ctrl-C, --max-wall); partial results are marked";
    case ExitCode::kTerminated:
      return "terminated (SIGTERM, SIGHUP); partial results are marked";
  }
  return "";
}

namespace {

bool is_long_option(const std::string& word) {
  return word.size() > 2 && word.compare(0, 2, "--") == 0;
}

std::string name_of(const std::string& word) {
  return word.substr(2, word.find('=') == std::string::npos ? word.npos : word.find('=') - 2);
}

/// Whether the word behind this known option is its value.
bool takes_next(const po::option_description& option, const std::string& word) {
  return option.semantic()->min_tokens() > 0 && word.find('=') == std::string::npos;
}

}  // namespace

void read_command_line(const Command& command, const std::function<void(const CommandLine&)>& use) {
  reader() = use;
  command.run({"--help"});
  reader() = nullptr;
}

std::string exit_code_lines(const std::vector<ExitCode>& codes) {
  std::string lines;
  for (const ExitCode code : codes)
    lines += fmt::format("  {:<4} {}\n", static_cast<int>(code), meaning_of(code));
  return lines;
}

CommandLine::CommandLine(std::string command, std::string arguments, std::string what_it_does)
    : name(std::move(command)),
      usage(std::move(arguments)),
      purpose(std::move(what_it_does)),
      options("Options", kColumns, kColumns / 2) {}

Arguments CommandLine::parameters_named(const Arguments& arguments) {
  Arguments known;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    known.push_back(word);
    if (word == "-p" && i + 1 < arguments.size()) known.push_back(arguments[++i]);
    if (!is_long_option(word)) continue;
    const po::option_description* option = options.find_nothrow(name_of(word), false);
    if (option != nullptr) {
      // Passed on unread, even if it begins with "--": it is a value.
      if (takes_next(*option, word) && i + 1 < arguments.size()) known.push_back(arguments[++i]);
      continue;
    }
    std::string setting = word.substr(2);
    if (setting.find('=') == std::string::npos) {
      const bool has_value = i + 1 < arguments.size() && !is_long_option(arguments[i + 1]);
      if (!has_value) fail_unknown(name_of(word));
      setting += "=" + arguments[++i];
    }
    parameter_names.push_back(name_of(word));
    known.back() = "-p";
    known.push_back(setting);
  }
  return known;
}

bool CommandLine::parse(const Arguments& arguments) {
  bool help_wanted = false;
  options.add_options()("help,h", po::bool_switch(&help_wanted), "show this text");
  po::options_description all;
  all.add(options).add(operands);
  try {
    po::variables_map values;
    const Arguments known = takes_parameters ? parameters_named(arguments) : arguments;
    po::store(po::command_line_parser(known).options(all).positional(order).style(kStyle).run(),
              values);
    refuse_no_place(values);
    po::notify(values);
  } catch (const po::unknown_option& error) {
    fail_unknown(error.get_option_name());
  } catch (const po::too_many_positional_options_error&) {
    fail("too many operands");
  } catch (const po::error& error) {
    fail(core::excerpt(error.what()));
  }
  if (help_wanted && reader()) {
    reader()(*this);
  } else if (help_wanted) {
    std::cout << help();
  }
  return !help_wanted;
}

void CommandLine::refuse_no_place(const po::variables_map& values) const {
  for (const auto& [option, what] : {std::pair("outdir", "directory"), std::pair("out", "file"),
                                     std::pair("orders-csv", "file")})
    if (values.count(option) != 0 && values[option].as<std::string>().empty())
      fail(fmt::format("--{} '': expected the name of a {}; an unset variable of a script?", option,
                       what));
}

std::string CommandLine::help() const {
  std::ostringstream out;
  out << "Usage: gpufabric " << name << ' ' << usage << "\n\n" << purpose << "\n\n" << options;
  if (!examples.empty()) out << "\nExamples:\n" << examples;
  out << "\nExit codes:\n" << exit_code_lines(exit_codes());
  return out.str();
}

std::vector<ExitCode> CommandLine::exit_codes() const {
  std::vector<ExitCode> codes{ExitCode::kDone, ExitCode::kUsage};
  codes.insert(codes.end(), exits.begin(), exits.end());
  std::sort(codes.begin(), codes.end());
  return codes;
}

void CommandLine::fail(const std::string& cause) const {
  throw core::UserError(ExitCode::kUsage,
                        fmt::format("{}: {}; see gpufabric help {}", name, cause, name));
}

void CommandLine::fail_unknown(const std::string& option,
                               std::vector<std::string> also_known) const {
  if (option == "plugin" || option == "--plugin")
    fail("--plugin FILE goes before the command: gpufabric --plugin FILE " + name + " ...");
  for (const auto& known : options.options()) also_known.push_back(known->long_name());
  const std::string wanted = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  fail(fmt::format("unknown option \"{}\"{}; nearest: --{}",
                   core::excerpt(option.front() == '-' ? option : "--" + option),
                   takes_parameters ? ", or a parameter without its value" : "",
                   core::nearest_names(wanted, also_known, 1).at(0)));
}

}  // namespace gf::app
