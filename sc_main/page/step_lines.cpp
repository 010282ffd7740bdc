// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/step_lines.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>

namespace gf::app {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned kMost = 4095;

void append(char*& text, unsigned number) {
  *text++ = kDigits[number / 64];
  *text++ = kDigits[number % 64];
}

unsigned level(double value, double scale) {
  return value > 0 ? static_cast<unsigned>(std::lround(std::min(value * scale, double{kMost}))) : 0;
}

}  // namespace

void append_step_text(std::string& text, const std::vector<double>& values, double max) {
  const std::unique_ptr<char[]> digits(new char[2 * values.size()]);  // repetitions take less
  char* out = digits.get();
  const double scale = max > 0 ? kMost / max : 0;
  unsigned next = values.empty() ? 0 : level(values[0], scale);
  for (std::size_t i = 0; i < values.size();) {
    const unsigned now = next;
    std::size_t end = i + 1;
    for (; end < values.size(); ++end) {
      next = level(values[end], scale);
      if (next != now || end - i > kMost) break;
    }
    append(out, now);
    const auto more = static_cast<unsigned>(end - i - 1);
    // A repetition takes three characters, as many as one and a half values.
    if (more == 1) append(out, now);
    if (more > 1) {
      *out++ = '~';
      append(out, more);
    }
    i = end;
  }
  text.append(digits.get(), out);
}

}  // namespace gf::app
