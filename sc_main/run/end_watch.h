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

/// Ends a run that is to end early (EarlyEnd) where nobody in it looks: while a large machine is
/// built and elaborated, and while a model is busy with one event for minutes. A thread looks
/// twenty times a second. It pauses the simulation, so that it looks (ranks, which would have to
/// pause together, look anyway between windows); a program that has not looked `patience` later
/// ends without results, with the exit code and the reason that EarlyEnd gives.
class EndWatch {
 public:
  static constexpr std::chrono::milliseconds kPatience{10'000};

  /// Before the simulation starts. `put_away` is called, by the thread, before the program ends.
  EndWatch(EarlyEnd& early_end, std::function<void()> put_away,
           std::chrono::milliseconds patience = kPatience);
  ~EndWatch();
  EndWatch(const EndWatch&) = delete;
  EndWatch& operator=(const EndWatch&) = delete;

  /// RunContext::interrupted: the simulation looks.
  [[nodiscard]] bool asked();

 private:
  /// Makes sc_start() return; request() from any thread.
  class Pause final : public sc_core::sc_prim_channel {
   public:
    void request() { async_request_update(); }

   private:
    void update() override { sc_core::sc_pause(); }
  };

  void watch();
  [[nodiscard]] bool over_after(std::chrono::milliseconds span);
  [[noreturn]] void end_program();

  EarlyEnd& early_end_;
  const std::function<void()> put_away_;
  const std::chrono::milliseconds patience_;
  Pause pause_;
  std::atomic<bool> knows_{false};  ///< The simulation was told to end.
  std::mutex mutex_;
  std::condition_variable dismissed_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace gf::app
