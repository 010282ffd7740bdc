// SPDX-License-Identifier: Apache-2.0
#include "core/text/output_meter.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/time_limits.h"
#include "core/text/engineering.h"

namespace gf::core {
namespace {

constexpr double kFirstEstimate = 0.02;  // of the limit; then at each doubling, until it warns

}  // namespace

OutputMeter::OutputMeter(const std::filesystem::path& file, const OutputLimit& limit,
                         std::string less)
    : file_(file.filename().string()),
      limit_(limit),
      less_(std::move(less)),
      estimate_at_(kFirstEstimate) {}

bool OutputMeter::add(std::uint64_t bytes, Ticks at, Ticks reached) {
  if (full_) return false;
  if (bytes_ + bytes > limit_.most.count()) {
    cut(reached);
    return false;
  }
  bytes_ += bytes;
  if (first_at_ == kNever) first_at_ = std::max(at, limit_.begin);
  // Output at the first time (names, initial values, a whole sample) is not growth. If the estimate
  // counted it, it would warn of files that stay small.
  if (at <= first_at_) {
    first_bytes_ = bytes_;
  } else if (!estimated_ && static_cast<double>(bytes_ - first_bytes_) >
                                estimate_at_ * static_cast<double>(limit_.most.count())) {
    estimate(at);
  }
  return true;
}

void OutputMeter::estimate(Ticks at) {
  estimate_at_ *= 2;
  const double per_tick =
      static_cast<double>(bytes_ - first_bytes_) / static_cast<double>(at - first_at_);
  const auto most = static_cast<double>(limit_.most.count());
  const std::string has =
      fmt::format("{} at {} of simulated time", to_text(Bytes(bytes_)), to_text(to_time(at)));
  const std::string limit = fmt::format("{} (--max-output)", to_text(limit_.most));
  if (limit_.end == kNever) {
    estimated_ = true;
    const double full = static_cast<double>(at) + (most - static_cast<double>(bytes_)) / per_tick;
    SC_REPORT_INFO(file_.c_str(),
                   fmt::format("{}; at this rate it reaches {} at about {}; {}", has, limit,
                               engineering(full / static_cast<double>(kSecond), "s"), less_)
                       .c_str());
    return;
  }
  const double whole =
      static_cast<double>(bytes_) + per_tick * static_cast<double>(limit_.end - at);
  if (whole <= most || at > limit_.end) return;
  estimated_ = true;
  SC_REPORT_WARNING(file_.c_str(),
                    fmt::format("{}; until {} that makes about {}, but it ends at {}; {}", has,
                                to_text(to_time(limit_.end)), engineering(whole, "B"), limit, less_)
                        .c_str());
}

void OutputMeter::cut(Ticks reached) {
  full_ = true;
  SC_REPORT_WARNING(
      file_.c_str(),
      fmt::format("ends at {} of simulated time, having reached its limit of {}. The run continues "
                  "and its other results are complete. --max-output raises the limit; {}",
                  to_text(to_time(reached)), to_text(limit_.most), less_)
          .c_str());
}

}  // namespace gf::core
