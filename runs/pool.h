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

/// Thrown where a run is waited for when the program is told to end.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

struct Job;  // runs/job.h

/// The highest priority first, the first asked for among equals.
struct StartsBefore {
  bool operator()(const std::shared_ptr<Job>& a, const std::shared_ptr<Job>& b) const;
};

/// A run that was asked for; copies are the same run.
class Run {
 public:
  /// Waits until it is there. Throws RunError when it failed, Interrupted.
  [[nodiscard]] const Result& result() const;
  [[nodiscard]] double value(const std::string& name) const { return result().value(name); }
  [[nodiscard]] core::CsvTable csv(const std::string& file) const { return result().csv(file); }
  /// Whether it ended, well or not; does not wait.
  [[nodiscard]] bool ended() const;
  /// Once it ended: whether it gave no result.
  [[nodiscard]] bool failed() const;

 private:
  friend class Pool;
  Run(std::shared_ptr<Job> job, class Pool& pool) : job_(std::move(job)), pool_(&pool) {}
  std::shared_ptr<Job> job_;
  class Pool* pool_;
};

/// Where a pool stands.
struct PoolStatus {
  std::size_t asked = 0;             ///< Different runs.
  std::size_t ended = 0;             ///< Runs of `asked` that ended.
  std::size_t stored = 0;            ///< Runs of `ended` that the store had.
  std::vector<std::string> running;  ///< Labels, in the order of their starts.
};

struct PoolOptions {
  std::filesystem::path program;  ///< Runs `program run ...`.
  unsigned jobs = 1;              ///< Processes, and Pool::Turns, at a time; at least 1.
  unsigned ranks = 1;             ///< Processes of MPI that each run starts; no part of its key.
  /// What decides the numbers of a request, one fact a line; `inputs` as in words_of(). Throws
  /// UserError for a request that makes no run. Called by the thread that serves, before a run and
  /// after it: one whose facts changed meanwhile is not kept.
  std::function<std::string(const Request&, const std::map<std::string, std::string>& inputs)>
      facts;
  std::function<bool()> interrupted;  ///< True: end all and let nobody wait. May be empty.
};

/// Makes runs in processes of their own, up to `jobs` at a time, and keeps them in a store: equal
/// requests are one run, and a run that the store has is not made. One that is asked for with its
/// page when it was asked for without before may be made twice. Any thread may ask and wait; one
/// thread, its owner's, serves.
class Pool {
 public:
  Pool(PoolOptions options, Store& store);
  ~Pool();  ///< Ends what runs. Nobody may wait any more.
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  /// Asks for a run and does not wait. Of those not yet started the one with the highest priority
  /// starts first, the first asked for among equals. `label` is for the progress.
  Run ask(const Request& request, double priority = 0, std::string label = "");

  /// Waits for a turn to compute in this process as if it were a run, and holds it while it lives.
  class Turn {
   public:
    Turn(Pool& pool, double priority);  ///< Throws Interrupted.
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    Pool& pool_;
  };

  /// Starts runs, collects what they left and calls `look` some times a second, until `done`
  /// answers true or the interruption comes. An exception of theirs ends the runs and the waiting
  /// as an interruption does. A run that cannot be started fails alone.
  void serve(const std::function<bool()>& done,
             const std::function<void(const PoolStatus&)>& look = {});
  [[nodiscard]] PoolStatus status() const;
  /// Whether the interruption came, or serve() was left by an exception.
  [[nodiscard]] bool stopped() const;

 private:
  friend class Run;
  using Lock = std::unique_lock<std::mutex>;

  void serve_on(const std::function<bool()>& done,
                const std::function<void(const PoolStatus&)>& look);
  std::shared_ptr<Job> next_asked();  ///< Nothing: there is none.
  bool admit();                       ///< Some of the asked; whether more may be there.
  void admit(const std::shared_ptr<Job>& job);
  bool resolve(Job& job);                          ///< Inputs, facts, key; false: it failed.
  bool is_first(const std::shared_ptr<Job>& job);  ///< Of its key; another waits for the first.
  bool take_stored(const Job& job);
  std::shared_ptr<Job> next_to_start();  ///< Grants the turns before it.
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
  std::set<std::shared_ptr<Job>, StartsBefore> asked_;    ///< Not looked at yet.
  std::set<std::shared_ptr<Job>, StartsBefore> waiting_;  ///< To be started; turns among them.
  std::vector<std::shared_ptr<Job>> running_;
  std::map<std::string, std::vector<std::shared_ptr<Job>>> jobs_;  ///< By group: the first is made.
  std::size_t turns_ = 0;                                          ///< Held.
  std::size_t number_ = 0;                                         ///< The next job gets it.
  std::size_t ended_ = 0;
  std::size_t stored_ = 0;
  bool stopped_ = false;
};

}  // namespace gf::runs
