// SPDX-License-Identifier: Apache-2.0
#include "papers/runner.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <thread>

namespace gf::papers {
namespace {

using Clock = std::chrono::steady_clock;

/// An experiment in its own thread.
class JudgeThread {
 public:
  JudgeThread(const Experiment& experiment, runs::Pool& pool, const RunnerOptions& options)
      : experiment_(experiment),
        judge_(experiment, pool, options.seed, options.overlay, options.pages),
        thread_([this] { run(); }) {}
  ~JudgeThread() { join(); }
  JudgeThread(const JudgeThread&) = delete;
  JudgeThread& operator=(const JudgeThread&) = delete;

  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] double fraction() const { return ended_ ? 1 : judge_.fraction(); }
  void join() {
    if (thread_.joinable()) thread_.join();
  }
  /// Valid after ended() or join().
  Outcome outcome_;

 private:
  void run() {
    const Clock::time_point start = Clock::now();
    try {
      outcome_.result = judge(experiment_, judge_);
      outcome_.finished = true;
    } catch (const runs::Interrupted&) {
    }
    outcome_.wall_seconds = std::chrono::duration<double>(Clock::now() - start).count();
    // Set last: a thread that sees it reads outcome_ without a lock.
    ended_ = true;
  }

  const Experiment& experiment_;
  Judge judge_;
  std::atomic<bool> ended_{false};
  std::thread thread_;  ///< Last member: it uses the others.
};

/// All hearings, and which of them were reported.
class JudgeThreads {
 public:
  JudgeThreads(const std::vector<const Experiment*>& experiments, runs::Pool& pool,
               const RunnerOptions& options)
      : options_(options), told_(experiments.size()) {
    for (const Experiment* experiment : experiments)
      all_.push_back(std::make_unique<JudgeThread>(*experiment, pool, options));
  }

  /// Reports the hearings that have ended since the last call; returns whether all have.
  bool look() {
    std::size_t ended = 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (!all_[i]->ended()) continue;
      ++ended;
      if (!told_[i] && options_.finished && all_[i]->outcome_.finished)
        options_.finished(i, all_[i]->outcome_);
      told_[i] = true;
    }
    return ended == all_.size();
  }

  [[nodiscard]] RunnerStatus status(const runs::PoolStatus& pool) const {
    RunnerStatus status{0, all_.size(), 0, {}, pool};
    for (const auto& hearing : all_) {
      status.finished += hearing->ended() ? 1 : 0;
      status.fraction += hearing->fraction();
    }
    status.fraction /= static_cast<double>(std::max<std::size_t>(1, all_.size()));
    std::set<std::string> seen;
    for (const std::string& label : pool.running)
      if (seen.insert(label).second) status.running.push_back(label);
    return status;
  }

  std::vector<Outcome> outcomes() {
    std::vector<Outcome> outcomes;
    for (const auto& hearing : all_) {
      hearing->join();
      outcomes.push_back(std::move(hearing->outcome_));
    }
    return outcomes;
  }

 private:
  const RunnerOptions& options_;
  std::vector<std::unique_ptr<JudgeThread>> all_;
  std::vector<bool> told_;
};

}  // namespace

std::vector<Outcome> run_experiments(const std::vector<const Experiment*>& experiments,
                                     runs::Pool& pool, const RunnerOptions& options) {
  JudgeThreads hearings(experiments, pool, options);
  // This thread serves, and the judges wait in theirs. If serve() returns early, no judge waits any
  // longer, so their threads end and can be joined.
  pool.serve([&] { return hearings.look(); },
             [&](const runs::PoolStatus& status) {
               if (options.report) options.report(hearings.status(status));
             });
  std::vector<Outcome> outcomes = hearings.outcomes();
  return outcomes;
}

}  // namespace gf::papers
