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

/// Threads that share out pieces of work, again and again: the one that calls, and others that
/// sleep in between. What a piece does nobody else sees before run() returns; pieces of one run()
/// touch nothing in common, and call nothing of SystemC.
class ThreadTeam {
 public:
  /// `threads` in all, at least 1.
  explicit ThreadTeam(unsigned threads);
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  /// Calls act(0) ... act(count - 1), each once, by whoever is free. Where pieces throw, all others
  /// are done, and what the one with the lowest number threw comes out.
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
  std::atomic<unsigned> next_{0};  ///< Piece.
  unsigned busy_ = 0;              ///< Others that are not done with this round.
  std::uint64_t round_ = 0;
  bool over_ = false;
  unsigned failed_ = 0;  ///< Piece that threw `error_`.
  std::exception_ptr error_;
  std::vector<std::thread> others_;
};

/// Cores that this process may use, at least 1.
inline unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

/// Threads that a simulation may use: `gpufabric run --threads`.
inline unsigned& simulation_threads() {
  static unsigned threads = 1;
  return threads;
}

/// Threads that a machine is cut for, if it would stay whole: those that somebody asked for.
inline unsigned& threads_to_cut_for() {
  static unsigned threads = 1;
  return threads;
}

}  // namespace gf::core
