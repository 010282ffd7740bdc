// SPDX-License-Identifier: Apache-2.0
#include "papers/runner.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <memory>
#include <numeric>
#include <signal.h>
#include <thread>

#include "core/child_process.h"
#include "papers/serialize.h"
#include "papers/worker_files.h"

namespace gf::papers {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kPoll = std::chrono::milliseconds(20);
constexpr auto kReportPeriod = std::chrono::milliseconds(200);
constexpr auto kGrace =
    std::chrono::seconds(2);  ///< Between asking a worker to end and killing it.

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The process of one experiment.
class Worker {
 public:
  Worker(std::size_t index, const Experiment& experiment, const RunnerOptions& options)
      : index_(index),
        experiment_(experiment),
        files_(options.directory, experiment.id),
        child_(spec(experiment, options, files_)) {}

  [[nodiscard]] std::size_t index() const { return index_; }
  [[nodiscard]] const std::string& id() const { return experiment_.id; }
  [[nodiscard]] double fraction() const { return files_.read_progress(); }
  [[nodiscard]] bool ended() { return child_.ended(); }
  void signal(int number) { child_.signal(number); }

  /// After ended(): its result, or the failure that it is to have none.
  [[nodiscard]] Outcome outcome() const {
    Outcome outcome{{}, true, seconds_since(start_)};
    if (child_.exit_code() == 0) {
      try {
        outcome.result = files_.read_result();
      } catch (const std::exception& error) {
        outcome.result = failure(fmt::format("unreadable result: {}", error.what()));
      }
    } else {
      outcome.result = failure(fmt::format("the experiment's process ended with {}: {}",
                                           child_.ending(), files_.last_words()));
    }
    files_.remove_empty_log();
    return outcome;
  }

 private:
  static core::ChildSpec spec(const Experiment& experiment, const RunnerOptions& options,
                              const WorkerFiles& files) {
    core::ChildSpec spec;
    spec.command = {options.program.string(),
                    "reproduce",
                    "--worker",
                    experiment.id,
                    "--outdir",
                    options.directory.string(),
                    "--seed",
                    std::to_string(options.seed)};
    if (options.full) spec.command.push_back("--full");
    spec.error_file = files.log();
    spec.own_group = true;
    return spec;
  }

  [[nodiscard]] ExperimentResult failure(const std::string& reason) const {
    ExperimentResult result;
    Measurement m = failed(experiment_.id, experiment_.title, reason);
    m.source = experiment_.source;
    result.measurements.push_back(m);
    if (files_.has_log()) result.runs.push_back({files_.log().filename().string(), "its messages"});
    return result;
  }

  std::size_t index_;
  const Experiment& experiment_;
  WorkerFiles files_;
  Clock::time_point start_ = Clock::now();
  core::ChildProcess child_;
};

/// Keeps `jobs` workers busy until all experiments are done or the user has had enough.
class Pool {
 public:
  Pool(const std::vector<const Experiment*>& experiments, const RunnerOptions& options)
      : experiments_(experiments),
        options_(options),
        order_(starting_order(experiments)),
        outcomes_(experiments.size()) {}

  std::vector<Outcome> run() {
    while (finished_ < experiments_.size()) {
      if (options_.interrupted && options_.interrupted()) {
        stop_all();
        break;
      }
      start_workers();
      collect();
      report();
      std::this_thread::sleep_for(kPoll);
    }
    return std::move(outcomes_);
  }

 private:
  void start_workers() {
    while (workers_.size() < options_.jobs && next_ < experiments_.size()) {
      const std::size_t index = order_[next_++];
      workers_.push_back(std::make_unique<Worker>(index, *experiments_[index], options_));
    }
  }

  void collect() {
    for (auto worker = workers_.begin(); worker != workers_.end();) {
      if (!(*worker)->ended()) {
        ++worker;
        continue;
      }
      outcomes_[(*worker)->index()] = (*worker)->outcome();
      ++finished_;
      worker = workers_.erase(worker);
    }
  }

  void report() {
    if (!options_.report || Clock::now() < next_report_) return;
    next_report_ = Clock::now() + kReportPeriod;
    RunnerStatus status{finished_, experiments_.size(), static_cast<double>(finished_), {}};
    for (const auto& worker : workers_) {
      status.fraction += worker->fraction();
      status.running.push_back(worker->id());
    }
    status.fraction /= static_cast<double>(experiments_.size());
    options_.report(status);
  }

  void stop_all() {
    for (const auto& worker : workers_) worker->signal(SIGTERM);
    const Clock::time_point deadline = Clock::now() + kGrace;
    for (const auto& worker : workers_)
      while (!worker->ended() && Clock::now() < deadline) std::this_thread::sleep_for(kPoll);
    workers_.clear();  // Kills what is left.
  }

  const std::vector<const Experiment*>& experiments_;
  const RunnerOptions& options_;
  const std::vector<std::size_t> order_;
  std::vector<Outcome> outcomes_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
  Clock::time_point next_report_ = Clock::now();
};

}  // namespace

std::vector<std::size_t> starting_order(const std::vector<const Experiment*>& experiments) {
  std::vector<std::size_t> order(experiments.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return experiments[a]->seconds > experiments[b]->seconds;
  });
  return order;
}

std::string run_directory_of(const std::string& id) { return "runs/" + id; }

std::vector<Outcome> run_experiments(const std::vector<const Experiment*>& experiments,
                                     const RunnerOptions& options) {
  std::filesystem::create_directories(options.directory / "work");
  for (const Experiment* experiment : experiments)
    std::filesystem::create_directories(options.directory / run_directory_of(experiment->id));
  return Pool(experiments, options).run();
}

}  // namespace gf::papers
