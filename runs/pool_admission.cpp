// SPDX-License-Identifier: Apache-2.0
// Handles a request before it becomes a process: its key, equal requests, the store.
#include <chrono>
#include <filesystem>

#include "core/run/run_dir.h"
#include "runs/failure.h"
#include "runs/job.h"
#include "runs/key.h"
#include "runs/pool.h"

namespace gf::runs {
namespace {

constexpr auto kAdmitFor = std::chrono::milliseconds(50);  ///< Longest time per iteration of
                                                           ///< serve().

bool has_page(const std::filesystem::path& run) {
  std::error_code none;
  return std::filesystem::exists(run / core::kPageFile, none);
}

}  // namespace

std::shared_ptr<Job> Pool::next_asked() {
  const std::lock_guard lock(mutex_);
  if (asked_.empty()) return nullptr;
  std::shared_ptr<Job> job = *asked_.begin();
  asked_.erase(asked_.begin());
  return job;
}

/// Limited in time: a million requests take minutes, and meanwhile runs must start and an
/// interruption must be noticed.
bool Pool::admit() {
  const auto deadline = std::chrono::steady_clock::now() + kAdmitFor;
  while (std::chrono::steady_clock::now() < deadline) {
    const std::shared_ptr<Job> job = next_asked();
    if (!job) return false;
    admit(job);
  }
  return true;
}

void Pool::admit(const std::shared_ptr<Job>& job) {
  if (!resolve(*job) || !is_first(job)) return;
  try {
    if (take_stored(*job)) return;
  } catch (const std::exception& error) {
    fail(*job, failure_of(job->request, error));
    return;
  }
  const std::lock_guard lock(mutex_);
  waiting_.insert(job);
}

bool Pool::resolve(Job& job) {
  try {
    for (const auto& [name, text] : job.request.inputs) {
      const auto [parameter, before] = parts_of_input(name);
      job.inputs[parameter] = before + store_.input(parameter + ".csv", text).string();
    }
    job.facts = options_.facts(job.request, job.inputs);
    job.key = key_of(job.facts);
    return true;
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    // Only this job ends: it has no key yet under which equal requests could wait.
    job.error = failure_of(job.request, error);
    job.ended = true;
    changed_.notify_all();
    return false;
  }
}

/// A request without a page may wait for a run with one, but not the reverse.
std::string Pool::group_of(const Job& job) const {
  const std::string with_page = job.key + " with page";
  return job.request.page || jobs_.count(with_page) != 0 ? with_page : job.key;
}

bool Pool::is_first(const std::shared_ptr<Job>& job) {
  const std::lock_guard lock(mutex_);
  job->group = group_of(*job);
  auto& same = jobs_[job->group];
  same.push_back(job);
  if (same.size() == 1) return true;
  // end() only reached the jobs in the list at that time; later ones take over the outcome of the
  // first.
  if (same.front()->ended) {
    job->result = same.front()->result;
    job->error = same.front()->error;
    job->ended = true;
    changed_.notify_all();
  }
  return false;
}

bool Pool::take_stored(const Job& job) {
  const auto run = store_.find(job.facts);
  if (!run || (job.request.page && !has_page(*run))) return false;
  try {
    const Result known(*run);
    end(job.group, [&known](Job& one) { one.result = known; });
    const std::lock_guard lock(mutex_);
    ++stored_;
    return true;
  } catch (const RunError&) {  // damaged: executed again
    store_.drop(job.key);
    return false;
  }
}

}  // namespace gf::runs
