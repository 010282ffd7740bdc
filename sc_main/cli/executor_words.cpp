// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/executor_words.h"

#include <filesystem>
#include <fmt/format.h>

#include "core/base/printable.h"
#include "core/run/plugins.h"
#include "core/system/child_process.h"

namespace gf::app {
namespace {

/// Returns the first control character of `text` in printable() form; empty: there is none.
std::string control_character_in(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || byte == 0x7f) return core::printable(text.substr(i, 1));
    const bool is_last = i + 1 == text.size();
    // U+0080 ... U+009F in UTF-8.
    if (byte == 0xc2 && !is_last && static_cast<unsigned char>(text[i + 1]) < 0xa0)
      return core::printable(text.substr(i, 2));
  }
  return {};
}

}  // namespace

void check_executor_text(const std::string& executor, const std::string& field,
                         const std::string& text) {
  const std::string found = control_character_in(text);
  if (!found.empty())
    core::fail_config("", field, text,
                      fmt::format("no control character; {} could take {} for the end of a command",
                                  executor, found),
                      "write it without, or leave the executor out");
}

void check_executor_words(const std::string& executor, const Arguments& words) {
  std::string field = "the command line";
  for (const std::string& word : words) {
    if (word.size() > 1 && word[0] == '-') field = word.substr(0, word.find('='));
    check_executor_text(executor, core::printable(field), word);
  }
  for (const std::string& word : core::plugin_words())
    check_executor_text(executor, "--plugin", word);
  check_executor_text(executor, "the path of the program", core::this_program().string());
  check_executor_text(executor, "the working directory", std::filesystem::current_path().string());
}

}  // namespace gf::app
