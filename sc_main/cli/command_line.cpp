// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/command_line.h"

#include <algorithm>
#include <boost/program_options.hpp>
#include <fmt/format.h>
#include <iostream>
#include <sstream>

#include "core/base/printable.h"
#include "core/base/text_match.h"
#include "core/text/colour.h"
#include "core/text/fold.h"
#include "core/text/json.h"
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

/// Returns the option as Boost needs it to split the words and to lay out the help.
po::value_semantic* semantic_of(const Option& option) {
  const auto set = [&option](const std::string& text) { option.set(text); };
  if (option.is_flag())
    return po::bool_switch()->notifier([set](bool on) { set(on ? "true" : "false"); });
  if (option.repeats()) {
    auto* const all = po::value<std::vector<std::string>>()->value_name(option.value);
    return all->notifier([set](const auto& texts) { for_each(texts.begin(), texts.end(), set); });
  }
  auto* const one = po::value<std::string>()->value_name(option.value)->notifier(set);
  return option.implicit.empty() ? one : one->implicit_value(option.implicit);
}

po::options_description table_of(const std::deque<Option>& options) {
  po::options_description table("Options", help_columns(), help_columns() / 2);
  for (const Option& option : options) {
    const std::string names = option.name + (option.letter.empty() ? "" : "," + option.letter);
    table.add_options()(names.c_str(), semantic_of(option), option.text().c_str());
  }
  return table;
}

bool is_long_option(const std::string& word) {
  return word.size() > 2 && word.compare(0, 2, "--") == 0;
}

std::string name_of(const std::string& word) {
  return word.substr(2, word.find('=') == std::string::npos ? word.npos : word.find('=') - 2);
}

/// Adds the user's defaults to the given options.
void add_defaults(const CommandLine& line, po::parsed_options& given) {
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
  for (const OptionDefault& one : defaults_of(line.name)) {
    if (line.find(one.option) == nullptr || is_given(one.option) || is_excluded(one.option))
      continue;
    given.options.emplace_back(one.option, std::vector<std::string>{one.value});
    taken.push_back(one);
  }
  set_defaults_in_force(taken);
}

/// Refuses empty places such as `--outdir ''` and `--out ''`, because the output would be discarded
/// silently.
void refuse_no_place(const CommandLine& line, const po::variables_map& values) {
  for (const auto& [option, what] : {std::pair("outdir", "directory"), std::pair("out", "file"),
                                     std::pair("orders-csv", "file")})
    if (values.count(option) != 0 && values[option].as<std::string>().empty())
      line.fail(fmt::format("--{} '': expected the name of a {}; an unset variable of a script?",
                            option, what));
}

}  // namespace

void read_command_line(const Command& command, const std::function<void(const CommandLine&)>& use) {
  reader() = use;
  command.run({"--help"});
  reader() = nullptr;
}

CommandLine::CommandLine(std::string command, std::string arguments, std::string what_it_does)
    : name(std::move(command)), usage(std::move(arguments)), purpose(std::move(what_it_does)) {}

const Option* CommandLine::find(const std::string& word) const {
  for (const Option& option : options)
    if (word == option.name || word == "--" + option.name ||
        (!option.letter.empty() && word == "-" + option.letter))
      return &option;
  return nullptr;
}

Arguments CommandLine::parameters_named(const Arguments& arguments) {
  Arguments known;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    known.push_back(word);
    if (word == "-p" && i + 1 < arguments.size()) known.push_back(arguments[++i]);
    if (!is_long_option(word)) continue;
    if (const Option* const option = find(name_of(word))) {
      // Pass it on unread: it is a value, even if it begins with "--".
      const bool has_value = word.find('=') != word.npos;
      if (option->takes_next() && !has_value && i + 1 < arguments.size())
        known.push_back(arguments[++i]);
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
    const Option* const option = last ? find(arguments[i]) : nullptr;
    if (option != nullptr && arguments[i][0] == '-' && !option->bare.empty())
      words.push_back(option->bare);
  }
  return words;
}

bool CommandLine::parse(const Arguments& arguments) {
  bool help_wanted = false;
  bool no_defaults = false;
  std::string colour = "auto";
  add("color", colour, "WHEN",
      "colour heads, verdicts and warnings; auto: on a terminal, unless NO_COLOR is set",
      core::one_of({"auto", "always", "never"}));
  add("no-defaults", no_defaults,
      "take no defaults from the environment and the user's file (gpufabric help defaults)");
  add("help,h", help_wanted, "show this text");
  po::options_description all;
  all.add(table_of(options)).add(table_of(operands));
  po::positional_options_description order;
  for (const Option& operand : operands)
    order.add(operand.name.c_str(), operand.repeats() ? -1 : 1);
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
      add_defaults(*this, given);
    po::store(given, values);
    refuse_no_place(*this, values);
    const auto is_set = [&](const char* option) {
      return values.count(option) != 0 && values[option].as<bool>();
    };
    if (is_set("quiet") && is_set("verbose")) fail("--quiet and --verbose exclude each other");
    help_wanted = is_set("help");
    // Help is shown whatever the values are.
    if (!help_wanted) po::notify(values);
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

std::string CommandLine::help() const {
  std::ostringstream out;
  out << "Usage: gpufabric " << name << ' ' << usage << "\n\n"
      << refolded(purpose) << "\n\n"
      << table_of(options);
  if (!examples.empty()) out << "\nExamples:\n" << examples;
  out << "\nExit codes:\n" << exit_code_lines(exit_codes());
  return out.str();
}

std::string CommandLine::help_json(const std::string& summary) const {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Option& option : options)
    rows.push_back({{"name", option.name},
                    {"letter", option.letter},
                    {"value", option.value},
                    {"type", option.type},
                    {"unit", option.unit},
                    {"default", option.default_text},
                    {"legal", option.legal},
                    {"choices", option.choices},
                    {"meaning", option.meaning}});
  nlohmann::ordered_json codes = nlohmann::ordered_json::array();
  for (const ExitCode code : exit_codes())
    codes.push_back({{"code", static_cast<int>(code)}, {"meaning", meaning_of(code)}});
  const nlohmann::ordered_json all{{"name", name},    {"summary", summary},
                                   {"usage", usage},  {"purpose", purpose},
                                   {"options", rows}, {"exit_codes", codes}};
  return core::json_text(all, 2) + "\n";
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
  for (const Option& known : options) also_known.push_back(known.name);
  const std::string wanted = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  fail(fmt::format("unknown option \"{}\"{}; nearest: --{}",
                   core::excerpt(option.front() == '-' ? option : "--" + option),
                   takes_parameters ? ", or a parameter without its value" : "",
                   core::nearest_names(wanted, also_known, 1).at(0)));
}

}  // namespace gf::app
