// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/step_text.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gf::app {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr unsigned kMost = 4095;

void append(std::string& text, unsigned number) {
  text += kDigits[number / 64];
  text += kDigits[number % 64];
}

unsigned level(double value, double max) {
  if (!(max > 0) || !(value > 0)) return 0;
  return static_cast<unsigned>(std::lround(std::min(value / max, 1.0) * kMost));
}

}  // namespace

std::string step_text(const std::vector<double>& values, double max) {
  std::string text;
  for (std::size_t i = 0; i < values.size();) {
    const unsigned now = level(values[i], max);
    std::size_t end = i + 1;
    while (end < values.size() && end - i <= kMost && level(values[end], max) == now) ++end;
    append(text, now);
    const auto more = static_cast<unsigned>(end - i - 1);
    // A repetition takes three characters, as many as one and a half values.
    if (more == 1) append(text, now);
    if (more > 1) {
      text += '~';
      append(text, more);
    }
    i = end;
  }
  return text;
}

}  // namespace gf::app
