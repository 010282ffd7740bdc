// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/sweep_executors.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <signal.h>
#include <thread>

#include "core/base/error.h"
#include "core/run/plugins.h"
#include "core/system/child_process.h"
#include "core/system/find_program.h"
#include "core/system/text_file.h"
#include "core/text/shell_word.h"

namespace gf::app {
namespace {

namespace fs = std::filesystem;
using core::shell_word;

// Slurm's default MaxArraySize is 1001: indices 0 ... 1000. A task takes every kMostTasks-th point.
constexpr std::size_t kMostTasks = 1000;
constexpr auto kPoll = std::chrono::milliseconds(20);

std::string needed(const std::string& program, const std::string& package,
                   const std::string& more) {
  const auto file = core::find_program(program);
  if (!file)
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("sweep: no {} on this machine; install Debian's {}{}", program, package, more));
  return file->string();
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text;
  out.close();
  if (!out) core::fail_write(file, "the sweep");
}

/// Waits for the child's end or an interruption. Returns true if the child ended.
bool ends(core::ChildProcess& child, const std::function<bool()>& interrupted) {
  while (!child.ended()) {
    if (interrupted()) return false;
    std::this_thread::sleep_for(kPoll);
  }
  return true;
}

void run_by_parallel(const SweepOptions& options, const fs::path& store,
                     const std::function<bool()>& interrupted) {
  const std::string parallel = needed("parallel", "parallel", "");
  const fs::path jobs = options.outdir / "sweep.jobs";
  std::string commands;
  for (std::size_t i = 0; i < options.points.size(); ++i)
    commands += point_command(options, store, std::to_string(i)) + "\n";
  write_file(jobs, commands);  // no template, so parallel replaces nothing in the lines
  core::ChildSpec spec;
  spec.command = {parallel,      "--will-cite", "--sshlogin",
                  options.hosts, "--jobs",      std::to_string(options.pool.jobs),
                  "--arg-file",  jobs.string()};
  spec.error_file = options.outdir / kExecutorLog;
  spec.own_group = true;
  core::ChildProcess child(spec);
  if (ends(child, interrupted)) return;
  child.signal(SIGTERM);  // starts no more commands and ends the running ones
  child.wait();
}

/// Returns the job number printed by sbatch, empty if there is none. A cluster's name may follow
/// it.
std::string job_in(const fs::path& file) {
  core::TextFile in(file.string(), "the output of sbatch");
  std::string line;
  std::getline(in, line);
  return line.substr(0, line.find(';'));
}

void run_by_slurm(const SweepOptions& options, const fs::path& store,
                  const std::function<bool()>& interrupted) {
  const fs::path script = options.outdir / "sweep.sbatch";
  write_file(script, sbatch_script(options, store));
  const std::string more = fmt::format("; the script is {}", script.string());
  core::ChildSpec spec;
  spec.command = {needed("sbatch", "slurm-wlm", more), "--parsable", "--wait", script.string()};
  spec.output_file = options.outdir / "sweep.job";
  spec.error_file = options.outdir / "sbatch.log";
  spec.own_group = true;
  core::ChildProcess child(spec);
  const bool ended = ends(child, interrupted);
  child.signal(SIGTERM);
  child.wait();  // until then it may still submit the job and print its number
  const std::string job = job_in(spec.output_file);
  if (ended && job.empty())
    throw core::UserError(
        core::ExitCode::kUsage,
        fmt::format("sweep: sbatch: {}: {}{}", child.ending(),
                    core::read_text_file(spec.error_file.string(), "the output of sbatch"), more));
  if (!ended && !job.empty())
    core::ChildProcess({{needed("scancel", "slurm-wlm", more), job}, {}, {}, true}).wait();
}

}  // namespace

std::string point_command(const SweepOptions& options, const fs::path& store,
                          const std::string& number) {
  // File names in the words are relative to the directory where the sweep was started.
  std::string text = "cd " + shell_word(fs::current_path().string()) + " && " +
                     shell_word(core::this_program().string());
  for (const std::string& word : core::plugin_words()) text += " " + shell_word(word);
  text += " sweep";
  for (const std::string& word : options.words) text += " " + shell_word(word);
  if (options.pool.ranks > 1) text += " --ranks " + std::to_string(options.pool.ranks);
  return text + " --no-defaults --quiet -j 1 --store " + shell_word(store.string()) + " --only " +
         number;
}

std::string sbatch_script(const SweepOptions& options, const fs::path& store) {
  const std::size_t points = options.points.size();
  const std::size_t tasks = std::min(points, kMostTasks);
  const fs::path log = fs::absolute(options.outdir) / kExecutorLog;
  return fmt::format(
      "#!/bin/bash\n"
      "# The points of a sweep as a Slurm job array; finished ones are in the store.\n"
      "#SBATCH --job-name=gpufabric-sweep\n"
      "#SBATCH --array=0-{}\n"
      "#SBATCH --nodes=1\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task={}\n"
      "#SBATCH --output={}\n"
      "#SBATCH --open-mode=append\n"
      "status=0\n"
      "for ((k = SLURM_ARRAY_TASK_ID; k < {}; k += {})); do\n"
      "  ({}) || status=1\n"
      "done\n"
      "exit $status\n",
      tasks - 1, options.pool.ranks, shell_word(log.string()), points, tasks,
      point_command(options, store, "\"$k\""));
}

void run_elsewhere(const SweepOptions& options, const fs::path& store,
                   const std::function<bool()>& interrupted) {
  std::error_code error;
  fs::create_directories(options.outdir, error);
  fs::remove(options.outdir / kExecutorLog, error);
  if (options.slurm)
    run_by_slurm(options, store, interrupted);
  else
    run_by_parallel(options, store, interrupted);
}

}  // namespace gf::app
