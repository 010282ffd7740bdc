// SPDX-License-Identifier: Apache-2.0
#include "runs/pool.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <signal.h>
#include <thread>

#include "core/child_process.h"
#include "core/error.h"
#include "runs/key.h"

namespace gf::runs {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

struct Job {
  Request request;
  double priority = 0;
  std::size_t number = 0;  ///< In the order of asking.
  std::string label;
  bool is_turn = false;
  bool granted = false;  ///< A turn's.

  std::map<std::string, std::string> inputs;  ///< Paths, by parameter.
  std::string facts;
  std::string key;
  fs::path work;
  std::unique_ptr<core::ChildProcess> child;

  bool ended = false;
  std::optional<Result> result;
  std::optional<RunError> error;  ///< Why there is none.
};

namespace {

constexpr auto kPoll = std::chrono::milliseconds(4);
constexpr auto kLookEach = std::chrono::milliseconds(200);
constexpr auto kGrace = std::chrono::seconds(2);  ///< Between asking a run to end and killing it.

/// The last line that is not blank, without the program's name in front.
std::string last_words(const fs::path& file) {
  std::ifstream in(file);
  std::string last;
  for (std::string line; std::getline(in, line);)
    if (line.find_first_not_of(" \t\r") != std::string::npos) last = line;
  const std::string prefix = "gpufabric: ";
  if (last.rfind(prefix, 0) == 0) last.erase(0, prefix.size());
  return last.empty() ? "it wrote no message" : last;
}

/// An unstable point has its results too.
bool is_whole(int code) {
  return code == 0 || code == static_cast<int>(core::ExitCode::kNoSteadyState);
}

RunError failure_of(const std::string& command, const core::ChildProcess& child,
                    const std::string& words) {
  const int code = child.exit_code();
  return {fmt::format("{}: {}: {}", command, child.ending(), words),
          code < 0 ? child.ending() : words,
          code < 0 ? core::ExitCode::kCheckFailed : static_cast<core::ExitCode>(code)};
}

bool starts_before(const std::shared_ptr<Job>& a, const std::shared_ptr<Job>& b) {
  return a->priority != b->priority ? a->priority > b->priority : a->number < b->number;
}

}  // namespace

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

Run Pool::ask(const Request& request, double priority, std::string label) {
  auto job = std::make_shared<Job>();
  job->request = request;
  job->priority = priority;
  job->label = label.empty() ? request.platform : std::move(label);
  const std::lock_guard lock(mutex_);
  job->number = number_++;
  asked_.push_back(job);
  return {job, *this};
}

Pool::Turn::Turn(Pool& pool, double priority) : pool_(pool) {
  auto job = std::make_shared<Job>();
  job->priority = priority;
  job->is_turn = true;
  Lock lock(pool_.mutex_);
  job->number = pool_.number_++;
  pool_.waiting_.push_back(job);
  pool_.changed_.wait(lock, [&] { return job->granted || pool_.stopped_; });
  if (!job->granted) throw Interrupted();
}

Pool::Turn::~Turn() {
  const std::lock_guard lock(pool_.mutex_);
  --pool_.turns_;
}

std::size_t Pool::busy() const { return running_.size() + turns_; }

/// All that wait for that run.
void Pool::end(const std::string& key, const std::function<void(Job&)>& how) {
  const std::lock_guard lock(mutex_);
  for (const std::shared_ptr<Job>& job : jobs_[key]) {
    how(*job);
    job->ended = true;
  }
  ++ended_;
  changed_.notify_all();
}

void Pool::admit() {
  std::vector<std::shared_ptr<Job>> asked;
  {
    const std::lock_guard lock(mutex_);
    asked.swap(asked_);
  }
  for (const std::shared_ptr<Job>& job : asked) admit(job);
}

void Pool::admit(const std::shared_ptr<Job>& job) {
  try {
    for (const auto& [name, text] : job->request.inputs) {
      const auto [parameter, before] = parts_of_input(name);
      job->inputs[parameter] = before + store_.input(parameter + ".csv", text).string();
    }
    job->facts = options_.facts(job->request, job->inputs);
    job->key = key_of(job->facts);
  } catch (const std::exception& error) {
    const auto* const user = dynamic_cast<const core::UserError*>(&error);
    const std::lock_guard lock(mutex_);
    job->error.emplace(fmt::format("{}: {}", command_of(job->request), error.what()), error.what(),
                       user == nullptr ? core::ExitCode::kCheckFailed : user->code());
    job->ended = true;
    changed_.notify_all();
    return;
  }
  bool first = false;
  std::optional<Result> known;
  {
    const std::lock_guard lock(mutex_);
    auto& same = jobs_[job->key];
    first = same.empty();
    same.push_back(job);
    if (!first && same.front()->ended) {
      job->result = same.front()->result;
      job->error = same.front()->error;
      job->ended = true;
      changed_.notify_all();
    }
  }
  if (!first) return;
  if (const auto run = store_.find(job->key, job->facts)) {
    try {
      known.emplace(*run);
    } catch (const RunError&) {  // damaged: made again
      store_.drop(job->key);
    }
  }
  if (known) {
    ++stored_;
    end(job->key, [&](Job& one) { one.result = known; });
    return;
  }
  const std::lock_guard lock(mutex_);
  waiting_.push_back(job);
}

void Pool::start() {
  std::vector<std::shared_ptr<Job>> starting;
  {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty() && busy() < options_.jobs) {
      const auto next = std::min_element(waiting_.begin(), waiting_.end(), starts_before);
      const std::shared_ptr<Job> job = *next;
      waiting_.erase(next);
      if (job->is_turn) {
        job->granted = true;
        ++turns_;
        changed_.notify_all();
      } else {
        running_.push_back(job);
        starting.push_back(job);
      }
    }
  }
  for (const std::shared_ptr<Job>& job : starting) start_process(*job);
}

void Pool::start_process(Job& job) {
  job.work = store_.work(job.number);
  core::ChildSpec spec;
  spec.command = {options_.program.string()};
  for (const std::string& word : words_of(job.request, job.inputs)) spec.command.push_back(word);
  for (const std::string& word : {std::string("--outdir"), (job.work / "run").string(),
                                  std::string("--force"), std::string("--quiet")})
    spec.command.push_back(word);
  spec.error_file = job.work / "stderr.txt";
  spec.own_group = true;  // a terminal's Ctrl-C reaches this process alone, which ends them
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
    finish(*job);
    any = true;
    const std::lock_guard lock(mutex_);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  return any;
}

void Pool::finish(Job& job) {
  std::optional<Result> result;
  std::optional<RunError> error;
  if (is_whole(job.child->exit_code())) {
    try {
      result.emplace(store_.keep(job.work / "run", job.key, job.facts));
    } catch (const std::exception& bad) {
      error.emplace(fmt::format("{}: {}", command_of(job.request), bad.what()));
    }
  } else {
    error = failure_of(command_of(job.request), *job.child, last_words(job.work / "stderr.txt"));
  }
  std::error_code ignored;
  fs::remove_all(job.work, ignored);
  end(job.key, [&](Job& one) {
    one.result = result;
    one.error = error;
  });
}

void Pool::stop_all() {
  for (const auto& job : running_) job->child->signal(SIGTERM);
  const Clock::time_point deadline = Clock::now() + kGrace;
  for (const auto& job : running_)
    while (!job->child->ended() && Clock::now() < deadline) std::this_thread::sleep_for(kPoll);
  const std::lock_guard lock(mutex_);
  running_.clear();  // Kills what is left.
  stopped_ = true;
  changed_.notify_all();
}

void Pool::serve(const std::function<bool()>& done,
                 const std::function<void(const PoolStatus&)>& look) {
  Clock::time_point next_look = Clock::now();
  while (!done()) {
    if (options_.interrupted && options_.interrupted()) {
      stop_all();
      return;
    }
    admit();
    start();
    const bool any = collect();
    if (look && Clock::now() >= next_look) {
      look(status());
      next_look = Clock::now() + kLookEach;
    }
    if (!any) std::this_thread::sleep_for(kPoll);
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
