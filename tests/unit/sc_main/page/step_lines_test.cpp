// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/step_lines.h"

#include <gtest/gtest.h>
#include <random>

namespace gf::app::step_text_test {
namespace {

/// What the page's script does (sc_main/page/web/record.js).
std::vector<double> read(const std::string& text, double max) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::vector<double> values;
  const auto number = [&](std::size_t at) {
    return digits.find(text[at]) * 64 + digits.find(text[at + 1]);
  };
  for (std::size_t at = 0; at < text.size(); at += 2) {
    if (text[at] == '~') {
      values.insert(values.end(), number(at + 1), values.back());
      ++at;
    } else {
      values.push_back(static_cast<double>(number(at)) / 4095 * max);
    }
  }
  return values;
}

std::string step_text(const std::vector<double>& values, double max) {
  std::string text;
  append_step_text(text, values, max);
  return text;
}

TEST(StepText, ComesBackAsItWentIn) {
  std::mt19937 random(1);
  for (const std::size_t size : {1u, 2u, 3u, 100u, 20'000u}) {
    std::vector<double> values(size);
    for (double& value : values)
      value = random() % 3 == 0 ? static_cast<double>(random() % 1000) : 250;
    const std::vector<double> found = read(step_text(values, 1000), 1000);
    ASSERT_EQ(found.size(), size);
    for (std::size_t i = 0; i < size; ++i) EXPECT_NEAR(found[i], values[i], 1000.0 / 8190 + 1e-9);
  }
}

TEST(StepText, WhatStaysTheSameTakesLittle) {
  EXPECT_EQ(step_text({0, 0, 0, 0, 0}, 1), "AA~AE");
  EXPECT_EQ(step_text({1, 1}, 1), "____");
  EXPECT_LE(step_text(std::vector<double>(10'000, 0.5), 1).size(), 20u);
}

TEST(StepText, StaysWithinItsRange) {
  EXPECT_EQ(step_text({-1, 2}, 1), "AA__");
  EXPECT_EQ(step_text({3, 4}, 0), "AAAA");
  EXPECT_EQ(step_text({}, 1), "");
}

}  // namespace
}  // namespace gf::app::step_text_test
