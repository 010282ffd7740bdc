// SPDX-License-Identifier: Apache-2.0
#include "core/system/thread_team.h"

#include <utility>

namespace gf::core {

ThreadTeam::ThreadTeam(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) others_.emplace_back([this] { serve(); });
}

ThreadTeam::~ThreadTeam() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begins_.notify_all();
  for (std::thread& other : others_) other.join();
}

void ThreadTeam::run(unsigned count, const std::function<void(unsigned)>& act) {
  {
    const std::lock_guard lock(mutex_);
    act_ = &act;
    count_ = count;
    next_ = 0;
    busy_ = static_cast<unsigned>(others_.size());
    ++round_;
  }
  begins_.notify_all();
  work();
  std::unique_lock lock(mutex_);
  ends_.wait(lock, [this] { return busy_ == 0; });
  if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
}

void ThreadTeam::serve() {
  for (std::uint64_t seen = 0;;) {
    std::unique_lock lock(mutex_);
    begins_.wait(lock, [&] { return over_ || round_ != seen; });
    if (over_) return;
    seen = round_;
    lock.unlock();
    work();
    lock.lock();
    if (--busy_ == 0) ends_.notify_one();
  }
}

void ThreadTeam::work() {
  for (unsigned piece = next_++; piece < count_; piece = next_++) {
    try {
      (*act_)(piece);
    } catch (...) {
      note_error(piece);
    }
  }
}

void ThreadTeam::note_error(unsigned piece) {
  const std::lock_guard lock(mutex_);
  if (error_ && failed_ < piece) return;
  failed_ = piece;
  error_ = std::current_exception();
}

}  // namespace gf::core
