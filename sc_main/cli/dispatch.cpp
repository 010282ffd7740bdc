// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/dispatch.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <systemc>

#include "core/base/printable.h"
#include "core/base/version.h"
#include "core/ranks/ranks.h"
#include "core/text/colour.h"
#include "core/text/log.h"
#include "sc_main/cli/command_line.h"
#include "sc_main/cli/defaults.h"
#include "sc_main/cli/known_words.h"
#include "sc_main/cli/platform_help.h"
#include "sc_main/cli/plugin_option.h"

namespace gf::app {
namespace {

using core::ExitCode;

void print_help() {
  std::cout << "Usage: gpufabric [--plugin FILE]... COMMAND [ARGUMENTS]\n\n"
               "Cycle-approximate models of multi-GPU nodes and of the fabrics between them.\n\n"
               "Commands:\n";
  for (const Command& command : all_commands())
    std::cout << fmt::format("  {:<10} {}\n", command.name, command.summary);
  std::cout << "  help       show the help of a command or a platform, or of \"defaults\"\n"
               "\n"
               "Options:\n"
               "  --help     show this text\n"
               "  --version  show the versions of the program and of SystemC\n"
               "  --plugin FILE\n"
               "             load a shared object with platforms or policies of your own; before\n"
               "             the command; may be repeated\n"
               "\n"
               "Tables fit the width of the terminal, or COLUMNS if it is set. When the output\n"
               "is not a terminal, such as a pipe, each row is one line. Heads, verdicts and\n"
               "warnings are coloured on a terminal, unless NO_COLOR is set or --color never is\n"
               "given.\n"
               "\n"
               "Exit codes:\n"
            << exit_code_lines({ExitCode::kDone, ExitCode::kCheckFailed, ExitCode::kUsage,
                                ExitCode::kNoSteadyState, ExitCode::kDeadlock, ExitCode::kBadInput,
                                ExitCode::kInterrupted, ExitCode::kTerminated});
}

void print_version() {
  const std::string revision = core::revision();
  std::cout << fmt::format("gpufabric {}{}\n{}\n", core::version(),
                           revision.empty() ? "" : " (" + revision + ")", sc_core::sc_version());
}

const Command& find_command(const std::string& name) {
  for (const Command& command : all_commands())
    if (command.name == name) return command;
  throw core::UserError(ExitCode::kUsage,
                        fmt::format("unknown command \"{}\"{}; gpufabric --help shows them all",
                                    core::excerpt(name), did_you_mean(name, "a command")));
}

/// Runs `gpufabric help NAME`, for a command, a platform, or the defaults.
ExitCode run_help(const Arguments& words) {
  std::string name;
  bool json = false;
  CommandLine line("help", "[COMMAND | PLATFORM | defaults] [--json]",
                   "Shows the help of a command; the parameters, results and files of a platform;\n"
                   "or how options get defaults of your own.");
  line.operand("NAME", name);
  line.add("json", json, "print the help of a command or a platform as JSON");
  line.examples =
      "  gpufabric help sweep\n"
      "  gpufabric help pcie_t2\n"
      "  gpufabric help defaults\n";
  if (!line.parse(words)) return ExitCode::kDone;
  if (const platforms::PlatformEntry* const platform = find_platform(name)) {
    if (json)
      print_platform_help_json(std::cout, *platform);
    else
      print_platform_help(std::cout, *platform);
    return ExitCode::kDone;
  }
  const bool is_command = !name.empty() && name != "help" && name != "defaults";
  if (is_command && json && !is_default("json")) {
    const Command& command = find_command(name);
    read_command_line(command, [&command](const CommandLine& described) {
      std::cout << described.help_json(command.summary);
    });
    return ExitCode::kDone;
  }
  if (is_command) return find_command(name).run({"--help"});
  if (json && !is_default("json")) line.fail("--json needs a command or a platform");
  if (name.empty()) print_help();
  if (name == "help") std::cout << line.help();
  if (name == "defaults") std::cout << defaults_help();
  return ExitCode::kDone;
}

/// A stream buffer that discards its output.
class Nowhere final : public std::streambuf {
  int overflow(int c) override { return traits_type::not_eof(c); }
};

/// Joins the ranks. Only the first rank prints results.
void join_others() {
  core::join_ranks();
  static Nowhere nowhere;
  if (!core::ranks().first()) std::cout.rdbuf(&nowhere);
}

const Command& command_of_ranks(const Command& command) {
  if (core::ranks().alone() || command.name == std::string("run")) return command;
  throw core::UserError(ExitCode::kUsage,
                        fmt::format("{} of several processes: mpirun starts gpufabric run alone; "
                                    "start gpufabric {} without it",
                                    command.name, command.name));
}

ExitCode run_words(const Arguments& all) {
  join_others();
  const Arguments words = without_plugins(all);
  if (words.empty()) {
    print_help();
    return ExitCode::kUsage;
  }
  const bool help = words[0] == "help" || words[0] == "--help" || words[0] == "-h";
  if (help && words.size() > 1) return run_help({words.begin() + 1, words.end()});
  if (help) {
    print_help();
    return ExitCode::kDone;
  }
  if (words[0] == "--version" || words[0] == "version") {
    print_version();
    return ExitCode::kDone;
  }
  return command_of_ranks(find_command(words[0])).run({words.begin() + 1, words.end()});
}

/// An exception from a SystemC process arrives as a report of SystemC: then a check of the model
/// failed.
ExitCode code_of(const sc_core::sc_report& report) {
  const bool thrown =
      std::string(report.get_msg_type()) == sc_core::SC_ID_SIMULATION_UNCAUGHT_EXCEPTION_;
  return thrown ? ExitCode::kCheckFailed : ExitCode::kUsage;
}

/// Judges by the text, because an exception from a process arrives as a report.
bool out_of_memory(const std::string& what) { return what == std::bad_alloc().what(); }

constexpr const char* kNoMemory =
    "out of memory: the machine or its workload is too large for this computer; make it smaller "
    "(gpufabric params PLATFORM shows what can be set)";

/// Among several ranks, the first one with the error prints it. While the machine runs, the other
/// ranks wait for this one, so all of them are ended at once.
ExitCode fail_as_rank(const std::string& message, ExitCode code) {
  core::Ranks& ranks = core::ranks();
  const bool running = ranks.stage() == core::Ranks::Stage::kRuns;
  const bool builds = ranks.stage() == core::Ranks::Stage::kBuilds;
  const unsigned first = builds ? ranks.settle(false) : ranks.self();
  if (first != ranks.self()) return code;
  const std::string who = first == 0 && !running ? "" : fmt::format("rank {}: ", first);
  std::cerr << "gpufabric: " << who << core::printable(with_origins(message)) << std::endl;
  if (running) ranks.abort();
  return code;
}

ExitCode fail(const std::string& message, ExitCode code) {
  if (!core::ranks().alone()) return fail_as_rank(message, code);
  // If both streams go to the same place, results must precede the message.
  std::cout.flush();
  std::cerr << core::toned("gpufabric:", core::Tone::kBad, core::is_coloured(std::cerr)) << ' '
            << core::printable(with_origins(message)) << '\n';
  return code;
}

}  // namespace

ExitCode dispatch(const Arguments& words) {
  // Before parsing, because a command may warn during it; `run` sets the requested level later.
  core::install_log(core::LogLevel::kNormal, std::cerr);
  try {
    const ExitCode code = run_words(words);
    // A full disk or a closed pipe shows only when the buffer is written.
    std::cout.flush();
    return std::cout ? code : fail("standard output cannot be written", ExitCode::kCheckFailed);
  } catch (const DryRunShown&) {
    std::cout.flush();
    return ExitCode::kDone;
  } catch (const core::UserError& error) {
    return fail(error.what(), error.code());
  } catch (const sc_core::sc_report& report) {
    if (out_of_memory(report.get_msg())) return fail(kNoMemory, ExitCode::kUsage);
    return fail(core::one_line(report), code_of(report));
  } catch (const std::bad_alloc&) {
    return fail(kNoMemory, ExitCode::kUsage);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(fmt::format("{}: {}", error.path1().string(), error.code().message()),
                ExitCode::kUsage);
  } catch (const std::exception& error) {
    return fail(error.what(), ExitCode::kCheckFailed);
  }
}

}  // namespace gf::app
