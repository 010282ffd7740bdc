// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <systemc>
#include <thread>

#include "sc_main/run/early_end.h"

namespace gf::app {

/// Ends a run that should end early (EarlyEnd) while the simulation does not check it: during
/// construction and elaboration of a large machine, or when a model is busy with one event for
/// minutes. A thread checks twenty times a second. It pauses the simulation to make it check.
/// (Ranks would have to pause together, but check between windows anyway.) If the program has not
/// checked `patience` later, it ends without results, with the exit code and reason from EarlyEnd.
class EndWatch {
 public:
  static constexpr std::chrono::milliseconds kPatience{10'000};

  /// Create it before the simulation starts. The thread calls `clean_up` before it ends the
  /// program.
  EndWatch(EarlyEnd& early_end, std::function<void()> clean_up,
           std::chrono::milliseconds patience = kPatience);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  /// For RunContext::interrupted: the simulation checks.
  [[nodiscard]] bool asked();

 private:
  /// Makes sc_start() return. Any thread may call request().
  class Pause final : public sc_core::sc_prim_channel {
   public:
    void request() { async_request_update(); }

   private:
    void update() override { sc_core::sc_pause(); }
  };

  void watch();
  [[nodiscard]] bool ended_after(std::chrono::milliseconds span);
  [[noreturn]] void end_program();

  EarlyEnd& early_end_;
  const std::function<void()> clean_up_;
  const std::chrono::milliseconds patience_;
  Pause pause_;
  std::atomic<bool> requested_{false};  ///< The simulation was asked to end.
  std::mutex mutex_;
  std::condition_variable dismissed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace gf::app
