// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>

#include "core/base/printable.h"
#include "sc_main/cli/command.h"
#include "sc_main/cli/man_page.h"

namespace gf::app {
namespace {

/// Returns the date of the pages: today, or SOURCE_DATE_EPOCH for reproducible builds.
std::string page_date() {
  std::time_t now = std::time(nullptr);
  if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH"))
    now = static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10));
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  return {text, std::strftime(text, sizeof text, "%Y-%m-%d", &parts)};
}

std::string page_of(const Command& command) {
  std::string page;
  read_command_line(command, [&](const CommandLine& line) {
    page = command_page(line, command.summary, page_date());
  });
  return page;
}

void write_page(const std::filesystem::path& file, const std::string& page) {
  std::ofstream out(file);
  out << page;
  out.close();
  if (!out) core::fail_write(file, "the manual page");
}

void write_all(const std::filesystem::path& directory) {
  std::filesystem::create_directories(directory);
  write_page(directory / "gpufabric.1", main_page(page_date()));
  for (const Command& command : all_commands())
    write_page(directory / fmt::format("gpufabric-{}.1", command.name), page_of(command));
}

}  // namespace

core::ExitCode run_man(const Arguments& arguments) {
  std::string name;
  std::string directory;
  CommandLine line("man", "[COMMAND] [OPTIONS]",
                   "Shows the manual page of COMMAND, or of gpufabric, in the macros of man(7).");
  line.operand("COMMAND", name);
  line.add("outdir,o", directory, "DIR",
           "write every page to DIR instead, as gpufabric.1, gpufabric-run.1, "
           "...; pages that are there are replaced");
  line.examples =
      "  gpufabric man run | man -l -\n"
      "  gpufabric man --outdir ~/.local/share/man/man1\n";
  if (!line.parse(arguments)) return core::ExitCode::kDone;
  if (!directory.empty()) {
    if (!name.empty()) line.fail("COMMAND and --outdir exclude each other");
    write_all(directory);
    return core::ExitCode::kDone;
  }
  for (const Command& command : all_commands()) {
    if (command.name != name) continue;
    std::cout << page_of(command);
    return core::ExitCode::kDone;
  }
  if (!name.empty()) line.fail("no command " + core::excerpt(name));
  std::cout << main_page(page_date());
  return core::ExitCode::kDone;
}

}  // namespace gf::app
