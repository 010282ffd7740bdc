// SPDX-License-Identifier: Apache-2.0
#include "sc_main/start_ranks.h"

#include <chrono>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <optional>
#include <signal.h>
#include <thread>
#include <unistd.h>

#include "core/child_process.h"
#include "core/find_program.h"
#include "core/plugins.h"
#include "core/ranks.h"
#include "core/scratch_directory.h"
#include "core/terminal.h"
#include "core/text_file.h"
#include "sc_main/interrupt_flag.h"

namespace gf::app {
namespace {

using core::ExitCode;

constexpr const char* kCodeFile = "GPUFABRIC_RANKS_CODE";  ///< Environment: where the code goes.
constexpr std::chrono::milliseconds kLookEvery{20};

std::filesystem::path find_mpirun() {
  core::need_mpi();
  if (const auto found = core::find_program("mpirun")) return *found;
  throw core::UserError(ExitCode::kUsage,
                        "--ranks needs mpirun, which is not on PATH: install openmpi-bin");
}

/// The ranks are on this machine, wherever mpirun would go: in an allocation of Slurm, for example.
/// A rank is not tied to a core, as it may have threads.
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

/// mpirun hands these two on, but ends its programs for SIGINT and SIGTERM (InterruptFlag).
int handed_on(int signal) { return signal == SIGINT ? SIGUSR1 : SIGUSR2; }

void wait_for_ranks(core::ChildProcess& mpirun) {
  const InterruptFlag flag;
  for (bool told = false; !mpirun.ended(); std::this_thread::sleep_for(kLookEvery)) {
    if (told || flag.signal() == 0) continue;
    told = true;
    mpirun.signal(handed_on(flag.signal()));
  }
}

/// That the first rank has left in `file`; nothing: it has left none.
std::optional<ExitCode> code_in(const std::filesystem::path& file) {
  try {
    return static_cast<ExitCode>(std::stoi(core::read_text_file(file.string(), "an exit code")));
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

ExitCode start_ranks(const Arguments& arguments, unsigned ranks) {
  const core::ScratchDirectory scratch;
  const std::filesystem::path file = scratch / "code";
  setenv(kCodeFile, file.c_str(), 1);
  if (::getuid() == 0) {
    setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  }
  core::hand_on_output();
  // Messages through shared memory. To look for networks first takes a quarter of a second.
  setenv("OMPI_MCA_pml", "ob1", 0);
  core::ChildSpec spec;
  spec.command = mpirun_command(arguments, ranks);
  spec.own_group = true;
  spec.shares_output = true;
  core::ChildProcess mpirun(spec);
  wait_for_ranks(mpirun);
  if (const auto code = code_in(file); code && mpirun.exit_code() == 0) return *code;
  std::cerr << fmt::format(
      "gpufabric: a rank of {} has ended before its time, and so did all others; mpirun says above "
      "which ({})\n",
      ranks, mpirun.ending());
  return ExitCode::kCheckFailed;
}

int rank_exit_code(ExitCode code) {
  if (core::ranks().alone()) return static_cast<int>(code);
  if (!core::ranks().first()) return 0;
  const char* const file = std::getenv(kCodeFile);
  if (file == nullptr) return static_cast<int>(code);
  std::ofstream(file) << static_cast<int>(code) << '\n';
  return 0;
}

}  // namespace gf::app
