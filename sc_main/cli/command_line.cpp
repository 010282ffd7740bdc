// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/command_line.h"

#include <algorithm>
#include <fmt/format.h>
#include <iostream>
#include <sstream>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/colour.h"
#include "core/text/fold.h"
#include "core/text/terminal.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/defaults.h"

namespace gf::app {
namespace {

namespace po = boost::program_options;
using core::ExitCode;

constexpr std::size_t kFewestColumns = 60, kMostColumns = 100;

/// Width of the help text.
unsigned help_columns() {
  return static_cast<unsigned>(std::clamp(core::output_columns(), kFewestColumns, kMostColumns));
}

// Guessing is off: an unknown word is the name of a parameter, and would otherwise be taken for an
// option that begins the same way.
constexpr int kStyle = po::command_line_style::default_style &  //
                       ~po::command_line_style::allow_guessing;

/// Groups of exclusive options: a user's default is ignored if another option of its group is
/// given.
const std::vector<std::vector<const char*>> kExclusive = {
    {"quiet", "verbose"}, {"json", "csv", "dot", "markdown", "bibtex"}};

/// Returns a paragraph folded to the width of the help text, or 80 columns if that is narrower.
std::string refolded(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return core::folded(text, std::min(help_columns(), 80u), "");
}

/// Set during read_command_line().
std::function<void(const CommandLine&)>& reader() {
  static std::function<void(const CommandLine&)> use;
  return use;
}

bool is_long_option(const std::string& word) {
  return word.size() > 2 && word.compare(0, 2, "--") == 0;
}

std::string name_of(const std::string& word) {
  return word.substr(2, word.find('=') == std::string::npos ? word.npos : word.find('=') - 2);
}

/// Returns whether the next word is the value of this known option.
bool takes_next(const po::option_description& option, const std::string& word) {
  return option.semantic()->min_tokens() > 0 && word.find('=') == std::string::npos;
}

}  // namespace

void read_command_line(const Command& command, const std::function<void(const CommandLine&)>& use) {
  reader() = use;
  command.run({"--help"});
  reader() = nullptr;
}

CommandLine::CommandLine(std::string command, std::string arguments, std::string what_it_does)
    : name(std::move(command)),
      usage(std::move(arguments)),
      purpose(std::move(what_it_does)),
      options("Options", help_columns(), help_columns() / 2) {}

Arguments CommandLine::parameters_named(const Arguments& arguments) {
  Arguments known;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    known.push_back(word);
    if (word == "-p" && i + 1 < arguments.size()) known.push_back(arguments[++i]);
    if (!is_long_option(word)) continue;
    const po::option_description* option = options.find_nothrow(name_of(word), false);
    if (option != nullptr) {
      // Pass it on unread: it is a value, even if it begins with "--".
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

Arguments CommandLine::bare_completed(const Arguments& arguments) const {
  Arguments words;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    words.push_back(arguments[i]);
    const bool last = i + 1 == arguments.size() || arguments[i + 1].rfind('-', 0) == 0;
    for (const auto& [option, value] : bare_values) {
      const po::option_description& known = options.find(option, false);
      const bool named =
          arguments[i] == known.canonical_display_name(po::command_line_style::allow_long) ||
          arguments[i] ==
              known.canonical_display_name(po::command_line_style::allow_dash_for_short);
      if (named && last) words.push_back(value);
    }
  }
  return words;
}

void CommandLine::add_defaults(po::parsed_options& given) const {
  const auto is_given = [&](const std::string& option) {
    return std::any_of(given.options.begin(), given.options.end(),
                       [&](const auto& one) { return one.string_key == option; });
  };
  const auto is_excluded = [&](const std::string& option) {
    for (const std::vector<const char*>& group : kExclusive)
      for (const char* const other : group)
        if (std::find(group.begin(), group.end(), option) != group.end() && is_given(other))
          return true;
    return false;
  };
  std::vector<OptionDefault> taken;
  for (const OptionDefault& one : defaults_of(name)) {
    if (options.find_nothrow(one.option, false) == nullptr || is_given(one.option) ||
        is_excluded(one.option))
      continue;
    given.options.emplace_back(one.option, std::vector<std::string>{one.value});
    taken.push_back(one);
  }
  set_defaults_in_force(taken);
}

bool CommandLine::parse(const Arguments& arguments) {
  bool help_wanted = false;
  bool no_defaults = false;
  std::string colour = "auto";
  options.add_options()  //
      ("color", po::value(&colour)->value_name("WHEN"),
       "colour heads, verdicts and warnings: auto (on a terminal, unless NO_COLOR is set), always "
       "or never; default: auto")  //
      ("no-defaults", po::bool_switch(&no_defaults),
       "take no defaults from the environment and the user's file (gpufabric help defaults)")  //
      ("help,h", po::bool_switch(&help_wanted), "show this text");
  po::options_description all;
  all.add(options).add(operands);
  try {
    po::variables_map values;
    const Arguments words = bare_completed(arguments);
    const Arguments known = takes_parameters ? parameters_named(words) : words;
    po::parsed_options given =
        po::command_line_parser(known).options(all).positional(order).style(kStyle).run();
    for (const auto& one : given.options)
      if (one.position_key < 0) given_options.push_back(one.string_key);
    const auto is_no_defaults = [](const auto& one) { return one.string_key == "no-defaults"; };
    set_defaults_in_force({});
    if (std::none_of(given.options.begin(), given.options.end(), is_no_defaults))
      add_defaults(given);
    po::store(given, values);
    refuse_no_place(values);
    const auto is_set = [&](const char* option) {
      return values.count(option) != 0 && values[option].as<bool>();
    };
    if (is_set("quiet") && is_set("verbose")) fail("--quiet and --verbose exclude each other");
    po::notify(values);
  } catch (const po::unknown_option& error) {
    fail_unknown(error.get_option_name());
  } catch (const po::too_many_positional_options_error&) {
    fail("too many operands");
  } catch (const po::error& error) {
    fail(core::excerpt(error.what()));
  }
  core::set_colour(core::parse_colour_when(colour));
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
  out << "Usage: gpufabric " << name << ' ' << usage << "\n\n"
      << refolded(purpose) << "\n\n"
      << options;
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
