// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "runs/request.h"
#include "runs/result.h"
#include "runs/store.h"

namespace gf::runs {

/// Thrown by waiting functions when the program is interrupted.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

struct Job;  // runs/job.h

/// Orders by priority, the highest first, then by the order of requests.
struct StartsBefore {
  bool operator()(const std::shared_ptr<Job>& a, const std::shared_ptr<Job>& b) const;
};

/// A requested run; copies refer to the same run.
class Run {
 public:
  /// Waits for the run to end. Throws RunError if it failed, or Interrupted.
  [[nodiscard]] const Result& result() const;
  [[nodiscard]] double value(const std::string& name) const { return result().value(name); }
  [[nodiscard]] core::CsvTable csv(const std::string& file) const { return result().csv(file); }
  /// Tells whether it ended, successfully or not; does not wait.
  [[nodiscard]] bool ended() const;
  /// After it ended, tells whether it gave no result.
  [[nodiscard]] bool failed() const;

 private:
  friend class Pool;
  Run(std::shared_ptr<Job> job, class Pool& pool) : job_(std::move(job)), pool_(&pool) {}
  std::shared_ptr<Job> job_;
  class Pool* pool_;
};

/// The progress of a pool.
struct PoolStatus {
  std::size_t asked = 0;             ///< Number of different runs.
  std::size_t ended = 0;             ///< Runs of `asked` that ended.
  std::size_t stored = 0;            ///< Runs of `ended` that were in the store.
  std::vector<std::string> running;  ///< Labels, in the order of their starts.
};

struct PoolOptions {
  std::filesystem::path program;  ///< Runs `program run ...`.
  unsigned jobs = 1;              ///< Most processes and Pool::Turns at a time; at least 1.
  unsigned ranks = 1;             ///< MPI processes that each run starts; not part of its key.
  /// Returns everything that determines the results of a request, one fact per line; `inputs` as in
  /// words_of(). Throws UserError for a request that is not a valid run. The serving thread calls
  /// it before and after a run; a run whose facts have changed meanwhile is not kept.
  std::function<std::string(const Request&, const std::map<std::string, std::string>& inputs)>
      facts;
  std::function<bool()> interrupted;  ///< True: ends all runs and all waiting. May be empty.
};

/// Executes runs in separate processes, up to `jobs` at a time, and keeps them in a store. Equal
/// requests are one run, and a run that is in the store is not executed. A run requested first
/// without its page and later with it may be executed twice. Any thread may request runs and wait;
/// one thread, its owner's, serves.
class Pool {
 public:
  Pool(PoolOptions options, Store& store);
  ~Pool();  ///< Ends the runs in progress. No thread may be waiting any more.
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Requests a run and does not wait. Among runs not yet started the one with the highest priority
  /// starts first; among equals, the one requested first. `label` is for the progress.
  Run ask(const Request& request, double priority = 0, const std::string& label = "");

  /// Waits for permission to compute in this process in place of a run, and holds it during its
  /// lifetime.
  class Turn {
   public:
    Turn(Pool& pool, double priority);  ///< Throws Interrupted.
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Pool& pool_;
  };

  /// Starts runs, collects their results and calls `look` some times a second, until `done` returns
  /// true or the interruption comes. An exception from `done` or `look` ends the runs and all
  /// waiting, like an interruption. A run that cannot be started fails without affecting others.
  void serve(const std::function<bool()>& done,
             const std::function<void(const PoolStatus&)>& look = {});
  [[nodiscard]] PoolStatus status() const;
  /// Tells whether the interruption came, or an exception left serve().
  [[nodiscard]] bool stopped() const;

 private:
  friend class Run;
  using Lock = std::unique_lock<std::mutex>;

  void serve_on(const std::function<bool()>& done,
                const std::function<void(const PoolStatus&)>& look);
  std::shared_ptr<Job> next_asked();  ///< Null: there is none.
  bool admit();                       ///< Admits some of `asked_`; returns whether there may be
                                      ///< more.
  void admit(const std::shared_ptr<Job>& job);
  bool resolve(Job& job);                          ///< Sets inputs, facts and key; returns false if
                                                   ///< that failed.
  bool is_first(const std::shared_ptr<Job>& job);  ///< Whether it is the first with its key; the
                                                   ///< others wait for it.
  bool take_stored(const Job& job);
  std::shared_ptr<Job> next_to_start();  ///< Also grants the turns that precede it.
  void start();
  void start_process(Job& job);
  bool collect();
  void finish(const Job& job);
  Result result_of(const Job& job);  ///< Throws RunError.
  void check_facts(const Job& job) const;
  static void discard_work(const Job& job);
  void end(const std::string& group, const std::function<void(Job&)>& how);
  [[nodiscard]] std::string group_of(const Job& job) const;
  void fail(const Job& job, const RunError& error);
  void stop_all();
  [[nodiscard]] std::size_t busy() const;

  const PoolOptions options_;
  Store& store_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::shared_ptr<Job>, StartsBefore> asked_;    ///< Not examined yet.
  std::set<std::shared_ptr<Job>, StartsBefore> waiting_;  ///< To be started; includes turns.
  std::vector<std::shared_ptr<Job>> running_;
  std::map<std::string, std::vector<std::shared_ptr<Job>>> jobs_;  ///< By group: the first of each
                                                                   ///< is executed.
  std::size_t turns_ = 0;                                          ///< Turns that are held.
  std::size_t number_ = 0;                                         ///< Number of the next job.
  std::size_t ended_ = 0;
  std::size_t stored_ = 0;
  bool stopped_ = false;
};

}  // namespace gf::runs
