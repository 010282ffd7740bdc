// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/man_page.h"

#include <fmt/format.h>
#include <sstream>

#include "core/base/version.h"
#include "platforms/platform.h"

namespace gf::app {
namespace {

using core::ExitCode;

/// Returns text in which nothing is read as a man(7) request. With `literal`, for text to be typed,
/// hyphens become minus signs.
std::string escaped(const std::string& text, bool literal = false) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-' && literal) {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out;
}

/// Returns a term in bold with its description below.
std::string item(const std::string& term, const std::string& text) {
  return fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(term, true), escaped(text));
}

std::string header(const std::string& name, const std::string& summary, const std::string& date) {
  std::string title = name;
  for (char& c : title) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(
      ".\\\" Written by gpufabric man.\n.TH {} 1 {} \"gpufabric {}\" \"User Commands\"\n"
      ".SH NAME\n{} \\- {}\n",
      escaped(title, true), date, core::version(), escaped(name, true), escaped(summary));
}

std::string option_item(const Option& option) {
  const std::string name =
      (option.letter.empty() ? "" : "-" + option.letter + ", ") + "--" + option.name;
  std::string value = option.shown_value();
  if (!value.empty()) value = "\\fR \\fI" + escaped(value, true);
  return fmt::format(".TP\n\\fB{}{}\\fR\n{}\n", escaped(name, true), value, escaped(option.text()));
}

std::string exit_items(const std::vector<ExitCode>& codes) {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitCode code : codes)
    text += item(std::to_string(static_cast<int>(code)), meaning_of(code));
  return text;
}

}  // namespace

std::string main_page(const std::string& date) {
  std::string text =
      header("gpufabric", "models of multi-GPU nodes and of the fabrics between them", date);
  text +=
      ".SH SYNOPSIS\n\\fBgpufabric\\fR [\\fB\\-\\-plugin\\fR \\fIFILE\\fR]... \\fICOMMAND\\fR "
      "[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\nCycle-approximate models of multi-GPU nodes and of "
      "the "
      "fabrics between them, in SystemC and TLM-2.0.\n.SH COMMANDS\n";
  for (const Command& command : all_commands()) text += item(command.name, command.summary);
  text += item("help", "show the help of a command");
  text += ".SH OPTIONS\n" + item("--help", "show the list of commands");
  text += item("--version", "show the versions of the program and of SystemC");
  text += item("--plugin FILE",
               "load a shared object with platforms or policies of your own; before the command; "
               "may be repeated");
  text += ".SH PLATFORMS\n";
  for (const platforms::PlatformEntry& entry : platforms::all_platforms())
    text += item(entry.name, fmt::format("{} {}", entry.summary, entry.source));
  text += exit_items({ExitCode::kDone, ExitCode::kCheckFailed, ExitCode::kUsage,
                      ExitCode::kNoSteadyState, ExitCode::kDeadlock, ExitCode::kBadInput,
                      ExitCode::kInterrupted, ExitCode::kTerminated});
  text += ".SH ENVIRONMENT\n" + item("COLUMNS", "width that tables are fitted to");
  text += item("GPUFABRIC_STORE", "directory where finished runs are kept");
  text += ".SH SEE ALSO\n";
  const char* comma = "";
  for (const Command& command : all_commands()) {
    text += fmt::format("{}\\fBgpufabric\\-{}\\fR(1)", comma, escaped(command.name, true));
    comma = ",\n";
  }
  return text + "\n";
}

std::string command_page(const CommandLine& line, const std::string& summary,
                         const std::string& date) {
  std::string text = header("gpufabric-" + line.name, summary, date);
  text += fmt::format(".SH SYNOPSIS\n\\fBgpufabric {}\\fR {}\n.SH DESCRIPTION\n{}\n",
                      escaped(line.name, true), escaped(line.usage, true), escaped(line.purpose));
  text += ".SH OPTIONS\n";
  for (const Option& option : line.options) text += option_item(option);
  if (!line.examples.empty())
    text += fmt::format(".SH EXAMPLES\n.EX\n{}.EE\n", escaped(line.examples, true));
  return text + exit_items(line.exit_codes()) + ".SH SEE ALSO\n\\fBgpufabric\\fR(1)\n";
}

}  // namespace gf::app
