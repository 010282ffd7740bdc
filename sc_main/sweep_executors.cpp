// SPDX-License-Identifier: Apache-2.0
#include "sc_main/sweep_executors.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

#include "core/child_process.h"
#include "core/error.h"
#include "core/text_file.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// The file of a program, searched as a shell does; empty when there is none.
fs::path found(const std::string& program) {
  const char* const variable = std::getenv("PATH");
  std::istringstream path(variable == nullptr ? "" : variable);
  for (std::string directory; std::getline(path, directory, ':');) {
    const fs::path file = fs::path(directory) / program;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return file;
  }
  return {};
}

fs::path needed(const std::string& program, const std::string& package, const std::string& more) {
  fs::path file = found(program);
  if (file.empty())
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("sweep: no {} on this machine; install Debian's {}{}", program, package, more));
  return file;
}

/// Runs it to its end; its complaint when that is not 0.
void finish(const std::vector<std::string>& command, const fs::path& log, bool fails) {
  core::ChildSpec spec;
  spec.command = command;
  spec.error_file = log;
  core::ChildProcess child(spec);
  child.wait();
  if (child.exit_code() == 0 || !fails) return;
  throw core::UserError(core::ExitCode::kUsage,
                        fmt::format("sweep: {}: {}: {}", command.front(), child.ending(),
                                    core::read_text_file(log.string(), "a log")));
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) core::fail_write(file, "the sweep");
}

}  // namespace

std::string point_command(const SweepOptions& options, const fs::path& store,
                          const std::string& number) {
  std::string text =
      "cd " + quoted(fs::current_path()) + " && " + quoted(core::this_program()) + " sweep";
  for (std::size_t i = 0; i < options.words.size(); ++i) {
    const std::string& word = options.words[i];
    const bool with_value = word == "--hosts" || word == "--store" || word == "-j" ||
                            word == "--jobs" || word == "--outdir";
    if (with_value) ++i;
    const bool own = word == "--slurm" || word.rfind("--hosts=", 0) == 0 ||
                     word.rfind("--store=", 0) == 0 || word.rfind("--jobs=", 0) == 0 ||
                     word.rfind("--outdir=", 0) == 0 || (word.rfind("-j", 0) == 0);
    if (!with_value && !own) text += " " + quoted(word);
  }
  return text + " --quiet -j 1 --store " + quoted(store) + " --only " + number;
}

std::string sbatch_script(const SweepOptions& options, const fs::path& store) {
  return fmt::format(
      "#!/bin/bash\n"
      "# The points of a sweep as a Slurm job array; finished ones are in the store.\n"
      "#SBATCH --job-name=gpufabric-sweep\n"
      "#SBATCH --array=0-{}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=1\n"
      "#SBATCH --output=/dev/null\n"
      "{}\n",
      options.points.size() - 1, point_command(options, store, "\"$SLURM_ARRAY_TASK_ID\""));
}

void run_by_parallel(const SweepOptions& options, const fs::path& store) {
  const fs::path parallel = needed("parallel", "parallel", "");
  const fs::path log = options.outdir / "parallel.log";
  fs::create_directories(options.outdir);
  std::vector<std::string> command = {parallel.string(), "--will-cite",
                                      "--sshlogin",      options.hosts,
                                      "--jobs",          std::to_string(options.pool.jobs)};
  command.push_back(point_command(options, store, "{}"));
  command.emplace_back(":::");
  for (std::size_t i = 0; i < options.points.size(); ++i) command.push_back(std::to_string(i));
  finish(command, log, false);  // points that failed are told of when they are collected
}

void run_by_slurm(const SweepOptions& options, const fs::path& store) {
  fs::create_directories(options.outdir);
  const fs::path script = fs::absolute(options.outdir) / "sweep.sbatch";
  write_file(script, sbatch_script(options, store));
  const fs::path sbatch =
      needed("sbatch", "slurm-wlm", fmt::format("; the script is {}", script.string()));
  finish({sbatch.string(), "--wait", script.string()}, options.outdir / "sbatch.log", true);
}

}  // namespace gf::app
