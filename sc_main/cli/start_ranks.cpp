// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/start_ranks.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "core/base/text_fields.h"
#include "core/ranks/ranks.h"
#include "core/run/plugins.h"
#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "core/system/scratch_directory.h"
#include "core/system/text_file.h"
#include "core/text/terminal.h"
#include "sc_main/cli/executor_words.h"
#include "sc_main/cli/interrupt_flag.h"

namespace gf::app {
namespace {

using core::ExitCode;

namespace fs = std::filesystem;

/// Environment variable: the directory through which ranks and their starter exchange messages.
constexpr const char* kDirectory = "GPUFABRIC_RANKS";
constexpr const char* kCode = "code";      ///< Exit code of rank 0, which has ended.
constexpr const char* kSignal = "signal";  ///< Signal to the starter: all ranks must end.
constexpr const char* kEnded = "ended";    ///< Code and reason of a rank that ended all ranks.
constexpr std::chrono::milliseconds kLookEvery{20};

/// Returns the text of a message file; empty if it does not exist yet.
std::string text_in(const fs::path& file) {
  std::error_code error;
  if (!fs::exists(file, error)) return {};
  return core::read_text_file(file.string(), "word between a run and its ranks");
}

/// Returns the number in the first line of a text.
std::optional<int> number_in(const std::string& text) {
  return core::parse_number<int>(text.substr(0, text.find('\n')));
}

/// Returns the directory; empty in a process that start_ranks() did not start.
const fs::path& directory_of_rank() {
  static const fs::path directory = [] {
    const char* const text = std::getenv(kDirectory);
    return fs::path(text == nullptr ? "" : text);
  }();
  return directory;
}

std::filesystem::path find_mpirun() {
  core::need_mpi();
  if (const auto found = core::find_program("mpirun")) return *found;
  throw core::UserError(ExitCode::kUsage,
                        "--ranks needs mpirun, which is not on PATH: install openmpi-bin");
}

/// Keeps the ranks on this machine, even where mpirun would choose others, such as in a Slurm
/// allocation. Ranks are not bound to cores, because they may have threads.
std::vector<std::string> mpirun_command(const Arguments& arguments, unsigned ranks) {
  std::vector<std::string> words{find_mpirun().string(),
                                 "--host",
                                 "localhost",
                                 "--oversubscribe",
                                 "--bind-to",
                                 "none",
                                 "-n",
                                 std::to_string(ranks),
                                 core::this_program().string()};
  const std::vector<std::string> plugins = core::plugin_words();
  words.insert(words.end(), plugins.begin(), plugins.end());
  words.emplace_back("run");
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

/// Waits for the ranks and passes on a signal as a file. A signal to mpirun itself would not be
/// forwarded before the ranks have started, and would end a rank that does not listen yet.
void wait_for_ranks(core::ChildProcess& mpirun, const InterruptFlag& flag, const fs::path& place) {
  for (bool told = false; !mpirun.ended(); std::this_thread::sleep_for(kLookEvery)) {
    if (!told && flag.signal() != 0) {
      std::ofstream(place / kSignal) << flag.signal() << '\n';
      told = true;
    }
    // The ranks end with mpirun. If asked to end, it would comment on each of them.
    if (fs::exists(place / kEnded)) mpirun.signal(SIGKILL);
  }
}

/// If one rank has ended all of them, prints its reason and returns its code.
std::optional<ExitCode> told_by_one_rank(const fs::path& place) {
  const std::string text = text_in(place / kEnded);
  const auto code = number_in(text);
  if (!code) return std::nullopt;
  std::cerr << text.substr(text.find('\n') + 1);
  return static_cast<ExitCode>(*code);
}

}  // namespace

ExitCode start_ranks(const Arguments& arguments, unsigned ranks) {
  const InterruptFlag flag;  // before anything exists that a signal would leave behind
  check_executor_words("mpirun", arguments);
  const core::ScratchDirectory scratch;
  setenv(kDirectory, scratch.path().c_str(), 1);
  if (::getuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  }
  core::hand_on_output();
  // Messages use shared memory. Looking for networks first would take a quarter of a second.
  setenv("OMPI_MCA_pml", "ob1", 0);
  core::ChildSpec spec;
  spec.command = mpirun_command(arguments, ranks);
  spec.own_group = true;
  spec.shares_output = true;
  spec.ends_with_parent = true;
  core::ChildProcess mpirun(spec);
  wait_for_ranks(mpirun, flag, scratch.path());
  if (const auto code = told_by_one_rank(scratch.path())) return *code;
  const auto code = number_in(text_in(scratch / kCode));
  if (mpirun.exit_code() == 0 && code) return static_cast<ExitCode>(*code);
  std::cerr << fmt::format(
      "gpufabric: a rank of {} has ended before its time, and so did all others; mpirun says above "
      "which ({})\n",
      ranks, mpirun.ending());
  return ExitCode::kCheckFailed;
}

int signal_to_ranks() {
  const fs::path& directory = directory_of_rank();
  return directory.empty() ? 0 : number_in(text_in(directory / kSignal)).value_or(0);
}

void end_all_ranks(ExitCode code, const std::string& reason) {
  const fs::path& directory = directory_of_rank();
  if (directory.empty()) return;
  // Rename it into place when complete.
  const fs::path part = directory / ("ended." + std::to_string(::getpid()));
  std::ofstream(part) << static_cast<int>(code) << '\n' << reason << '\n';
  std::error_code error;
  fs::rename(part, directory / kEnded, error);
  if (error) return;
  for (;;) ::pause();
}

int rank_exit_code(ExitCode code) {
  if (core::ranks().alone()) return static_cast<int>(code);
  if (!core::ranks().first()) return 0;
  if (directory_of_rank().empty()) return static_cast<int>(code);
  std::ofstream(directory_of_rank() / kCode) << static_cast<int>(code) << '\n';
  return 0;
}

}  // namespace gf::app
