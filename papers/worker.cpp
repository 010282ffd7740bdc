// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "core/child_process.h"
#include "papers/runner.h"
#include "papers/worker_files.h"

namespace gf::papers {
namespace {

/// The worker leads a process group: what it started ends with it.
extern "C" void end_group(int number) {
  ::signal(number, SIG_DFL);
  ::kill(0, number);
}

/// Writes at most ten times a second.
class ProgressWriter {
 public:
  explicit ProgressWriter(const WorkerFiles& files) : files_(files) {}
  void operator()(double fraction) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    files_.write_progress(fraction);
  }

 private:
  const WorkerFiles& files_;
  std::chrono::steady_clock::time_point next_{};
};

}  // namespace

void run_worker(const Experiment& experiment, const std::filesystem::path& directory,
                std::uint64_t seed, bool full) {
  if (getpgrp() == getpid()) ::signal(SIGTERM, end_group);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const WorkerFiles files(directory, experiment.id);
  ProgressWriter progress(files);
  ExperimentContext context;
  context.seed = seed;
  context.full = full;
  context.outdir = files.runs();
  context.program = core::this_program();
  context.progress = [&progress](double fraction) { progress(fraction); };
  files.write_result(run_checked(experiment, context));
}

}  // namespace gf::papers
