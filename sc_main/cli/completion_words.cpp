// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/completion_words.h"

#include <algorithm>

#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/run/plugins.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/configured_platform.h"

namespace gf::app {
namespace {

using Words = std::vector<CompletionWord>;

/// A command line up to the word at the cursor.
struct Context {
  Words all;
  const CommandLine* line = nullptr;
  std::string typed;    ///< The word at the cursor, as typed so far.
  std::string pending;  ///< Option whose value it is, without "--"; empty: none.
  Arguments operands;
  std::vector<std::string> settings;  ///< From earlier -p and --NAME.

  void offer(const std::string& word, const std::string& about) {
    if (core::begins_with(word, typed)) all.push_back({word, about});
  }
};

void read(Context& context, const Arguments& words) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    if (word.size() < 2 || word[0] != '-') {
      context.operands.push_back(word);
      continue;
    }
    const std::size_t equals = word.find('=');
    // Null: the name of a parameter.
    const Option* const option = context.line->find(word.substr(0, equals));
    const bool has_value = option == nullptr || option->takes_next();
    const std::string name = option != nullptr ? option->name : word.substr(0, equals).substr(2);
    if (option == nullptr && equals != word.npos) context.settings.push_back(word.substr(2));
    if (!has_value || equals != word.npos) continue;
    if (i + 2 == words.size()) {
      context.pending = name;
      return;
    }
    const std::string& value = words[++i];
    if (name == "param") context.settings.push_back(value);
    if (option == nullptr) context.settings.push_back(name + "=" + value);
  }
}

/// Returns the parameters of the platform on the line; without the given settings if they are
/// invalid.
std::vector<core::ParamRow> parameters(const Context& context) {
  if (!context.line->takes_parameters || context.operands.empty()) return {};
  for (const auto& settings : {context.settings, std::vector<std::string>{}}) {
    PlatformChoice choice;
    choice.platform = context.operands.front();
    choice.settings = settings;
    try {
      return ConfiguredPlatform(*context.line, choice).params().rows();
    } catch (const core::UserError&) {
      continue;
    }
  }
  return {};
}

/// Offers legal values of the option or parameter `path`, each preceded by `before`.
void offer_values(Context& context, const std::string& path, const std::string& before) {
  if (const Option* const option = context.line->find(path))
    for (const std::string& value : option->choices) context.offer(before + value, option->meaning);
  const std::string one_of = "one of ";
  for (const core::ParamRow& row : parameters(context)) {
    if (row.path != path) continue;
    if (row.type == "flag")
      for (const char* value : {"true", "false"}) context.offer(before + value, row.meaning);
    if (!core::begins_with(row.legal, one_of)) continue;
    const std::string_view names = std::string_view(row.legal).substr(one_of.size());
    for (const std::string_view name : core::split_fields(names, ','))
      context.offer(before + std::string(name), row.meaning);
  }
}

/// Offers paths of parameters one component at a time, as a shell completes directories. `end`
/// follows the last component.
void offer_paths(Context& context, const std::string& end) {
  for (const core::ParamRow& row : parameters(context)) {
    if (!core::begins_with(row.path, context.typed)) continue;
    const std::size_t dot = row.path.find('.', context.typed.size());
    if (dot == row.path.npos) {
      context.offer(row.path + end, row.meaning);
      continue;
    }
    const std::string group = row.path.substr(0, dot + 1);
    if (context.all.empty() || context.all.back().word != group) context.offer(group, "");
  }
}

void offer_parameter(Context& context) {
  const std::size_t equals = context.typed.find('=');
  if (equals == context.typed.npos) return offer_paths(context, "=");
  offer_values(context, context.typed.substr(0, equals), context.typed.substr(0, equals + 1));
}

void offer_options(Context& context) {
  const std::size_t equals = context.typed.find('=');
  if (equals != context.typed.npos) {
    const std::string name = context.typed.substr(0, equals);
    if (core::begins_with(name, "--")) offer_values(context, name.substr(2), name + "=");
    return;
  }
  for (const Option& option : context.line->options)
    context.offer("--" + option.name, option.text());
  for (const core::ParamRow& row : parameters(context))
    if (row.path.find('.') == row.path.npos) context.offer("--" + row.path, row.meaning);
}

void offer_operand(Context& context) {
  const std::deque<Option>& operands = context.line->operands;
  const std::size_t place = context.operands.size();
  const std::string key = place < operands.size() ? operands[place].name : "";
  if (key == "PLATFORM")
    for (const platforms::PlatformEntry& entry : platforms::all_platforms())
      context.offer(entry.name, entry.summary);
  if (key == "GLOB") offer_paths(context, "");
  if (key == "COMMAND")
    for (const Command& command : all_commands()) context.offer(command.name, command.summary);
}

void offer_first(Context& context) {
  for (const Command& command : all_commands()) context.offer(command.name, command.summary);
  context.offer("help", "show the help of a command");
  context.offer("--help", "show the list of commands");
  context.offer("--version", "show the versions");
  context.offer("--plugin", "load a shared object");
}

/// Returns false if the cursor is at the file of a --plugin.
bool take_plugins(Arguments& words) {
  while (words.size() > 1 && words[0] == "--plugin") {
    if (words.size() == 2) return false;
    try {
      core::load_plugin(words[1]);
    } catch (const core::UserError&) {
      // The command itself will report it; offer what is known without the plug-in.
    }
    words.erase(words.begin(), words.begin() + 2);
  }
  return true;
}

}  // namespace

std::vector<CompletionWord> completion_words(Arguments words) {
  if (words.empty() || !take_plugins(words)) return {};
  Context context;
  context.typed = words.back();
  if (words.size() == 1) {
    offer_first(context);
    return context.all;
  }
  if (words[0] == "help" && words.size() == 2)
    for (const Command& command : all_commands()) context.offer(command.name, command.summary);
  for (const Command& command : all_commands()) {
    if (command.name != words[0]) continue;
    read_command_line(command, [&](const CommandLine& line) {
      context.line = &line;
      read(context, words);
      if (context.pending == "param") {
        offer_parameter(context);
      } else if (!context.pending.empty()) {
        offer_values(context, context.pending, "");
      } else if (!context.typed.empty() && context.typed[0] == '-') {
        offer_options(context);
      } else {
        offer_operand(context);
      }
    });
  }
  return context.all;
}

}  // namespace gf::app
