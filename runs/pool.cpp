// SPDX-License-Identifier: Apache-2.0
#include "runs/pool.h"

#include <chrono>
#include <signal.h>
#include <thread>

#include "core/base/error.h"
#include "core/run/plugins.h"
#include "runs/failure.h"
#include "runs/job.h"

namespace gf::runs {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr auto kPoll = std::chrono::milliseconds(4);
constexpr auto kLookEach = std::chrono::milliseconds(200);
constexpr auto kGrace = std::chrono::seconds(2);  ///< Between SIGTERM and SIGKILL.

/// A run without a steady state also has its results.
bool is_whole(int code) {
  return code == 0 || code == static_cast<int>(core::ExitCode::kNoSteadyState);
}

}  // namespace

bool StartsBefore::operator()(const std::shared_ptr<Job>& a, const std::shared_ptr<Job>& b) const {
  return a->priority != b->priority ? a->priority > b->priority : a->number < b->number;
}

const Result& Run::result() const {
  std::unique_lock lock(pool_->mutex_);
  pool_->changed_.wait(lock, [this] { return job_->ended || pool_->stopped_; });
  if (!job_->ended) throw Interrupted();
  if (!job_->result) throw RunError(*job_->error);
  return *job_->result;
}

bool Run::ended() const {
  const std::lock_guard lock(pool_->mutex_);
  return job_->ended;
}

bool Run::failed() const {
  const std::lock_guard lock(pool_->mutex_);
  return job_->error.has_value();
}

Pool::Pool(PoolOptions options, Store& store) : options_(std::move(options)), store_(store) {}

Pool::~Pool() { stop_all(); }

Run Pool::ask(const Request& request, double priority, const std::string& label) {
  auto job = std::make_shared<Job>();
  job->request = request;
  job->priority = priority;
  job->label = label.empty() ? request.platform : label;
  const std::lock_guard lock(mutex_);
  job->number = number_++;
  asked_.insert(job);
  return {job, *this};
}

Pool::Turn::Turn(Pool& pool, double priority) : pool_(pool) {
  auto job = std::make_shared<Job>();
  job->priority = priority;
  job->is_turn = true;
  Lock lock(pool_.mutex_);
  job->number = pool_.number_++;
  // Turns wait in the queue of the runs, so that turns and processes together stay within `jobs`
  // and follow the priorities.
  pool_.waiting_.insert(job);
  pool_.changed_.wait(lock, [&] { return job->granted || pool_.stopped_; });
  if (!job->granted) throw Interrupted();
}

Pool::Turn::~Turn() {
  const std::lock_guard lock(pool_.mutex_);
  --pool_.turns_;
}

std::size_t Pool::busy() const { return running_.size() + turns_; }

/// Ends all jobs that wait for that run.
void Pool::end(const std::string& group, const std::function<void(Job&)>& how) {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Job>& job : jobs_[group]) {
    how(*job);
    job->ended = true;
  }
  ++ended_;
  changed_.notify_all();
}

void Pool::fail(const Job& job, const RunError& error) {
  end(job.group, [&error](Job& one) { one.error = error; });
}

std::shared_ptr<Job> Pool::next_to_start() {
  const std::lock_guard lock(mutex_);
  while (!waiting_.empty() && busy() < options_.jobs) {
    // A turn is granted here and needs no process; the loop continues to the next job that does.
    std::shared_ptr<Job> job = *waiting_.begin();
    waiting_.erase(waiting_.begin());
    if (!job->is_turn) return job;
    job->granted = true;
    ++turns_;
    changed_.notify_all();
  }
  return nullptr;
}

void Pool::start() {
  while (const std::shared_ptr<Job> job = next_to_start()) {
    try {
      // Not under the mutex: other threads must not wait while a process is started, and the
      // members written here belong to the serving thread (job.h).
      start_process(*job);
    } catch (const std::exception& error) {
      discard_work(*job);
      fail(*job, failure_of(job->request, error));
      continue;
    }
    const std::lock_guard lock(mutex_);
    running_.push_back(job);
  }
}

void Pool::start_process(Job& job) {
  job.work = store_.work(job.number);
  core::ChildSpec spec;
  spec.command = {options_.program.string()};
  for (const std::string& word : core::plugin_words()) spec.command.push_back(word);
  for (const std::string& word : words_of(job.request, job.inputs)) spec.command.push_back(word);
  for (const std::string& word : {std::string("--outdir"), (job.work / "run").string(),
                                  std::string("--force"), std::string("--quiet"),
                                  // Personal defaults of a user must not affect a run that has a
                                  // key.
                                  std::string("--no-defaults"),
                                  // Other processes of the pool use the other cores.
                                  std::string("--threads"), std::string("1")})
    spec.command.push_back(word);
  if (!job.request.page) spec.command.emplace_back("--no-page");
  if (options_.ranks > 1)
    spec.command.insert(spec.command.end(), {"--ranks", std::to_string(options_.ranks)});
  spec.error_file = job.work / "stderr.txt";
  spec.own_group = true;  // a terminal's Ctrl-C reaches only this process, which ends them
  job.child = std::make_unique<core::ChildProcess>(spec);
}

bool Pool::collect() {
  bool any = false;
  for (std::size_t i = 0; i < running_.size();) {
    const std::shared_ptr<Job> job = running_[i];
    if (!job->child->ended()) {
      ++i;
      continue;
    }
    // Reported first and removed afterwards: busy() counts it until its result is in the store.
    finish(*job);
    any = true;
    const std::lock_guard lock(mutex_);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return any;
}

void Pool::finish(const Job& job) {
  try {
    const Result result = result_of(job);
    discard_work(job);
    end(job.group, [&result](Job& one) { one.result = result; });
  } catch (const RunError& error) {
    discard_work(job);
    fail(job, error);
  }
}

Result Pool::result_of(const Job& job) {
  if (!is_whole(job.child->exit_code()))
    throw RunError(failure_of(job.request, *job.child, last_words(job.work / "stderr.txt")));
  try {
    // Checked before the store takes the run: otherwise a run with changed files would be stored
    // under the key of the old ones, and every later request would find it.
    check_facts(job);
    return Result(store_.keep(job.work / "run", job.facts));
  } catch (const std::exception& error) {
    throw RunError(failure_of(job.request, error));
  }
}

/// Needed because the process read its files long after they were hashed for the key.
void Pool::check_facts(const Job& job) const {
  if (options_.facts(job.request, job.inputs) != job.facts)
    throw core::UserError(core::ExitCode::kBadInput,
                          "a file that it reads was changed during the run; run it again");
}

void Pool::discard_work(const Job& job) {
  std::error_code ignored;
  if (!job.work.empty()) fs::remove_all(job.work, ignored);
}

void Pool::stop_all() {
  // All get the signal before any is waited for, so they end in parallel, within one grace period.
  for (const auto& job : running_) job->child->signal(SIGTERM);
  const Clock::time_point deadline = Clock::now() + kGrace;
  for (const auto& job : running_)
    while (!job->child->ended() && Clock::now() < deadline) std::this_thread::sleep_for(kPoll);
  const std::lock_guard lock(mutex_);
  running_.clear();  // Kills those still running.
  stopped_ = true;
  changed_.notify_all();
}

void Pool::serve(const std::function<bool()>& done,
                 const std::function<void(const PoolStatus&)>& look) {
  try {
    serve_on(done, look);
  } catch (...) {  // otherwise waiting threads would wait for ever
    stop_all();
    throw;
  }
}

void Pool::serve_on(const std::function<bool()>& done,
                    const std::function<void(const PoolStatus&)>& look) {
  Clock::time_point next_observation = Clock::now();
  while (!done()) {
    if (options_.interrupted && options_.interrupted()) {
      stop_all();
      return;
    }
    const bool more = admit();
    start();
    const bool any = collect();
    if (look && Clock::now() >= next_observation) {
      look(status());
      next_observation = Clock::now() + kLookEach;
    }
    if (!any && !more) std::this_thread::sleep_for(kPoll);
  }
}

PoolStatus Pool::status() const {
  const std::lock_guard lock(mutex_);
  PoolStatus status{jobs_.size(), ended_, stored_, {}};
  for (const auto& job : running_) status.running.push_back(job->label);
  return status;
}

bool Pool::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

}  // namespace gf::runs
