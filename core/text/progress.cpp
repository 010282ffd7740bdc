// SPDX-License-Identifier: Apache-2.0
#include "core/text/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iostream>

#include "core/text/terminal.h"

namespace gf::core {
namespace {

constexpr std::chrono::duration<double> kInterval{0.2};
constexpr std::chrono::duration<double> kLogInterval{30};
constexpr int kWidth = 30;

std::chrono::duration<double> wall_clock() {
  return std::chrono::steady_clock::now().time_since_epoch();
}

std::string minutes(double seconds) {
  const auto whole = std::lround(seconds);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

Progress::Progress(std::string title, std::ostream& out, Clock clock, On on)
    : title_(std::move(title)),
      out_(&out),
      on_(on),
      clock_(std::move(clock)),
      began_(clock_()),
      next_(on_ == On::kLog ? began_ + kLogInterval : began_) {}

Progress::Progress(std::string title, bool quiet)
    : Progress(std::move(title), std::cerr, wall_clock,
               rewrites_lines(std::cerr) ? On::kTerminal : On::kLog) {
  if (quiet) out_ = nullptr;
}

Progress::~Progress() { clear(); }

void Progress::clear() {
  // Another bar may have been drawn over this one; then the line belongs to that bar.
  if (standing_ != this) return;
  standing_ = nullptr;
  *out_ << "\r\033[K" << std::flush;
}

void Progress::clear_line(std::ostream& out) {
  if (standing_ != nullptr && standing_->out_ == &out) standing_->clear();
}

void Progress::update(std::uint64_t done, std::uint64_t total) {
  if (out_ == nullptr || total == 0) return;
  const auto now = clock_();
  if (now < next_) return;
  next_ = now + (on_ == On::kLog ? kLogInterval : kInterval);
  const std::uint64_t capped = std::min(done, total);
  draw(static_cast<double>(capped) / static_cast<double>(total), (now - began_).count());
}

void Progress::draw(double share, double elapsed) {
  const std::string left = share > 0 ? minutes(elapsed / share - elapsed) : "?";
  const std::string times = fmt::format("{} elapsed, ETA {}", minutes(elapsed), left);
  if (on_ == On::kLog) {
    *out_ << fmt::format("{}: {:.0f} %, {}\n", title_, share * 100, times) << std::flush;
    return;
  }
  standing_ = this;
  const int filled = static_cast<int>(share * kWidth);
  const std::string bar = std::string(static_cast<std::size_t>(filled), '=') + ">" +
                          std::string(static_cast<std::size_t>(kWidth - filled), ' ');
  const std::string line = fmt::format("{} [{}] {:3.0f} %  {}", title_, bar, share * 100, times);
  // A line that reached the last column would wrap, and its rest would stay on the screen.
  *out_ << '\r' << line.substr(0, columns_of(*out_) - 1) << "\033[K" << std::flush;
}

}  // namespace gf::core
