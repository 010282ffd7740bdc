// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gf::core {

/// Threads that divide pieces of work among them, again and again: the calling thread, and others
/// that sleep in between. The pieces of one run() must not touch common data, must not depend on
/// each other's results, and must not call SystemC.
class ThreadTeam {
 public:
  /// `threads` is the total number, at least 1.
  explicit ThreadTeam(unsigned threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Calls act(0) ... act(count - 1), each once, in any free thread. If pieces throw, all others
  /// are still done; then the exception of the piece with the lowest number is rethrown.
  void run(unsigned count, const std::function<void(unsigned)>& act);
  [[nodiscard]] unsigned threads() const { return 1 + static_cast<unsigned>(others_.size()); }

 private:
  void serve();
  void work();
  void note_error(unsigned piece);

  std::mutex mutex_;
  std::condition_variable begins_;
  std::condition_variable ends_;
  const std::function<void(unsigned)>* act_ = nullptr;
  unsigned count_ = 0;
  std::atomic<unsigned> next_{0};  ///< Next piece.
  unsigned busy_ = 0;              ///< Other threads that are not done with this round.
  std::uint64_t round_ = 0;
  bool over_ = false;
  unsigned failed_ = 0;  ///< Piece that threw `error_`.
  std::exception_ptr error_;
  std::vector<std::thread> others_;
};

/// Returns the cores that this process may use, at least 1.
inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Threads that a simulation may use, set by `gpufabric run --threads`.
inline unsigned& simulation_threads() {
  static unsigned threads = 1;
  return threads;
}

/// Threads that the user asked for; 1: none. A machine that would otherwise stay whole is
/// partitioned for them.
inline unsigned& threads_to_cut_for() {
  static unsigned threads = 1;
  return threads;
}

}  // namespace gf::core
