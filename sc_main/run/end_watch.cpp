// SPDX-License-Identifier: Apache-2.0
#include "sc_main/run/end_watch.h"

#include <iostream>
#include <string>
#include <unistd.h>
#include <utility>

#include "core/ranks/ranks.h"
#include "sc_main/cli/start_ranks.h"

namespace gf::app {
namespace {

constexpr std::chrono::milliseconds kInterval{50};

}  // namespace

EndWatch::EndWatch(EarlyEnd& early_end, std::function<void()> clean_up,
                   std::chrono::milliseconds patience)
    : early_end_(early_end),
      clean_up_(std::move(clean_up)),
      patience_(patience),
      thread_([this] { watch(); }) {}

EndWatch::~EndWatch() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  dismissed_.notify_one();
  thread_.join();
}

bool EndWatch::asked() {
  if (!early_end_.reached()) return false;
  // The simulation knows and ends with partial results; the watch must not end the program before
  // that.
  requested_ = true;
  return true;
}

bool EndWatch::ended_after(std::chrono::milliseconds span) {
  std::unique_lock<std::mutex> lock(mutex_);
  return dismissed_.wait_for(lock, span, [this] { return ended_; });
}

void EndWatch::watch() {
  while (!early_end_.due())
    if (ended_after(kInterval)) return;
  if (core::ranks().alone()) pause_.request();
  if (ended_after(patience_) || requested_) return;
  end_program();
}

void EndWatch::end_program() {
  core::RunRecord record;
  if (early_end_.reached()) early_end_.mark(record);
  clean_up_();
  const std::string reason =
      "gpufabric: " + record.reason +
      ", while the machine was being built or a model was busy with one event; no results";
  end_all_ranks(record.code, reason);
  std::cerr << reason << std::endl;
  // Not exit(): the main thread still runs, and destructors of static objects would destroy what it
  // uses.
  ::_exit(static_cast<int>(record.code));
}

}  // namespace gf::app
